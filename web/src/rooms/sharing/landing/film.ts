import type { CustomerData } from '@cutaway/contract/customer-page.ts'
import { startCaptions } from './captions.ts'
import { byId, filled, mark } from './elements.ts'
import { startLabels } from './labels.ts'

/** Renders the film's own controls in place of the browser's. */

/** Seconds that a key jumps. */
const forward = 5
const back = 2.3

export function startFilm(data: CustomerData, video: HTMLVideoElement): void {
  const { duration, chapters, texts } = data
  const stage = byId('stage', HTMLElement)
  const start = byId('start', HTMLButtonElement)
  const controls = byId('controls', HTMLElement)
  const play = byId('play', HTMLButtonElement)
  const mute = byId('mute', HTMLButtonElement)
  const full = byId('full', HTMLButtonElement)
  const seek = byId('seek', HTMLInputElement)
  const at = byId('at', HTMLElement)
  if (!stage || !start || !controls || !play || !mute || !full || !seek || !at) return
  const say = (key: string, values: Record<string, string> = {}) => filled(texts[key] ?? key, values)
  const bars = [...controls.querySelectorAll<HTMLElement>('.bars i')]
  // As wide as they are long.
  for (const [i, bar] of bars.entries()) bar.style.flexGrow = String(endOf(i) - startOf(i))

  video.controls = false
  video.volume = 0.5
  start.hidden = false
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
    video.currentTime = Math.min(duration, Math.max(0, video.currentTime + by))
  })
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
  const next = byId('next', HTMLElement)
  video.addEventListener('ended', () => {
    if (next) next.hidden = false
  })
  video.addEventListener('play', () => {
    if (next) next.hidden = true
  })
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
}

/** 72.4 -> '1:12' */
function clock(seconds: number): string {
  const whole = Math.floor(seconds + 0.05)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
