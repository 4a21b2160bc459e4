// A tile laid on wood: a short burst of noise through a narrow filter; and two notes that call. Nothing is fetched, nothing
// sounds unasked.
/** @type {AudioContext | null} */
let context = null;

/** Browsers let a page sound only after it was touched. */
export async function wakeUp() {
  context ??= new AudioContext();
  if (context.state === "suspended") await context.resume();
}

export function clack(delay = 0) {
  if (!context || context.state !== "running") return;
  const at = context.currentTime + delay / 1000;
  const length = Math.round(context.sampleRate * 0.05);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let one = 0; one < length; one++) samples[one] = (Math.random() * 2 - 1) * (1 - one / length) ** 6;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 1900 + Math.random() * 500, Q: 1.6 });
  const gain = new GainNode(context, { gain: 0.5 });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

/** Two soft notes: it is your turn. */
export function called() {
  const sounding = context;
  if (!sounding || sounding.state !== "running") return;
  [659, 880].forEach((frequency, place) => {
    const at = sounding.currentTime + place * 0.16;
    const tone = new OscillatorNode(sounding, { type: "sine", frequency });
    const gain = new GainNode(sounding, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.22, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(gain).connect(sounding.destination);
    tone.start(at);
    tone.stop(at + 0.55);
  });
}
