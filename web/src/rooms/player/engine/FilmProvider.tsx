import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMediaAttach } from '@videojs/react'
import { railAfterClick, railAtLoad, railRows } from './steps/buttons.ts'
import { type Engine, EngineContext, type FilmDialog, type Machine } from './context.ts'
import { takeEarlyFilm, unload } from './sources/early.ts'
import type { Film } from './film.ts'
import { makeClock } from './sources/frames.ts'
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
  /** Autoplays: only after a user gesture, and never with reduced motion. */
  autoplay: boolean
  plainIn: PlaybackOptions['plainIn']
  report: PlaybackOptions['report']
  findLanguages?: Engine['findLanguages']
  /** Whether customer mode is available. */
  forCustomers?: boolean
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
    plainIn,
    report,
    findLanguages = null,
    forCustomers = false,
    children,
  } = props
  const attach = useMediaAttach()
  const [machine, setMachine] = useState<Machine | null>(null)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [choices, setChoices] = useState<PlayerPreferences>(storedPreferences)
  const [rail, setRail] = useState(() => railAtLoad(film.buttons))
  const [dialog, setDialog] = useState<FilmDialog | null>(null)
  const [customerOn, setCustomerOn] = useState(false)
  const latest = useRef({ film, autoplay, plainIn, report })
  useEffect(() => {
    latest.current = { film, autoplay, plainIn, report }
  })

  // The element survives a remount of the same view (development mounts every component twice).
  const kept = useRef<{ video: HTMLVideoElement; adopted: boolean; leaving?: ReturnType<typeof setTimeout> } | null>(
    null,
  )

  const mount = useCallback(
    (slot: HTMLElement) => {
      const { film: first, autoplay: plays } = latest.current
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
      if (first.kind === 'interactive') video.currentTime = timeOf(frameAtRest(first.restTime, first.timesIn))
      else if (plays) void video.play().catch(() => undefined)
      attach?.(video)
      setMachine(machineNow)
      return () => {
        machineNow.clock.stop()
        machineNow.segments?.stop()
        machineNow.playback.stop()
        attach?.(null)
        setMachine(null)
        if (kept.current) kept.current = { video, adopted, leaving: setTimeout(() => unload(video), 0) }
      }
    },
    [attach],
  )

  const toggle = useCallback((what: 'labels' | 'captions' | 'keys') => {
    setChoices((before) => storePreferences({ ...before, [what]: !before[what] }))
  }, [])

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
      labelsOn: choices.labels,
      captionsOn: choices.captions,
      keysOn: choices.keys,
      toggle,
      setRate,
      dialog,
      openDialog,
      findLanguages,
      customer: forCustomers ? { on: customerOn, set: setCustomerOn } : null,
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
      choices,
      toggle,
      setRate,
      dialog,
      openDialog,
      findLanguages,
      forCustomers,
      customerOn,
      tongue,
      onTongue,
      playStep,
      rail,
    ],
  )
  return <EngineContext value={engine}>{children}</EngineContext>
}

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
  if (film.kind === 'interactive') video.muted = true
  else {
    video.volume = sound.volume
    video.muted = sound.muted
    video.addEventListener('volumechange', () => {
      sound.volume = video.volume
      sound.muted = video.muted
    })
  }
  return { video, adopted: early !== null }
}
