import { useState } from 'react'

export interface Draft<T> {
  draft: T
  setDraft: (next: T | ((now: T) => T)) => void
  isUnsaved: boolean
  /** Someone else has saved another state while this draft was written. Saving has to wait for a choice. */
  isOvertaken: boolean
  /** Drops the draft for what another operator has saved. */
  takeTheirs: () => void
  /** Keeps the draft, on top of what another operator has saved. */
  keepMine: () => void
  /** Tells that the draft was saved: what is stored next replaces it. */
  saved: () => void
}

/** Holds what is written over something stored. A stored state that changes never replaces an unsaved draft unasked. */
export function useDraft<T>(stored: T, isSame: (a: T, b: T) => boolean = Object.is): Draft<T> {
  const [base, setBase] = useState(stored)
  const [draft, setOwn] = useState(stored)
  const [follows, setFollows] = useState(false)
  const isUnsaved = !isSame(draft, base)
  const hasMoved = !isSame(stored, base)
  const takeTheirs = () => {
    setBase(stored)
    setOwn(stored)
    setFollows(false)
  }
  if (hasMoved && (follows || !isUnsaved)) takeTheirs()
  return {
    draft,
    setDraft: (next) => {
      setFollows(false)
      setOwn(next)
    },
    isUnsaved,
    isOvertaken: hasMoved && isUnsaved && !follows,
    takeTheirs,
    keepMine: () => setBase(stored),
    saved: () => setFollows(true),
  }
}
