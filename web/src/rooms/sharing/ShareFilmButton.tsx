import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts, withTexts } from '../../core/i18n/i18n.ts'
import { ActionIcon } from '../../ui/form/Button.tsx'
import { useChannels } from './share.ts'

const ShareDialog = lazy(() => withTexts(['sharing', 'branding'], import('./dialog/ShareDialog.tsx')))

/**
 * Shares a film from a list, by every channel that the user has. Narrated films only, because they explain themselves.
 */
export default function ShareFilmButton({ film }: { film: FilmTile }) {
  const t = useTexts()
  const channels = useChannels()
  const [open, setOpen] = useState(false)
  if (channels.length === 0 || film.video_type !== 'narrated') return null
  return (
    <>
      <ActionIcon
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('share_link_of', { name: film.part_name })}
        title={t('share')}
        onClick={() => setOpen(true)}
      >
        <IconSend className="flip" size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {open ? (
        <Suspense fallback={null}>
          <ShareDialog film={film} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
