// Here: short tones made on the spot. Never: a sound file, a sound before the person has touched the page.

const NOTES = {
  turn: [[523, 0], [784, 0.11]],
  raise: [[392, 0], [392, 0.14], [523, 0.28]],
  card: [[220, 0]],
  win: [[523, 0], [659, 0.12], [784, 0.24]],
  lose: [[392, 0], [330, 0.16]],
  talk: [[880, 0]],
};

let context = null;

/** Plays a tune by name where the person's settings allow it. */
export function play(name, settings) {
  if (settings.sounds !== "yes" || !(name in NOTES)) return;
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [pitch, after] of NOTES[name]) tone(pitch, context.currentTime + after, name === "card" ? 0.05 : 0.16);
}

function tone(pitch, at, long) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = "sine";
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.09, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0008, at + long);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + long + 0.02);
}
