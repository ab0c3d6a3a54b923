import { useReducedMotion } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { firstImage, imageLike, type Standing, type View } from './spots.ts'
import { glided, glideMs, wrapped } from './turn.ts'

/** Duration of a full automatic turn: about six seconds. */
const playMs = 130

/** The last state of each visited view by history entry, so that Back from a film restores the same picture. */
const left = new Map<string, Standing>()

export interface Turn extends Standing {
  playing: boolean
  /** Null with reduced motion. */
  togglePlay: (() => void) | null
  /** Turns to an image, also from a still to the turntable. Stops any animation. */
  turnTo: (image: number) => void
  setView: (view: View) => void
  /** Goes to a picture found by `standingThatShows`. */
  goTo: (standing: Standing) => void
  /** Glides by a number of images. */
  glide: (images: number) => void
  /** Stops any animation and returns the current image of the turntable. */
  hold: () => number
}

/** Holds which picture of a vehicle is shown, and animates it. */
export function useTurn(vehicle: string, count: number, firstView: View): Turn {
  const { key } = useLocation()
  const entry = `${key} ${vehicle}`
  const [standing, setStanding] = useState<Standing>(
    () => left.get(entry) ?? { view: firstView, image: wrapped(firstImage, count) },
  )
  const [playing, setPlaying] = useState(false)
  const calm = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const frame = useRef(0)
  const latest = useRef(standing)

  const show = useCallback(
    (next: Standing) => {
      latest.current = next
      left.set(entry, next)
      setStanding(next)
    },
    [entry],
  )

  const hold = useCallback(() => {
    cancelAnimationFrame(frame.current)
    setPlaying(false)
    const { view, image } = latest.current
    return view === 'turn' ? image : imageLike[view]
  }, [])

  const goTo = useCallback(
    (next: Standing) => {
      hold()
      show(next)
    },
    [hold, show],
  )
  const turnTo = useCallback((image: number) => goTo({ view: 'turn', image }), [goTo])
  const setView = useCallback((view: View) => goTo({ view, image: hold() }), [goTo, hold])

  const glide = useCallback(
    (images: number) => {
      const from = hold()
      if (images === 0 || calm) return
      const began = performance.now()
      const step = (now: number) => {
        const share = (now - began) / glideMs
        show({ view: 'turn', image: wrapped(from + Math.round(images * glided(share)), count) })
        if (share < 1) frame.current = requestAnimationFrame(step)
      }
      frame.current = requestAnimationFrame(step)
    },
    [calm, count, hold, show],
  )

  const togglePlay = useCallback(() => {
    const image = hold()
    if (playing) return
    show({ view: 'turn', image })
    setPlaying(true)
  }, [hold, playing, show])

  useEffect(() => {
    if (!playing || calm) return
    const timer = setInterval(() => show({ view: 'turn', image: wrapped(latest.current.image + 1, count) }), playMs)
    return () => clearInterval(timer)
  }, [playing, calm, count, show])

  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  return { ...standing, playing, togglePlay: calm ? null : togglePlay, turnTo, setView, goTo, glide, hold }
}
