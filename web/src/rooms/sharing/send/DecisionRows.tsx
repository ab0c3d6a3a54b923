import {
  mostFinding,
  mostMeasured,
  mostNote,
  type Asks,
  type Rating,
} from '@cutaway/contract/rooms/sharing/decisions.ts'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { FilmList } from '../dialog/FilmList.tsx'
import type { ShareFilm } from '../share.ts'
import classes from './DecisionRows.module.css'
import { answerableRows, filmRows, isPriceWrong, type DecisionDraft, type FindingDraft } from './findings.ts'

const ratings = ['red', 'yellow', 'green'] as const

/** Edits the films of a send, whether it asks for a decision, and what was found for each film. */
export function DecisionRows({
  films,
  languageId,
  decision,
  currency,
  error,
  onFilms,
  onChange,
}: {
  films: readonly ShareFilm[]
  languageId: number
  decision: DecisionDraft
  currency: string
  error?: string | undefined
  onFilms: (films: readonly ShareFilm[]) => void
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
      <FilmList
        films={films}
        languageId={languageId}
        error={error}
        renderDetails={
          asks === 'decision'
            ? (film) => (
                <Finding
                  film={film}
                  finding={findings[film.part_id] ?? {}}
                  currency={currency}
                  onChange={(to) => change(film.part_id, to)}
                />
              )
            : undefined
        }
        onChange={onFilms}
      />
      {asks === 'decision' ? <Total films={films} decision={decision} currency={currency} /> : null}
    </div>
  )
}

/** Adds up the prices that the customer can approve; nothing without a price. */
function Total({
  films,
  decision,
  currency,
}: {
  films: readonly ShareFilm[]
  decision: DecisionDraft
  currency: string
}) {
  const t = useTexts()
  const { money } = useFormat()
  const total = answerableRows(filmRows(films, decision, currency).films).reduce(
    (sum, { price }) => sum + (price ?? 0),
    0,
  )
  if (total === 0 || films.length < 2) return null
  return <p className={`${classes.total} num`}>{t('send_total', { amount: isolated(money(total)) })}</p>
}

function Finding({
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
  // Most repairs need no note, and three films fit the dialog without it.
  const [isNoteOpen, setIsNoteOpen] = useState(false)
  const note = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNoteOpen) note.current?.focus()
  }, [isNoteOpen])
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
      {isNoteOpen || finding.note ? (
        <TextInput
          ref={note}
          className={classes.note}
          label={t('send_note')}
          value={finding.note ?? ''}
          maxLength={mostNote}
          dir="auto"
          autoComplete="off"
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
      ) : (
        <Button
          className={classes.addNote}
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => setIsNoteOpen(true)}
        >
          {t('send_note_add')}
        </Button>
      )}
    </fieldset>
  )
}
