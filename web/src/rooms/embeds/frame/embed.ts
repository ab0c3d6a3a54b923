import type { EmbedPageData, PlayerReady } from '@cutaway/contract/pages/embed-page.ts'

/**
 * The script of the embed page. It is all that loads before a person wants to play: the player follows then. It imports
 * nothing, so that it stays one small file, and stores nothing in the browser.
 *
 * It tells the page around the frame the height of its content, {context: 'cutaway', event: 'height', value}, and
 * receives the messages of Player.js (version 0.0.11), so that the page can play the film and follow it.
 */

const context = 'player.js'
const version = '0.0.11'
const element = document.getElementById('data')
const data = element ? (JSON.parse(element.textContent) as EmbedPageData) : null
const video = document.getElementById('film')
const start = document.getElementById('start')

const toPage = (message: object) => {
  if (parent !== window) parent.postMessage(JSON.stringify(message), '*')
}

// ── height ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const bar = 44
let told = 0
function tellHeight() {
  const { scrollHeight, clientWidth } = document.documentElement
  // A single film fills its frame: its own height follows from the width.
  const value = document.body.classList.contains('single') ? Math.round((clientWidth * 9) / 16) + bar : scrollHeight
  if (value === told) return
  told = value
  toPage({ context: 'cutaway', event: 'height', value })
}
new ResizeObserver(tellHeight).observe(document.body)
tellHeight()

// The language menu closes like a menu.
const tongues = document.querySelector<HTMLDetailsElement>('.tongues')
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !tongues?.open) return
  tongues.open = false
  tongues.querySelector('summary')?.focus()
})
document.addEventListener('pointerdown', ({ target }) => {
  if (tongues?.open && target instanceof Node && !tongues.contains(target)) tongues.open = false
})

// ── the film ─────────────────────────────────────────────────────────────────────────────────────────────────────────

if (data && video instanceof HTMLVideoElement && start instanceof HTMLButtonElement) {
  video.controls = false
  video.volume = 0.5
  start.hidden = false
  const play = startPlaying(data, video, start)
  receive(video, play)
} else if (data?.player.frame_url && start instanceof HTMLButtonElement) {
  start.hidden = false
  startPlaying(data, null, start)
}

/** Returns what plays the film. The film and its player load beside each other. */
function startPlaying(
  page: EmbedPageData,
  film: HTMLVideoElement | null,
  button: HTMLButtonElement,
): () => Promise<void> {
  let loading: Promise<PlayerReady> | undefined
  const load = () => {
    for (const href of page.preload) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    return new Promise<PlayerReady>((resolve, reject) => {
      const ready = (event: Event) => resolve((event as CustomEvent<PlayerReady>).detail)
      document.addEventListener('cutaway-player', ready, { once: true })
      import(/* @vite-ignore */ page.script).catch(reject)
    })
  }
  const play = async () => {
    button.setAttribute('aria-busy', 'true')
    // At once: a browser allows sound only close to the click.
    const isPlaying = film
      ? film.play().then(
          () => true,
          () => false,
        )
      : Promise.resolve(false)
    try {
      const begin = await (loading ??= load())
      document.body.toggleAttribute('data-started', true)
      await begin?.()
    } catch {
      // The player did not load: the browser's own controls serve, and the next click tries again.
      loading = undefined
      if (film) film.controls = true
      button.hidden = await isPlaying
    } finally {
      button.removeAttribute('aria-busy')
    }
  }
  // Once the player is there, its own button serves.
  button.addEventListener('click', () => {
    if (!document.body.hasAttribute('data-started')) void play()
  })
  return play
}

// ── Player.js ────────────────────────────────────────────────────────────────────────────────────────────────────────

function receive(film: HTMLVideoElement, play: () => Promise<void>): void {
  /** Listeners of the page around, by event. */
  const listeners = new Map<string, Set<string>>()
  const seconds = () => ({ seconds: film.currentTime, duration: film.duration || data!.player.duration })
  const ranges = film.buffered
  const events: Record<string, [string, () => unknown]> = {
    play: ['play', () => undefined],
    pause: ['pause', () => undefined],
    ended: ['ended', () => undefined],
    timeupdate: ['timeupdate', seconds],
    progress: [
      'progress',
      () => ({ percent: ranges.length > 0 ? ranges.end(ranges.length - 1) / (film.duration || 1) : 0 }),
    ],
    seeked: ['seeked', seconds],
    error: ['error', () => ({ code: film.error?.code ?? 0 })],
  }
  const methods: Record<string, (value: unknown) => unknown> = {
    play: () => void play(),
    pause: () => film.pause(),
    getPaused: () => film.paused,
    mute: () => void (film.muted = true),
    unmute: () => void (film.muted = false),
    getMuted: () => film.muted,
    // 0 to 100, as Player.js has it.
    setVolume: (value) => void (film.volume = Math.min(1, Math.max(0, Number(value) / 100 || 0))),
    getVolume: () => Math.round(film.volume * 100),
    getDuration: () => film.duration || data!.player.duration,
    setCurrentTime: (value) => void (film.currentTime = Math.max(0, Number(value) || 0)),
    getCurrentTime: () => film.currentTime,
    setLoop: (value) => void (film.loop = Boolean(value)),
    getLoop: () => film.loop,
  }
  const tell = (event: string, value?: unknown, listener?: string) =>
    toPage({ context, version, event, ...(value === undefined ? {} : { value }), ...(listener ? { listener } : {}) })
  for (const [event, [name, value]] of Object.entries(events))
    film.addEventListener(name, () => {
      for (const listener of listeners.get(event) ?? []) tell(event, value(), listener)
    })

  const ready = (listener?: string) =>
    tell(
      'ready',
      { src: location.href.split('?')[0], events: ['ready', ...Object.keys(events)], methods: Object.keys(methods) },
      listener,
    )

  addEventListener('message', ({ source, data: text }) => {
    if (source !== parent || typeof text !== 'string') return
    const message = read(text)
    if (message?.['context'] !== context) return
    const { method, value, listener } = message
    const name = typeof listener === 'string' ? listener.slice(0, 200) : ''
    if (method === 'addEventListener' && typeof value === 'string') {
      if (value === 'ready') return ready(name)
      const known = listeners.get(value) ?? new Set()
      if (Object.hasOwn(events, value) && known.size < 50) listeners.set(value, known.add(name))
      return
    }
    if (method === 'removeEventListener' && typeof value === 'string') {
      if (name === '') listeners.delete(value)
      else listeners.get(value)?.delete(name)
      return
    }
    if (typeof method !== 'string' || !Object.hasOwn(methods, method)) return
    const answer = methods[method]!(value)
    if (answer !== undefined) tell(method, answer, name)
  })
  ready()
}

function read(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}
