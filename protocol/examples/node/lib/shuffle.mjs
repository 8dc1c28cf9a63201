// The shuffle argument (section 11.9), in the letters of that section. Lists count from 0 here, from 1 there.

import { concat, u16 } from './bytes.mjs';
import { BASES, G, hashToScalar, mod, pointBytes, pointsBytes, readPoints, readScalars, scalarBytes, secretTimes, sum, sumOf } from './group.mjs';
import { sha256, vec } from './hashing.mjs';
import { cardsBytes, readCards } from './linear.mjs';
import { once } from './once.mjs';
import { refuse } from './refusal.mjs';

const CODES = { deck: 'shuffle_proof', hand: 'mix_proof' };
const h = BASES.h;
const base = (i) => BASES[`h_${i + 1}`];
const range = (count) => Array.from({ length: count }, (_, i) => i);

export const shuffleLength = (N) => 130 * N + 160;

/** The items of step 2 without c, after the label and ctx. */
const publicItems = (N, P, inputs, outputs) => [
  u16(N),
  ...pointsBytes([G, h, ...range(N).map(base), P, ...inputs.flatMap(({ A, B }) => [A, B]), ...outputs.flatMap(({ A, B }) => [A, B])]),
];

const digest = (label, ctx, items, c) => sha256(vec(label, ctx, ...items, ...pointsBytes(c)));
const factorsU = (d, N) => range(N).map((i) => hashToScalar(concat(d, u16(i + 1)), 'shuffle-u'));
const challenge = (d, c_hat, t) => hashToScalar(vec(d, ...pointsBytes([...c_hat, ...t])), 'shuffle-k');
const total = (scalars) => mod(scalars.reduce((a, b) => a + b, 0n));

/**
 * Judge `outputs` (bytes) as a shuffle of `inputs` (cards) under the key P: `length`, `point`, `scalar`, `point`,
 * then `shuffle_proof` or `mix_proof` unless G7 holds. Gives the output cards. N is the number of inputs, never taken from the proof.
 */
export function judgeShuffle(label, ctx, P, inputs, outputs, proof, requirement = 'S2') {
  const N = inputs.length;
  if (outputs.length !== 66 * N || proof.length !== shuffleLength(N)) refuse('length', requirement);
  const given = sha256(vec('shuffle', label, ctx, pointBytes(P), cardsBytes(inputs), outputs, proof));
  return [...once(given, () => judgeWhole(label, ctx, P, inputs, outputs, proof, requirement))];
}

function judgeWhole(label, ctx, P, inputs, outputs, proof, requirement) {
  const N = inputs.length;
  const cards = readCards(outputs, requirement);
  const scalars = readScalars(proof.subarray(0, 32 * (5 + 2 * N)), requirement);
  const points = readPoints(proof.subarray(32 * (5 + 2 * N)), requirement);
  const [k, s_1, s_2, s_3, s_4] = scalars;
  const s_hat = scalars.slice(5, 5 + N);
  const s_prime = scalars.slice(5 + N);
  const c = points.slice(0, N);
  const c_hat = points.slice(N);

  const d = digest(label, ctx, publicItems(N, P, inputs, cards), c);
  const u = factorsU(d, N);
  const product = u.reduce((a, b) => mod(a * b), 1n);

  const t_1 = sumOf([[s_1, G], [-k, sum(c).subtract(sum(range(N).map(base)))]]);
  const t_2 = sumOf([[s_2, G], [-k, c_hat[N - 1]], [k * product, h]]);
  const t_3 = sumOf([[s_3, G], ...range(N).map((i) => [s_prime[i], base(i)]), ...range(N).map((i) => [-k * u[i], c[i]])]);
  const t_4B = sumOf([...cards.map((e, i) => [s_prime[i], e.B]), [-s_4, P], ...inputs.map((e, i) => [-k * u[i], e.B])]);
  const t_4A = sumOf([...cards.map((e, i) => [s_prime[i], e.A]), [-s_4, G], ...inputs.map((e, i) => [-k * u[i], e.A])]);
  const t_hat = range(N).map((i) => sumOf([[s_hat[i], G], [s_prime[i], i ? c_hat[i - 1] : h], [-k, c_hat[i]]]));

  if (k !== challenge(d, c_hat, [t_1, t_2, t_3, t_4B, t_4A, ...t_hat])) refuse(CODES[label], 'G7');
  return cards;
}

/** The outputs of a shuffle: output i is input j_i (`permutation[i]`, from 0), masked anew with the factor r'_{j_i}. */
export function shuffled(P, inputs, permutation, factors) {
  return permutation.map((j) => ({
    A: inputs[j].A.add(secretTimes(G, factors[j])),
    B: inputs[j].B.add(secretTimes(P, factors[j])),
  }));
}

/** Factors r' by input, from 32 fresh bytes (section 11.10). */
export function maskingFactors(fresh, x, ctx, inputs) {
  const root = sha256(vec(fresh, scalarBytes(x), ctx, cardsBytes(inputs)));
  return inputs.map((_, j) => hashToScalar(concat(root, u16(j + 1)), 'masking-factor'));
}

/** The argument for `outputs`, which `shuffled` made. `fresh`: 32 new bytes. */
export function proveShuffle(label, ctx, P, inputs, outputs, permutation, factors, fresh) {
  const N = inputs.length;
  const items = publicItems(N, P, inputs, outputs);

  const root = sha256(vec(fresh, label, ctx, vec(label, ctx, ...items), concat(...permutation.map(u16), ...factors.map(scalarBytes))));
  let index = 0;
  const nonces = (count) => range(count).map(() => hashToScalar(concat(root, u16(++index)), 'nonce'));
  const [r, r_hat, omega, omega_hat, omega_prime] = [nonces(N), nonces(N), nonces(4), nonces(N), nonces(N)];

  const c = new Array(N);
  permutation.forEach((j, i) => { c[j] = secretTimes(G, r[j]).add(base(i)); });
  const d = digest(label, ctx, items, c);
  const u = factorsU(d, N);
  const u_prime = permutation.map((j) => u[j]);

  const c_hat = [];
  for (let i = 0; i < N; i++) c_hat.push(secretTimes(G, r_hat[i]).add(secretTimes(i ? c_hat[i - 1] : h, u_prime[i])));

  const v = new Array(N).fill(1n);
  for (let i = N - 2; i >= 0; i--) v[i] = mod(u_prime[i + 1] * v[i + 1]);
  const r_bar = total(r);
  const r_circle = total(r_hat.map((x, i) => x * v[i]));
  const r_tilde = total(r.map((x, i) => x * u[i]));
  const rho = total(factors.map((x, i) => x * u[i]));

  const products = (points) => sum(points.map((point, i) => secretTimes(point, omega_prime[i])));
  const t = [
    secretTimes(G, omega[0]),
    secretTimes(G, omega[1]),
    secretTimes(G, omega[2]).add(products(range(N).map(base))),
    products(outputs.map((e) => e.B)).subtract(secretTimes(P, omega[3])),
    products(outputs.map((e) => e.A)).subtract(secretTimes(G, omega[3])),
    ...range(N).map((i) => secretTimes(G, omega_hat[i]).add(secretTimes(i ? c_hat[i - 1] : h, omega_prime[i]))),
  ];
  const k = challenge(d, c_hat, t);

  const scalars = [
    k,
    omega[0] + k * r_bar, omega[1] + k * r_circle, omega[2] + k * r_tilde, omega[3] + k * rho,
    ...omega_hat.map((w, i) => w + k * r_hat[i]),
    ...omega_prime.map((w, i) => w + k * u_prime[i]),
  ];
  return concat(...scalars.map((x) => scalarBytes(mod(x))), ...pointsBytes([...c, ...c_hat]));
}
