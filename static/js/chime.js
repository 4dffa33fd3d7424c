// Two short notes. Browsers let a page sound only once its reader has touched it: `wake()` is for such a moment.
const NOTES = [[659.25, 0], [880, 0.14]]; // hertz, seconds from now
const LOUD = 0.18;
const FADE = 0.32;

let context = null;

export function wake() {
  if (!globalThis.AudioContext) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume();
}

export function ring() {
  if (context?.state !== "running") return;
  for (const [frequency, after] of NOTES) {
    const at = context.currentTime + after;
    const note = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + FADE);
    note.connect(volume).connect(context.destination);
    note.start(at);
    note.stop(at + FADE);
  }
}
