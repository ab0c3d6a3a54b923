import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { createContext, type ReactNode } from 'react'

/** How a film of a list is shared. The layout of signed-in users gives it; elsewhere there is nothing. */
export const FilmShare = createContext<(film: FilmTile) => ReactNode>(() => undefined)
