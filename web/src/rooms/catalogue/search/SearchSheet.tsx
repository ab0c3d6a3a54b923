import { useTexts } from '../../../core/i18n/i18n.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { SearchField } from './SearchField.tsx'

/** The search on a phone: it fills the screen, so that the keyboard leaves room for answers. */
export default function SearchSheet({ initial, onClose }: { initial: string; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog title={t('search')} onClose={onClose}>
      <SearchField place="sheet" initial={initial} onLeave={onClose} />
    </Dialog>
  )
}
