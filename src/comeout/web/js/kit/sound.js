// Sound effects, synthesised with the Web Audio API: no file is loaded. The audio context starts with the visitor's
// first touch or key press, as browsers demand, and nothing is played before it, while the page is hidden or while
// sound is muted.

import { moves, preferences } from "./preferences.js";

/** @typedef {{context: BaseAudioContext, out: AudioNode, at: number, noise: AudioBuffer}} Desk where a sound goes, and when it starts */
/** @typedef {{pitch: number, after?: number, seconds: number, gain: number, sharp?: number, type?: OscillatorType}} Note */

/** Gain that counts as silence; an exponential ramp cannot reach zero. */
const SILENCE = 0.0001;
const ATTACK_S = 0.004;

/**
 * Play filtered noise that dies away: something hits something.
 * @param {Desk} desk
 * @param {Note} note
 */
function hit({ context, out, at, noise }, { pitch, after = 0, seconds, gain, sharp = 1 }) {
  const source = context.createBufferSource();
  source.buffer = noise;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = sharp;
  source.connect(band).connect(fading({ context, out, at: at + after, seconds, gain }));
  source.start(at + after, Math.random() * (noise.duration - seconds), seconds);
}

/**
 * Play a tone that dies away.
 * @param {Desk} desk
 * @param {Note} note
 */
function tone({ context, out, at }, { pitch, after = 0, seconds, gain, type = "sine" }) {
  const source = context.createOscillator();
  source.type = type;
  source.frequency.value = pitch;
  source.connect(fading({ context, out, at: at + after, seconds, gain }));
  source.start(at + after);
  source.stop(at + after + seconds);
}

/**
 * Return a gain node that rises at once and dies away.
 * @param {{context: BaseAudioContext, out: AudioNode, at: number, seconds: number, gain: number}} how
 */
function fading({ context, out, at, seconds, gain }) {
  const fade = context.createGain();
  fade.gain.setValueAtTime(SILENCE, at);
  fade.gain.exponentialRampToValueAtTime(gain, at + ATTACK_S);
  fade.gain.exponentialRampToValueAtTime(SILENCE, at + seconds);
  fade.connect(out);
  return fade;
}

/** @param {Desk} desk @param {number} after @param {number} gain */
function onFelt(desk, after, gain) {
  hit(desk, { pitch: 240, after, seconds: 0.11, gain: gain * 2.2, sharp: 1.2 });
  hit(desk, { pitch: 1900, after, seconds: 0.03, gain: gain * 0.8, sharp: 2 });
}

/** @param {Desk} desk @param {number} after */
function onWall(desk, after) {
  hit(desk, { pitch: 620, after, seconds: 0.14, gain: 1.4, sharp: 0.9 });
  hit(desk, { pitch: 2600, after, seconds: 0.04, gain: 0.9, sharp: 3 });
}

/** @param {Desk} desk @param {number} after @param {number} gain */
function chip(desk, after, gain) {
  hit(desk, { pitch: 3600, after, seconds: 0.05, gain: gain * 1.6, sharp: 6 });
  tone(desk, { pitch: 4150 + Math.random() * 500, after, seconds: 0.06, gain: gain * 0.16, type: "triangle" });
}

/**
 * How each sound is made. The throw follows the animation of the dice: felt, wall, felt again, at rest.
 * @type {{[name: string]: {channel: string, buzz?: number[], make: (desk: Desk) => void}}}
 */
export const SOUNDS = {
  throw: {
    channel: "table",
    buzz: [12, 320, 18],
    make: (desk) => {
      onFelt(desk, 0.2, 0.7);
      onWall(desk, 0.42);
      [0.62, 0.82, 0.95, 1.08].forEach((after, bounce) => onFelt(desk, after, 0.6 / (bounce + 1)));
    },
  },
  land: { channel: "table", buzz: [18], make: (desk) => onFelt(desk, 0, 0.7) },
  chip: { channel: "table", buzz: [6], make: (desk) => [0, 0.05].forEach((after) => chip(desk, after, 0.5 - after * 4)) },
  win: {
    channel: "results",
    buzz: [20, 60, 20],
    make: (desk) => {
      [523.25, 659.25, 783.99].forEach((pitch, step) => tone(desk, { pitch, after: step * 0.09, seconds: 0.4, gain: 0.22, type: "triangle" }));
      [0.3, 0.36, 0.41, 0.47].forEach((after) => chip(desk, after, 0.3));
    },
  },
  lose: { channel: "results", make: (desk) => [196, 155.56].forEach((pitch, step) => tone(desk, { pitch, after: step * 0.16, seconds: 0.34, gain: 0.26 })) },
  tick: { channel: "results", buzz: [8], make: (desk) => tone(desk, { pitch: 880, seconds: 0.09, gain: 0.18 }) },
  closed: { channel: "results", make: (desk) => [587.33, 440].forEach((pitch, step) => tone(desk, { pitch, after: step * 0.13, seconds: 0.22, gain: 0.2, type: "triangle" })) },
};

/** Return a second of white noise, from which everything that hits something is made. @param {BaseAudioContext} context */
export function whiteNoise(context) {
  const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let each = 0; each < samples.length; each++) samples[each] = Math.random() * 2 - 1;
  return noise;
}

/** @type {{context: AudioContext, noise: AudioBuffer} | null} */
let desk = null;

/** Start the audio context with the visitor's first touch or key press. */
export function startSound() {
  const begin = () => {
    if (desk || !("AudioContext" in window)) return;
    // on phones that have one, the switch for silence then holds for the page too
    const session = /** @type {{audioSession?: {type: string}}} */ (navigator).audioSession;
    if (session) session.type = "ambient";
    const context = new AudioContext();
    desk = { context, noise: whiteNoise(context) };
    for (const kind of FIRST) removeEventListener(kind, begin, true);
  };
  for (const kind of FIRST) addEventListener(kind, begin, true);
}

const FIRST = ["pointerdown", "keydown"];

/** Return the volume of a channel from 0 to 1; nothing while sound is muted. @param {string} channel */
export function volumeOf(channel) {
  return preferences.get("mute") ? 0 : preferences.get(`volume-${channel}`) / 100;
}

/**
 * Play a sound and let the device vibrate with it, as far as the visitor wants either.
 * @param {string} name
 */
export function sound(name) {
  if (document.hidden || !desk) return;
  const { channel, make, buzz } = SOUNDS[name];
  if (buzz && preferences.get("haptics") && moves()) navigator.vibrate?.(buzz);
  const volume = volumeOf(channel);
  if (!volume) return;
  const { context, noise } = desk;
  void context.resume();
  const out = context.createGain();
  out.gain.value = volume * volume; // loudness is heard on a curve
  out.connect(context.destination);
  make({ context, out, at: context.currentTime, noise });
}
