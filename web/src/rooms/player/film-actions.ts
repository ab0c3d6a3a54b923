import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { createContext, type ReactNode } from 'react'

/** Actions on the film of a page. Provided by the layout of signed-in users. */
export const FilmActions = createContext<(details: AnimationDetails) => ReactNode>(() => undefined)

/**
 * What other rooms show below the film of a page. Provided by the layout of signed-in users. `seek` moves the film to a
 * second; it plays on if it was playing.
 */
export const FilmBelow = createContext<(details: AnimationDetails, seek: (second: number) => void) => ReactNode>(
  () => undefined,
)
