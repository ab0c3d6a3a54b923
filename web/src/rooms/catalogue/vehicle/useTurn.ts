import { useReducedMotion } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { firstImage, imageLike, type Standing, type View } from './spots.ts'
import { glided, glideMs, wrapped } from './turn.ts'

/** A full turn by itself takes about six seconds. */
const playMs = 130

/** How each visited view was left, so that the way back from a film leads to the same picture. By history entry. */
const left = new Map<string, Standing>()

export interface Turn extends Standing {
  playing: boolean
  /** Null where the person wants no movement. */
  togglePlay: (() => void) | null
  /** Turns to an image, and from a still to the turntable. Whatever moved stops. */
  turnTo: (image: number) => void
  setView: (view: View) => void
  /** Goes to a picture found by `standingThatShows`. */
  goTo: (standing: Standing) => void
  /** Turns on by some images, slowing down. */
  glide: (images: number) => void
  /** Stops whatever moves, and answers the image on which the turntable stands. */
  hold: () => number
}

/** Which picture of a vehicle is shown, and what moves it. */
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
