// Short wooden taps made by the browser itself: no sound files. Off until someone switches them on.
import { settings } from './settings.js';

let context: AudioContext | null = null;

type Tone = readonly [frequency: number, start: number, length: number];

const TONES = {
  move: [[320, 0, 0.06]],
  capture: [
    [240, 0, 0.05],
    [180, 0.05, 0.07],
  ],
  check: [
    [520, 0, 0.07],
    [520, 0.1, 0.07],
  ],
  end: [
    [392, 0, 0.14],
    [330, 0.16, 0.14],
    [262, 0.32, 0.24],
  ],
} as const satisfies Record<string, readonly Tone[]>;

export type SoundName = keyof typeof TONES;

export function play(name: SoundName): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [frequency, start, length] of TONES[name]) tap(context, frequency, context.currentTime + start, length);
}

function tap(audio: AudioContext, frequency: number, at: number, length: number): void {
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(frequency, at);
  loudness.gain.setValueAtTime(0.18, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}
