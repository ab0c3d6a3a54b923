import { useTexts } from '../../../core/i18n/i18n.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { SearchField } from './SearchField.tsx'

/** Renders the search on a phone as a full-screen sheet, so that the keyboard leaves space for the results. */
export default function SearchSheet({ initial, onClose }: { initial: string; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog title={t('search')} onClose={onClose}>
      <SearchField place="sheet" initial={initial} onLeave={onClose} />
    </Dialog>
  )
}
