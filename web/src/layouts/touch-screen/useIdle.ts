import { useEffect, useRef, useState } from 'react'
import { later, secondsLeft, touch, untouched, warning } from './idle.ts'

const tick = 500

const playing = (): number | null => {
  const film = [...document.querySelectorAll('video')].find((video) => !video.paused && !video.ended)
  return film ? (Number.isFinite(film.duration) ? film.duration : 0) : null
}

/**
 * Watches for touches. Returns the remaining seconds during the warning, else null. Calls `onTouch` at a touch and
 * `onEnd` at the timeout. With `armed`, the timeout starts at once, not only after the first touch.
 */
export function useIdle(options: {
  seconds: number
  armed: boolean
  onTouch: () => void
  onEnd: () => void
}): number | null {
  const { seconds, armed } = options
  const [left, setLeft] = useState<number | null>(null)
  const actions = useRef(options)
  useEffect(() => {
    actions.current = options
  })

  useEffect(() => {
    let idle = armed ? touch(Date.now(), seconds) : untouched
    const onTouch = () => {
      idle = touch(Date.now(), seconds)
      setLeft(null)
      actions.current.onTouch()
    }
    const events = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
    for (const event of events) addEventListener(event, onTouch, { capture: true, passive: true })
    const timer = setInterval(() => {
      const now = Date.now()
      idle = later(idle, now, seconds, playing())
      const rest = secondsLeft(idle, now)
      setLeft(rest <= warning ? rest : null)
      if (rest > 0) return
      idle = untouched
      actions.current.onEnd()
    }, tick)
    return () => {
      clearInterval(timer)
      for (const event of events) removeEventListener(event, onTouch, { capture: true })
    }
  }, [seconds, armed])

  return left
}
