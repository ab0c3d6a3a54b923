import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { createContext, type ReactNode } from 'react'

/** Shares a film from a list. Provided by the layout of signed-in users; empty elsewhere. */
export const FilmShare = createContext<(film: FilmTile) => ReactNode>(() => undefined)
