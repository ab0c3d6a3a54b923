import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { withTexts } from '../../core/i18n/i18n.ts'
import { FilmShare, type FilmSharing } from '../catalogue/film-share.ts'
import { useChannels } from './share.ts'

const ShareDialog = lazy(() => withTexts(['sharing', 'branding'], import('./dialog/ShareDialog.tsx')))

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
      {film ? (
        <Suspense fallback={null}>
          <ShareDialog film={film} onClose={() => setFilm(null)} />
        </Suspense>
      ) : null}
    </FilmShare>
  )
}
