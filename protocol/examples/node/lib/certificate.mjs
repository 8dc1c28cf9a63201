// A self-signed certificate for the host (N2): ECDSA P-256, written as DER by hand. Nobody looks at its names or dates (N3).

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const der = (tag, ...parts) => {
  const body = Buffer.concat(parts);
  const n = body.length;
  const length = n < 128 ? [n] : n < 256 ? [0x81, n] : [0x82, n >> 8, n & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts) => der(0x30, ...parts);
const oid = (...bytes) => der(0x06, Buffer.from(bytes));
const integer = (bytes) => der(0x02, bytes);
const utcTime = (text) => der(0x17, Buffer.from(text, 'ascii')); // until 2049 (RFC 5280, 4.1.2.5)
const generalizedTime = (text) => der(0x18, Buffer.from(text, 'ascii'));

const ECDSA_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const NAME = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('bura')))));

/** { key, cert } in PEM for tls, and the certificate's SHA-256. */
export function selfSigned() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = randomBytes(16);
  serial[0] = (serial[0] & 0x7f) | 0x40; // positive, and no leading zero
  const signed = sequence(
    der(0xa0, integer(Buffer.from([2]))), // version 3
    integer(serial),
    ECDSA_SHA256,
    NAME,
    sequence(utcTime('200101000000Z'), generalizedTime('99991231235959Z')),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', signed, privateKey);
  const certificate = sequence(signed, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/(.{64})/g, '$1\n').trimEnd()}\n-----END CERTIFICATE-----\n`,
    tls_bind: new Uint8Array(createHash('sha256').update(certificate).digest()),
  };
}
