import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { createContext, type ReactNode } from 'react'

/** Renders beside the text of a film tile. Provided by the layout of signed-in users; empty elsewhere. */
export const FilmCorner = createContext<(film: FilmTile) => ReactNode>(() => undefined)
