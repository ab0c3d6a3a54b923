import { languages, useTexts } from '../../../core/i18n/i18n.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { HintedLabel } from './HintedLabel.tsx'
import { Remind } from '../customers/Remind.tsx'
import type { DraftOf } from './draft.ts'
import classes from './Share.module.css'

/** Fields that all channels share. */

/** Selects the customer's language for the film, the landing page and the message. */
export function CustomerLanguage({ about: { draft, change } }: { about: DraftOf }) {
  const t = useTexts()
  if (languages.length < 2) return null
  return (
    <NativeSelect
      label={t('share_language')}
      value={String(draft.languageId)}
      onChange={(event) => change({ languageId: Number(event.currentTarget.value), languageChosen: true })}
      data={languages.map(({ language_id: id, name }) => ({ value: String(id), label: name }))}
    />
  )
}

export function RepairOrder({ about: { draft, change } }: { about: DraftOf }) {
  const t = useTexts()
  return (
    <TextInput
      label={<HintedLabel label={t('repair_order')} hint={t('optional')} />}
      value={draft.roNumber}
      maxLength={40}
      dir="auto"
      autoComplete="off"
      onChange={(event) => change({ roNumber: event.currentTarget.value })}
    />
  )
}

export function WithRelated({ about: { draft, change } }: { about: DraftOf }) {
  const t = useTexts()
  return (
    <Checkbox
      label={t('share_with_related')}
      checked={draft.related}
      onChange={(event) => change({ related: event.currentTarget.checked })}
    />
  )
}

/** Options of the send: related films, a mail when the film is watched, a reminder when it is not. */
export function Wishes({ about, notify }: { about: DraftOf; notify: boolean }) {
  const t = useTexts()
  const { draft, change } = about
  return (
    <div className={classes.checks}>
      <WithRelated about={about} />
      <Checkbox
        label={t('share_notify')}
        checked={draft.notify ?? notify}
        onChange={(event) => change({ notify: event.currentTarget.checked })}
      />
      <Remind about={about} />
    </div>
  )
}
