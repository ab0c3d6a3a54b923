import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { createContext } from 'react'

/** Shares films of a list. */
export interface FilmSharing {
  canShare: (film: FilmTile) => boolean
  /** Opens the dialog, above the list and everything over it. */
  share: (film: FilmTile) => void
}

/** Provided by the layout of signed-in users; null elsewhere and for users who may not share. */
export const FilmShare = createContext<FilmSharing | null>(null)
