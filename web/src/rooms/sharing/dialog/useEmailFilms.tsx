import { MenuItem } from '../../../ui/overlay/Menu.tsx'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useMay } from '../../../core/session.ts'
import { LazyShareDialog } from '../LazyShareDialog.tsx'

/** Returns the user menu's entry that sends films by e-mail from any page; render `dialog` beside the menu. */
export function useEmailFilms() {
  const t = useTexts()
  const may = useMay('allow_share_email')
  const [open, setOpen] = useState(false)
  return {
    entry: may ? (
      <MenuItem icon={<IconMail size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen(true)}>
        {t('share_email_films')}
      </MenuItem>
    ) : null,
    dialog: open ? <LazyShareDialog film={null} only="email" onClose={() => setOpen(false)} /> : null,
  }
}
