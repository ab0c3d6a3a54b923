import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMediaAttach } from '@videojs/react'
import { railAfterClick, railAtLoad, railRows } from './steps/buttons.ts'
import { type Engine, EngineContext, type FilmDialog, type Machine } from './context.ts'
import { takeEarlyFilm, unload } from './sources/early.ts'
import type { Film } from './film.ts'
import { makeClock } from './sources/frames.ts'
import { playAtOnce } from './sources/play-at-once.ts'
import { type PlaybackOptions, startPlayback } from './sources/playback.ts'
import { Player } from './sources/player.ts'
import { runSegments } from './steps/segment-runner.ts'
import { frameAtRest, segmentOf, timeOf } from './steps/segments.ts'
import { type PlayerPreferences, storePreferences, storedPreferences } from './controls/preferences.ts'

export interface FilmProviderProps {
  film: Film
  /** Tag of the language to watch the film in. The caller changes it when `onTongue` requests it. */
  tongue: string
  onTongue: (tag: string) => void
  /** Starts at once if the browser permits it: with sound, else muted with captions. Never with reduced motion. */
  autoplay: boolean
  /** Starts muted with captions, where no one asked for the film. */
  silent?: boolean
  plainIn: PlaybackOptions['plainIn']
  report: PlaybackOptions['report']
  findLanguages?: Engine['findLanguages']
  /** Opens the next film, if there is one. */
  onNext?: Engine['next']
  /** Whether customer mode is available. */
  forCustomers?: boolean
  /** Offers only the controls that a stranger needs. */
  simple?: boolean
  children: ReactNode
}

/** Provides a film to all components that show or control it: the view with its controls, the transcript, the steps. */
export function FilmProvider(props: FilmProviderProps) {
  return (
    <Player key={props.film.id}>
      <EngineProvider {...props} />
    </Player>
  )
}

function EngineProvider(props: FilmProviderProps) {
  const {
    film,
    tongue,
    onTongue,
    autoplay,
    silent = false,
    plainIn,
    report,
    findLanguages = null,
    onNext = null,
    forCustomers = false,
    simple = false,
    children,
  } = props
  const attach = useMediaAttach()
  const [machine, setMachine] = useState<Machine | null>(null)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [choices, setChoices] = useState<PlayerPreferences>(storedPreferences)
  const [rail, setRail] = useState(() => railAtLoad(film.buttons))
  const [dialog, setDialog] = useState<FilmDialog | null>(null)
  const [customerOn, setCustomerOn] = useState(false)
  const [begun, setBegun] = useState(false)
  const [starting, setStarting] = useState(autoplay && film.kind === 'narrated')
  const [silenced, setSilenced] = useState(silent)
  const [labelsAsked, setLabelsAsked] = useState(false)
  const latest = useRef({ film, autoplay, silent, plainIn, report })
  useEffect(() => {
    latest.current = { film, autoplay, silent, plainIn, report }
  })

  // The element survives a remount of the same view (development mounts every component twice).
  const kept = useRef<{ video: HTMLVideoElement; adopted: boolean; leaving?: ReturnType<typeof setTimeout> } | null>(
    null,
  )

  const mount = useCallback(
    (slot: HTMLElement) => {
      const { film: first, autoplay: plays, silent: quiet } = latest.current
      clearTimeout(kept.current?.leaving)
      kept.current ??= takeVideo(slot, first)
      const { video, adopted } = kept.current
      if (video.parentElement !== slot) slot.append(video)
      const machineNow: Machine = {
        video,
        clock: makeClock(video),
        playback: startPlayback(video, first.sources, {
          spoken: first.spoken,
          adopted,
          plainIn: (tag) => latest.current.plainIn(tag),
          report: (what) => latest.current.report(what),
        }),
        segments: first.kind === 'interactive' ? runSegments(video, stepsOf(first)) : null,
      }
      const onBegin = () => {
        if (first.kind === 'interactive' ? !video.paused : !video.paused || video.currentTime > 0) setBegun(true)
      }
      const onVolume = () => {
        if (!video.muted) setSilenced(false)
      }
      for (const event of beginnings) video.addEventListener(event, onBegin)
      video.addEventListener('volumechange', onVolume)
      if (first.kind === 'interactive') video.currentTime = timeOf(frameAtRest(first.restTime, first.timesIn))
      else if (plays && !isUnderDialog(video)) {
        if (quiet) silence(video)
        void playAtOnce(video, silence).then((how) => {
          if (how === 'silenced') setSilenced(true)
          setStarting(false)
        })
      } else setStarting(false)
      attach?.(video)
      setMachine(machineNow)
      return () => {
        machineNow.clock.stop()
        machineNow.segments?.stop()
        machineNow.playback.stop()
        for (const event of beginnings) video.removeEventListener(event, onBegin)
        video.removeEventListener('volumechange', onVolume)
        attach?.(null)
        setMachine(null)
        if (kept.current) kept.current = { video, adopted, leaving: setTimeout(() => unload(video), 0) }
      }
    },
    [attach],
  )

  // Before the film begins its labels are off, whatever was chosen for the last film.
  const labelsOn = choices.labels && (begun || labelsAsked)
  const captionsOn = choices.captions || silenced
  const toggle = useCallback(
    (what: 'labels' | 'captions' | 'keys') => {
      if (what === 'labels') setLabelsAsked(true)
      if (what === 'captions') setSilenced(false)
      const now = { labels: labelsOn, captions: captionsOn }
      setChoices((before) => storePreferences({ ...before, [what]: !{ ...before, ...now }[what] }))
    },
    [labelsOn, captionsOn],
  )

  const openDialog = useCallback((which: FilmDialog | null) => {
    // Full screen hides everything but the film, including dialogs.
    if (which && document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    setDialog(which)
  }, [])

  const setRate = useCallback(
    (rate: number) => {
      if (machine) playAt(machine.video, rate)
      setChoices((before) => storePreferences({ ...before, rate }))
    },
    [machine],
  )

  const playStep = useCallback(
    (id: string) => {
      const button = film.buttons.find((other) => other.id === id)
      if (!button || !machine?.segments) return
      machine.segments.play(id)
      setRail((before) => railAfterClick(before, button))
    },
    [film.buttons, machine],
  )

  const { playback } = machine ?? {}
  const speaks = film.narrations.some(({ tag }) => tag === tongue)
  useEffect(() => {
    if (playback && speaks) playback.speak(tongue)
  }, [playback, speaks, tongue])

  const engine = useMemo<Engine>(
    () => ({
      film,
      machine,
      mount,
      stage,
      setStage,
      waits: !begun && !starting,
      labelsOn,
      captionsOn,
      keysOn: choices.keys,
      toggle,
      setRate,
      dialog,
      openDialog,
      findLanguages,
      next: onNext,
      customer: forCustomers ? { on: customerOn, set: setCustomerOn } : null,
      simple: simple || (forCustomers && customerOn),
      tongue,
      chooseTongue: (tag) => {
        // A language without narration needs its captions.
        if (!film.narrations.some((other) => other.tag === tag))
          setChoices((before) => storePreferences({ ...before, captions: true }))
        onTongue(tag)
      },
      playStep,
      playNumber: (number) => {
        const row = railRows(film.buttons, rail).find((other) => other.number === number)
        if (row) playStep(row.button.id)
      },
      rail,
    }),
    [
      film,
      machine,
      mount,
      stage,
      begun,
      starting,
      labelsOn,
      captionsOn,
      choices.keys,
      toggle,
      setRate,
      dialog,
      openDialog,
      findLanguages,
      onNext,
      forCustomers,
      customerOn,
      simple,
      tongue,
      onTongue,
      playStep,
      rail,
    ],
  )
  return <EngineContext value={engine}>{children}</EngineContext>
}

/** Events with which a film may have begun. */
const beginnings = ['playing', 'seeking']

const isUnderDialog = (video: HTMLVideoElement): boolean =>
  [...document.querySelectorAll('dialog:modal')].some((dialog) => !dialog.contains(video))

const stepsOf = ({ buttons }: Film) =>
  buttons.flatMap((button) => {
    const segment = segmentOf(button)
    return segment ? [{ id: button.id, segment }] : []
  })

/** Sets the speed, and the default speed, because a new source starts with the default. */
function playAt(video: HTMLVideoElement, rate: number): void {
  video.defaultPlaybackRate = rate
  video.playbackRate = rate
}

/** The volume of narrated films: starts at a half, then keeps the user's choice until the page is reloaded. */
const sound = { volume: 0.5, muted: false }
/** Films that the page muted: that is not the user's choice. */
const mutedByPage = new WeakSet<HTMLVideoElement>()

function silence(video: HTMLVideoElement): void {
  mutedByPage.add(video)
  video.muted = true
}

function takeVideo(slot: HTMLElement, film: Film) {
  const early = takeEarlyFilm(slot, film.sources.mp4)
  const video = early ?? document.createElement('video')
  if (!early) slot.append(video)
  video.removeAttribute('style')
  video.removeAttribute('class')
  video.controls = false
  video.playsInline = true
  video.preload = 'auto'
  playAt(video, storedPreferences().rate)
  if (film.poster && !early) video.poster = film.poster
  // The poster is for the time of loading: then the film shows its own first frame.
  video.addEventListener('loadeddata', () => video.removeAttribute('poster'), { once: true })
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) video.removeAttribute('poster')
  if (film.kind === 'interactive') video.muted = true
  else {
    video.volume = sound.volume
    video.muted = sound.muted
    video.addEventListener('volumechange', () => {
      sound.volume = video.volume
      if (!video.muted) mutedByPage.delete(video)
      if (!mutedByPage.has(video)) sound.muted = video.muted
    })
  }
  return { video, adopted: early !== null }
}
