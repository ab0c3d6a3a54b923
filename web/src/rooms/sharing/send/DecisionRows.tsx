import {
  mostFinding,
  mostMeasured,
  mostNote,
  type Asks,
  type Rating,
} from '@cutaway/contract/rooms/sharing/decisions.ts'
import { IconMessagePlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { MenuItem } from '../../../ui/overlay/Menu.tsx'
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
  // Most repairs need no note, and the films of a visit fit the dialog without it.
  const [noted, setNoted] = useState<readonly string[]>([])
  const change = (part: string, to: FindingDraft) =>
    onChange({ ...decision, findings: { ...findings, [part]: { ...findings[part], ...to } } })
  const hasNote = (part: string) => noted.includes(part) || Boolean(findings[part]?.note)
  const asksDecision = asks === 'decision'
  return (
    <FilmList
      films={films}
      languageId={languageId}
      error={error}
      parts={{
        lead: (
          <div className={classes.asks}>
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
          </div>
        ),
        columns: asksDecision ? (
          <div className={classes.cells}>
            <span>{t('send_finding')}</span>
            <span>{t('send_rating')}</span>
            <span>{t('decision_measured')}</span>
            <span>{t('send_price', { currency })}</span>
          </div>
        ) : null,
        renderFields: (film) => {
          const { part_id, part_name } = film
          const note = hasNote(part_id) ? (
            <Note
              isNew={noted.includes(part_id)}
              value={findings[part_id]?.note ?? ''}
              onChange={(text) => change(part_id, { note: text })}
            />
          ) : null
          if (!asksDecision && !note) return null
          return (
            <fieldset className={asksDecision ? `${classes.row} ${classes.cells}` : classes.row}>
              <legend className="visually-hidden">{part_name}</legend>
              {asksDecision ? (
                <Finding
                  film={film}
                  finding={findings[part_id] ?? {}}
                  currency={currency}
                  onChange={(to) => change(part_id, to)}
                />
              ) : null}
              {note}
            </fieldset>
          )
        },
        renderMenu: ({ part_id }) =>
          hasNote(part_id) ? null : (
            <MenuItem
              icon={<IconMessagePlus size={17} stroke={1.75} aria-hidden />}
              onClick={() => setNoted([...noted, part_id])}
            >
              {t('send_note_add')}
            </MenuItem>
          ),
        total: asksDecision ? <Total films={films} decision={decision} currency={currency} /> : null,
      }}
      onChange={onFilms}
    />
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
  return <strong className="num">{t('send_total', { amount: isolated(money(total)) })}</strong>
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
  const rating = finding.rating ?? ''
  const label = classes.label ?? ''
  return (
    <>
      <TextInput
        label={t('send_finding')}
        labelClassName={label}
        placeholder={film.part_name}
        value={finding.finding ?? film.part_name}
        maxLength={mostFinding}
        dir="auto"
        autoComplete="off"
        onChange={(event) => onChange({ finding: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('send_rating')}
        labelClassName={label}
        leftSection={rating ? <span className={classes.sign} data-rating={rating} /> : undefined}
        value={rating}
        onChange={(event) => onChange({ rating: event.currentTarget.value as Rating | '' })}
        data={[
          { value: '', label: t('send_rating_none') },
          ...ratings.map((value) => ({ value, label: t(`decision_rating_${value}`) })),
        ]}
      />
      <TextInput
        label={t('decision_measured')}
        labelClassName={label}
        placeholder={t('send_measured_hint')}
        value={finding.measured ?? ''}
        maxLength={mostMeasured}
        dir="auto"
        autoComplete="off"
        onChange={(event) => onChange({ measured: event.currentTarget.value })}
      />
      <TextInput
        label={t('send_price', { currency })}
        labelClassName={label}
        inputMode="decimal"
        value={finding.price ?? ''}
        maxLength={20}
        autoComplete="off"
        error={isWrong ? <FieldError>{t('send_price_not_valid')}</FieldError> : undefined}
        onChange={(event) => onChange({ price: event.currentTarget.value })}
      />
    </>
  )
}

/** Edits what the customer reads below the finding. A note that was just added has the cursor. */
function Note({ isNew, value, onChange }: { isNew: boolean; value: string; onChange: (text: string) => void }) {
  const t = useTexts()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])
  return (
    <TextInput
      ref={field}
      className={classes.note ?? ''}
      label={t('send_note')}
      labelClassName={classes.label ?? ''}
      placeholder={t('send_note')}
      value={value}
      maxLength={mostNote}
      dir="auto"
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
