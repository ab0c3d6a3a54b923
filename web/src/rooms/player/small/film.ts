import type { PlayerData } from '@cutaway/contract/pages/small-player.ts'
import { startCaptions } from './captions.ts'
import { byId, filled, mark } from './elements.ts'
import { startLabels } from './labels.ts'

/** Renders the film's own controls in place of the browser's. */

/** Seconds that a key jumps. */
const forward = 5
const back = 2.3

/**
 * `answer` returns the customer's answer in words, for the end of the film. Returns what plays the film; undefined if the
 * page lacks its elements. The film may be playing already.
 */
export function startFilm(
  data: PlayerData,
  video: HTMLVideoElement,
  answer: () => string,
): (() => Promise<void>) | undefined {
  const { chapters, texts } = data
  /** Of a file of another website, it may be known only when the film has loaded. */
  let { duration } = data
  const stage = byId('stage', HTMLElement)
  const start = byId('start', HTMLButtonElement)
  const controls = byId('controls', HTMLElement)
  const play = byId('play', HTMLButtonElement)
  const mute = byId('mute', HTMLButtonElement)
  const full = byId('full', HTMLButtonElement)
  const seek = byId('seek', HTMLInputElement)
  const at = byId('at', HTMLElement)
  if (!stage || !start || !controls || !play || !mute || !full || !seek || !at) return undefined
  const say = (key: string, values: Record<string, string> = {}) => filled(texts[key] ?? key, values)
  const bars = [...controls.querySelectorAll<HTMLElement>('.bars i')]
  // As wide as they are long.
  for (const [i, bar] of bars.entries()) bar.style.flexGrow = String(endOf(i) - startOf(i))

  video.controls = false
  video.volume = 0.5
  start.hidden = !video.paused
  controls.hidden = false
  const captions = startCaptions(data, video)
  startLabels(data, video)

  function startOf(i: number) {
    return chapters[i]?.start ?? 0
  }
  function endOf(i: number) {
    return chapters[i + 1]?.start ?? duration
  }

  async function begin() {
    captions.load()
    try {
      await video.play()
    } catch (error) {
      // Some browsers allow autoplay only when muted.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || video.muted) return
      video.muted = true
      byId('sound', HTMLElement)?.removeAttribute('hidden')
      await video.play().catch(() => undefined)
    }
  }
  const toggle = () => {
    if (video.paused) void begin()
    else video.pause()
  }

  video.addEventListener('loadedmetadata', () => {
    if (duration > 0 || !Number.isFinite(video.duration)) return
    duration = video.duration
    seek.max = String(duration)
    const length = byId('length', HTMLElement)
    if (length) length.textContent = clock(duration)
  })
  function draw() {
    const now = video.currentTime
    seek!.value = String(now)
    at!.textContent = clock(now)
    for (const [i, bar] of bars.entries()) {
      const share = (now - startOf(i)) / Math.max(0.1, endOf(i) - startOf(i))
      bar.style.setProperty('--done', String(Math.min(1, Math.max(0, share))))
    }
    const chapter = chapters.findLast(({ start: from }) => from <= now)?.title
    const [time, whole] = [clock(now), clock(duration)]
    seek!.setAttribute(
      'aria-valuetext',
      chapter
        ? say('film_time_of_chapter', { time, duration: whole, chapter })
        : say('film_time_of', { time, duration: whole }),
    )
  }
  function drawState() {
    const playing = !video.paused && !video.ended
    mark(stage!, 'data-playing', playing)
    mark(stage!, 'data-muted', video.muted)
    play!.setAttribute('aria-label', say(playing ? 'film_pause' : video.ended ? 'film_replay' : 'film_play'))
    mute!.setAttribute('aria-label', say(video.muted ? 'film_unmute' : 'film_mute'))
  }

  start.addEventListener('click', () => {
    void begin()
    play.focus()
  })
  video.addEventListener('play', () => (start.hidden = true))
  play.addEventListener('click', toggle)
  video.addEventListener('click', toggle)
  mute.addEventListener('click', () => (video.muted = !video.muted))
  for (const event of ['play', 'pause', 'ended', 'volumechange']) video.addEventListener(event, drawState)
  for (const event of ['timeupdate', 'seeking', 'loadedmetadata']) video.addEventListener(event, draw)

  seek.addEventListener('input', () => {
    captions.load()
    video.currentTime = Number(seek.value)
  })
  seek.addEventListener('keydown', (event) => {
    const by = { ArrowRight: forward, ArrowUp: forward, ArrowLeft: -back, ArrowDown: -back }[event.key]
    if (by === undefined) return
    event.preventDefault()
    jump(by)
  })
  const jump = (by: number) => {
    captions.load()
    video.currentTime = Math.min(duration, Math.max(0, video.currentTime + by))
  }
  byId('back', HTMLElement)?.addEventListener('click', () => jump(-back))
  byId('forward', HTMLElement)?.addEventListener('click', () => jump(forward))
  startSpeed(video, say('film_speed'))
  full.addEventListener('click', () => {
    if (document.fullscreenElement) return void document.exitFullscreen()
    if (typeof stage.requestFullscreen === 'function') return void stage.requestFullscreen().catch(() => undefined)
    // An iPhone plays films in its native player.
    ;(video as { webkitEnterFullscreen?: () => void }).webkitEnterFullscreen?.()
  })
  // If the film could only start muted, one press turns the sound on.
  const sound = byId('sound', HTMLElement)
  sound?.addEventListener('click', () => {
    video.muted = false
    play.focus()
  })
  video.addEventListener('volumechange', () => {
    if (sound && !video.muted) sound.hidden = true
  })
  startEnd(video, answer, () => void begin())
  video.addEventListener('error', () => {
    const words = document.createElement('p')
    words.className = 'trouble'
    words.setAttribute('role', 'alert')
    words.textContent = say('film_not_playing')
    stage.querySelector('.trouble')?.remove()
    stage.append(words)
  })
  video.addEventListener('playing', () => stage.querySelector('.trouble')?.remove())
  drawState()
  draw()
  return begin
}

/** Shows what to do at the end of the film, and the customer's answer, over the last frame. */
function startEnd(video: HTMLVideoElement, answer: () => string, replay: () => void): void {
  const after = byId('after', HTMLElement)
  const words = byId('after-answer', HTMLElement)
  const again = byId('replay', HTMLElement)
  if (!after || !words || !again) return
  video.addEventListener('ended', () => {
    const given = answer()
    words.textContent = given
    words.hidden = given === ''
    after.hidden = false
  })
  for (const event of ['play', 'seeking']) video.addEventListener(event, () => (after.hidden = true))
  again.addEventListener('click', () => {
    replay()
    byId('play', HTMLElement)?.focus()
  })
}

const speeds = [1, 1.25, 1.5, 0.75]

function startSpeed(video: HTMLVideoElement, name: string): void {
  const button = byId('speed', HTMLButtonElement)
  const value = byId('speed-value', HTMLElement)
  if (!button || !value) return
  const draw = () => {
    value.textContent = `${video.playbackRate}×`
    button.setAttribute('aria-label', `${name}: ${video.playbackRate}×`)
  }
  button.addEventListener('click', () => {
    video.playbackRate = speeds[(speeds.indexOf(video.playbackRate) + 1) % speeds.length] ?? 1
  })
  video.addEventListener('ratechange', draw)
  draw()
}

/** 72.4 -> '1:12' */
function clock(seconds: number): string {
  const whole = Math.floor(seconds + 0.05)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
