import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { createContext, type ReactNode } from 'react'

/** Actions on the film of a page. Provided by the layout of signed-in users. */
export const FilmActions = createContext<(details: AnimationDetails) => ReactNode>(() => undefined)

/** What other rooms show below the film of a page. Provided by the layout of signed-in users. */
export const FilmBelow = createContext<(details: AnimationDetails) => ReactNode>(() => undefined)
