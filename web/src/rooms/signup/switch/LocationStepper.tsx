import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from './Switch.module.css'

/** A whole number from 1 on as people type it; undefined for anything else. */
const typedNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,4}$/.test(text.trim()) ? Number(text.trim()) : undefined

/** The number of locations: typed, or changed by one. It goes no lower than the locations in use. */
export function LocationStepper({
  value,
  least,
  most,
  hint,
  reason,
  onChange,
}: {
  value: number
  /** The locations in use. */
  least: number
  most: number
  hint?: ReactNode
  /** Why it goes no lower. */
  reason: ReactNode
  onChange: (value: number) => void
}) {
  const t = useTexts()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const number = typed === null ? value : typedNumber(typed)
  const isTooFew = number !== undefined && number < least
  const isWrong = number === undefined || number > most
  const type = (text: string) => {
    setTyped(text)
    const next = typedNumber(text)
    if (next !== undefined && next >= least && next <= most) onChange(next)
  }
  const step = (by: number) => {
    setTyped(null)
    onChange(Math.min(most, Math.max(least, value + by)))
  }
  return (
    <>
      <div className={classes.count}>
        <label htmlFor={id} className={classes.words}>
          <strong className={classes.heading}>{t('locations_label')}</strong>
          <span className={classes.hint}>{hint}</span>
        </label>
        <span className={classes.stepper} data-wrong={isWrong || isTooFew || undefined}>
          <button type="button" aria-label={t('fewer_locations')} disabled={value <= least} onClick={() => step(-1)}>
            <IconMinus size={18} stroke={1.75} aria-hidden />
          </button>
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            aria-invalid={isWrong || isTooFew || undefined}
            aria-describedby={`${id}-reason`}
            value={typed ?? String(value)}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onBlur={() => setTyped(null)}
          />
          <button type="button" aria-label={t('more_locations')} disabled={value >= most} onClick={() => step(1)}>
            <IconPlus size={18} stroke={1.75} aria-hidden />
          </button>
        </span>
      </div>
      <p id={`${id}-reason`} className={classes.reason} data-wrong={isWrong || isTooFew || undefined} role="status">
        {isWrong
          ? most === Infinity
            ? t('locations_from_one')
            : t('locations_range', { most })
          : isTooFew || (value <= least && least > 1)
            ? reason
            : null}
      </p>
    </>
  )
}
