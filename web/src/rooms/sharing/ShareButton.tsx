import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { Button } from '../../ui/form/Button.tsx'
import classes from './ShareButton.module.css'
import { LazyShareDialog } from './LazyShareDialog.tsx'
import { filmToShare, useChannels } from './share.ts'

/** Renders the share action of a film page: at its end on a desktop, in a bottom bar on a phone. */
export function ShareButton({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const channels = useChannels()
  const [open, setOpen] = useState(false)
  const film = filmToShare(details)
  if (channels.length === 0 || !film) return null
  return (
    <>
      <div className={classes.bar}>
        <Button
          variant="filled"
          className={classes.share}
          aria-haspopup="dialog"
          leftSection={<IconSend className="flip" size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('share_with_customer')}
        </Button>
      </div>
      {open ? <LazyShareDialog film={film} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
