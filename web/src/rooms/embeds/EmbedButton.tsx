import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconCode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts, withTexts } from '../../core/i18n/i18n.ts'
import { useMay } from '../../core/session.ts'
import { Button } from '../../ui/form/Button.tsx'

const FilmEmbedDialog = lazy(() => withTexts(['embeds', 'lists'], import('./FilmEmbedDialog.tsx')))

/** Opens the embeds of the user on the page of a narrated film. */
export function EmbedButton({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const may = useMay('allow_embed')
  const [open, setOpen] = useState(false)
  const { video_type, partId } = details.video
  if (!may || video_type !== 'narrated') return null
  return (
    <>
      <Button
        aria-haspopup="dialog"
        leftSection={<IconCode size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('film_embed')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <FilmEmbedDialog partId={partId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
