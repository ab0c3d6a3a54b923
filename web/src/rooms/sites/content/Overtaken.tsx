import { useTexts } from '../../../core/i18n/i18n.ts'
import { SavedMeanwhile } from '../form/SavedMeanwhile.tsx'
import type { Draft } from './useDraft.ts'

/** Says that another operator has saved meanwhile what is edited here; nothing while that is not so. */
export function Overtaken({ draft }: { draft: Pick<Draft<unknown>, 'isOvertaken' | 'takeTheirs' | 'keepMine'> }) {
  const t = useTexts()
  return draft.isOvertaken ? (
    <SavedMeanwhile onTheirs={draft.takeTheirs} onMine={draft.keepMine}>
      {t('content_overtaken')}
    </SavedMeanwhile>
  ) : null
}
