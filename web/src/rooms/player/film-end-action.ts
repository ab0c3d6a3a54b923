import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { createContext, type ReactNode } from 'react'

/** The action that a page offers first at the end of a film, with its heading. */
export interface FilmEndAction {
  title: string
  text: string
  action: ReactNode
}

/** Provided by the layout of signed-in users; null if the user has no such action. */
export const FilmEndActions = createContext<(details: AnimationDetails) => FilmEndAction | null>(() => null)
