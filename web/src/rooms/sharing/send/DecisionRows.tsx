import {
  mostFinding,
  mostMeasured,
  mostNote,
  type Asks,
  type Rating,
} from '@cutaway/contract/rooms/sharing/decisions.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import type { ShareFilm } from '../share.ts'
import classes from './DecisionRows.module.css'
import { isPriceWrong, type DecisionDraft, type FindingDraft } from './findings.ts'

const ratings = ['red', 'yellow', 'green'] as const

/** Edits what the customer decides: whether the send asks for a decision, and a row for each film. */
export function DecisionRows({
  films,
  decision,
  currency,
  onChange,
}: {
  films: readonly ShareFilm[]
  decision: DecisionDraft
  currency: string
  onChange: (decision: DecisionDraft) => void
}) {
  const t = useTexts()
  const { asks, findings } = decision
  const change = (part: string, to: FindingDraft) =>
    onChange({ ...decision, findings: { ...findings, [part]: { ...findings[part], ...to } } })
  return (
    <div className={classes.parts}>
      <SegmentedControl<Asks>
        fill="phone"
        label={t('send_asks')}
        value={asks}
        onChange={(next) => onChange({ ...decision, asks: next })}
        segments={[
          { value: 'decision', label: t('send_asks_decision') },
          { value: 'information', label: t('send_asks_information') },
        ]}
      />
      {asks === 'decision'
        ? films.map((film) => (
            <Row
              key={film.part_id}
              film={film}
              finding={findings[film.part_id] ?? {}}
              currency={currency}
              onChange={(to) => change(film.part_id, to)}
            />
          ))
        : null}
    </div>
  )
}

function Row({
  film,
  finding,
  currency,
  onChange,
}: {
  film: ShareFilm
  finding: FindingDraft
  currency: string
  onChange: (to: FindingDraft) => void
}) {
  const t = useTexts()
  const isWrong = isPriceWrong(finding, currency)
  return (
    <fieldset className={classes.row}>
      <legend className="visually-hidden">{film.part_name}</legend>
      <TextInput
        className={classes.finding}
        label={t('send_finding')}
        placeholder={film.part_name}
        value={finding.finding ?? ''}
        maxLength={mostFinding}
        dir="auto"
        autoComplete="off"
        onChange={(event) => onChange({ finding: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('send_rating')}
        value={finding.rating ?? ''}
        onChange={(event) => onChange({ rating: event.currentTarget.value as Rating | '' })}
        data={[
          { value: '', label: t('send_rating_none') },
          ...ratings.map((value) => ({ value, label: t(`decision_rating_${value}`) })),
        ]}
      />
      <TextInput
        label={t('decision_measured')}
        placeholder={t('send_measured_hint')}
        value={finding.measured ?? ''}
        maxLength={mostMeasured}
        dir="auto"
        autoComplete="off"
        onChange={(event) => onChange({ measured: event.currentTarget.value })}
      />
      <TextInput
        label={t('send_price', { currency })}
        inputMode="decimal"
        value={finding.price ?? ''}
        maxLength={20}
        autoComplete="off"
        error={isWrong ? <FieldError>{t('send_price_not_valid')}</FieldError> : undefined}
        onChange={(event) => onChange({ price: event.currentTarget.value })}
      />
      <TextInput
        className={classes.note}
        label={t('send_note')}
        value={finding.note ?? ''}
        maxLength={mostNote}
        dir="auto"
        autoComplete="off"
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </fieldset>
  )
}
