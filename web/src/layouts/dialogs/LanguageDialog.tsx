import { changeLanguage, languages, useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { ChoiceList } from '../../ui/form/ChoiceList.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'

/** Lists the languages of the site by their native names. */
export default function LanguageDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const current = useLanguage()
  return (
    <Dialog title={t('change_language')} size="sm" onClose={onClose}>
      <ChoiceList
        label={t('change_language')}
        choices={languages.map(({ language_id: id, name, language_code: lang }) => ({ value: id, label: name, lang }))}
        value={current.language_id}
        onChange={(id) => {
          onClose()
          void changeLanguage(id).catch(() => toast('service_unavailable', { kind: 'error' }))
        }}
      />
    </Dialog>
  )
}
