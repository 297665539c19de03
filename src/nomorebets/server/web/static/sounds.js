// The sounds of a table, made here from noise and tones: off until somebody asks for them.

let context = null;

function noise(at, seconds, { frequency, q = 1, gain, type = "bandpass" }) {
  const buffer = context.createBuffer(1, Math.ceil(seconds * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = (2 * Math.random() - 1) * (1 - n / samples.length) ** 2;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type, frequency, Q: q });
  source.connect(filter).connect(new GainNode(context, { gain })).connect(context.destination);
  source.start(at);
}

function tone(at, seconds, frequency, gain) {
  const source = new OscillatorNode(context, { type: "triangle", frequency });
  const level = new GainNode(context, { gain });
  level.gain.setValueAtTime(gain, at);
  level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(level).connect(context.destination);
  source.start(at);
  source.stop(at + seconds);
}

const SOUNDS = {
  chip: (at) => [0, 0.05].forEach((late) => noise(at + late, 0.05, { frequency: 4200, q: 6, gain: 0.5 })),
  card: (at) => noise(at, 0.12, { frequency: 1800, q: 0.7, gain: 0.22 }),
  dice: (at) => [0, 0.09, 0.16, 0.3, 0.38, 0.52].forEach((late, n) => noise(at + late, 0.06, { frequency: 900 + 120 * n, q: 3, gain: 0.5 - 0.06 * n })),
  ball: (at) => Array.from({ length: 26 }, (_, n) => 0.06 * n + 0.0045 * n * n).forEach((late) => noise(at + late, 0.04, { frequency: 2600, q: 4, gain: 0.16 })),
  win: (at) => [523, 659, 784, 1047].forEach((frequency, n) => tone(at + 0.09 * n, 0.5, frequency, 0.12)),
};

/** One of the sounds, where they are asked for; `moves` says whether anything may stir at all. */
export function play(name, moves = true) {
  if (!moves || document.documentElement.dataset.sound !== "on" || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  SOUNDS[name](context.currentTime + 0.01);
}
