import { useEffect, useRef, useState } from 'react'

const typingPause = 400

export interface Unique {
  /** The message key of the refusal; undefined while the value is free or still being asked about. */
  taken: string | undefined
  isAsking: boolean
}

/**
 * Asks the server while a person types whether a value is free: after a pause, and only the answer to the last value
 * counts. `ask` returns the message key of the refusal, or undefined. Values in `unless`, such as the record's own name,
 * are free without a question. A failed question says nothing: the server checks again when the form is saved.
 */
export function useUnique(
  value: string,
  ask: (value: string, signal: AbortSignal) => Promise<string | undefined>,
  unless: readonly string[] = [''],
): Unique {
  const text = value.trim()
  const isFree = unless.some((one) => one.trim() === text)
  const [answer, setAnswer] = useState<{ text: string; taken: string | undefined }>()
  const asking = useRef(ask)
  useEffect(() => {
    asking.current = ask
  })
  useEffect(() => {
    if (isFree) return undefined
    const stop = new AbortController()
    const pause = setTimeout(() => {
      asking
        .current(text, stop.signal)
        .catch(() => undefined)
        .then((taken) => (stop.signal.aborted ? undefined : setAnswer({ text, taken })))
        .catch(() => undefined)
    }, typingPause)
    return () => {
      clearTimeout(pause)
      stop.abort()
    }
  }, [text, isFree])
  const isAnswered = answer?.text === text
  return { taken: !isFree && isAnswered ? answer.taken : undefined, isAsking: !isFree && !isAnswered }
}
