import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { createContext, type ReactNode } from 'react'

/** What can be done with the film on its page. The layout of signed-in users gives it. */
export const FilmActions = createContext<(details: AnimationDetails) => ReactNode>(() => undefined)
