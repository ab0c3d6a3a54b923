/**
 * Runs in the page of a wall and in the bare page that it is measured against, as text. It looks at every frame which of
 * the stacked layers is in front, and at every picture of a film when it was shown.
 */

/** One change of what is in front. Times in milliseconds. */
export interface Change {
  /** From the last picture of the item before to the first picture after the change; null after something else than a film. */
  gap: number | null
  /** Mean brightness of the first picture, from 0 to 255; null if it is no film. */
  light: number | null
  /** Pictures shown a second of the film before, and the rate of that film over the same seconds of it. */
  shown: number | null
}

export interface Probed {
  changes: Change[]
  /** Looks, and those at which nothing was to be seen in front. */
  looks: number
  blank: number
  /** The longest time between two looks. */
  pause: number
}

/**
 * Returns the script. `tail`: seconds of each film that play; the rest is passed over, so that many changes fit into a
 * minute. Null: films play whole.
 */
export const probe = (tail: number | null): string => `
window.probe = { changes: [], looks: 0, blank: 0, pause: 0 };
(() => {
  const tail = ${tail};
  const known = new Map();
  let front = null, before = 0;
  const canvas = new OffscreenCanvas(16, 9);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const light = (video) => {
    pen.drawImage(video, 0, 0, 16, 9);
    const { data } = pen.getImageData(0, 0, 16, 9);
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += data[i] + data[i + 1] + data[i + 2];
    return sum / (data.length / 4) / 3;
  };
  const follow = (video) => {
    const seen = { last: 0, first: null, now: null };
    known.set(video, seen);
    const frame = (_, { presentationTime, presentedFrames, mediaTime }) => {
      seen.last = presentationTime;
      seen.now = { presentedFrames, mediaTime };
      video.requestVideoFrameCallback(frame);
    };
    video.requestVideoFrameCallback(frame);
  };
  const skip = (video) => {
    const seen = known.get(video);
    seen.first = null;
    const go = () => {
      if (front !== video || !(video.duration > 0)) return;
      if (tail !== null && video.currentTime < video.duration - tail - 0.5) video.currentTime = video.duration - tail;
      // Counted from a little after the leap to the end.
      setTimeout(() => { if (front === video) seen.first = seen.now; }, 300);
    };
    setTimeout(go, 100);
  };
  const isSeen = (element) =>
    // During the leap to the end of a film its last picture stays.
    element instanceof HTMLVideoElement ? (element.readyState >= 2 || element.seeking) && element.videoWidth > 0
    : element instanceof HTMLImageElement ? element.complete && element.naturalWidth > 0
    : element.childElementCount > 0;
  const look = (time) => {
    requestAnimationFrame(look);
    for (const video of document.getElementsByTagName('video')) if (!known.has(video)) follow(video);
    const layers = [...document.getElementsByTagName('video')].map(({ parentElement }) => parentElement);
    if (layers.length === 0) return;
    const top = layers.reduce((a, b) => (Number(b.style.zIndex) > Number(a.style.zIndex) ? b : a));
    const medium = [...top.children].find((one) => !one.hidden);
    if (!medium) { if (front) { window.probe.looks += 1; window.probe.blank += 1; } return; }
    window.probe.looks += 1;
    if (before) window.probe.pause = Math.max(window.probe.pause, time - before);
    before = time;
    if (!isSeen(medium)) window.probe.blank += 1;
    const id = medium instanceof HTMLVideoElement ? medium : top;
    if (id === front) return;
    const old = known.get(front);
    const change = { gap: null, light: null, shown: null };
    if (medium instanceof HTMLVideoElement) {
      change.light = light(medium);
      if (old && old.last) change.gap = performance.now() - old.last;
    }
    if (old && old.first && old.now && old.now.mediaTime - old.first.mediaTime > 0.5)
      change.shown = (old.now.presentedFrames - old.first.presentedFrames) / (old.now.mediaTime - old.first.mediaTime);
    if (front) { window.probe.changes.push(change); window.noteChange?.(change); }
    front = id;
    if (medium instanceof HTMLVideoElement) skip(medium);
  };
  requestAnimationFrame(look);
})();`

/** A page with nothing but two videos on top of each other, which plays a list of files as a wall does. */
export const barePage = (files: readonly string[]): string => `<!doctype html><title>bare</title>
<style>body{margin:0;background:#000}div{position:absolute;inset:0 320px 180px 0}video{width:100%;height:100%;object-fit:contain}</style>
<div><video muted playsinline preload=auto></video></div><div><video muted playsinline preload=auto></video></div>
<script>
const files = ${JSON.stringify(files)};
const videos = [...document.querySelectorAll('video')];
let at = 0, turn = 0;
const load = (video) => { video.src = files[at++ % files.length]; };
const show = (video) => {
  const other = videos.find((one) => one !== video);
  video.requestVideoFrameCallback(() => {
    video.parentElement.style.zIndex = 2; other.parentElement.style.zIndex = 1;
    setTimeout(() => load(other), 400);
  });
  video.onended = () => show(other);
  void video.play();
};
load(videos[0]);
show(videos[0]);
</script>`
