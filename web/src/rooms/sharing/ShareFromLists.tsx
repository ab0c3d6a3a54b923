import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { FilmShare, type FilmSharing } from '../catalogue/film-share.ts'
import { LazyShareDialog } from './LazyShareDialog.tsx'
import { useChannels } from './share.ts'

/**
 * Lets the lists of the page share films, by every channel that the user has. Narrated films only, because they explain
 * themselves. The dialog belongs to the page, so it stays open when the list closes.
 */
export function ShareFromLists({ children }: { children: ReactNode }) {
  const mayShare = useChannels().length > 0
  const [film, setFilm] = useState<FilmTile | null>(null)
  const sharing = useMemo<FilmSharing | null>(
    () => (mayShare ? { canShare: ({ video_type }) => video_type === 'narrated', share: setFilm } : null),
    [mayShare],
  )
  return (
    <FilmShare value={sharing}>
      {children}
      {film ? <LazyShareDialog film={film} onClose={() => setFilm(null)} /> : null}
    </FilmShare>
  )
}
