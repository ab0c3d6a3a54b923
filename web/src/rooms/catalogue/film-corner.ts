import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { createContext, type ReactNode } from 'react'

/** What stands beside the words of a film's tile. The layout of signed-in users gives it; elsewhere there is nothing. */
export const FilmCorner = createContext<(film: FilmTile) => ReactNode>(() => undefined)
