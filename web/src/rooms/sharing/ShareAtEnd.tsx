import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { Button } from '../../ui/form/Button.tsx'
import { LazyShareDialog } from './LazyShareDialog.tsx'
import { filmToShare } from './share.ts'

/** Renders the share action over the end of a film. */
export default function ShareAtEnd({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const [open, setOpen] = useState(false)
  const film = filmToShare(details)
  if (!film) return null
  return (
    <>
      <Button
        variant="filled"
        size="lg"
        aria-haspopup="dialog"
        leftSection={<IconSend className="flip" size={20} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('share_with_customer')}
      </Button>
      {open ? <LazyShareDialog film={film} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
