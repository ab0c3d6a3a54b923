import { useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import classes from './Sheet.module.css'

/** A promo code: the applied one, or a field for another. */
export function PromoField({
  applied,
  error,
  isBusy,
  onApply,
}: {
  /** The code that the plans are of. */
  applied: string | undefined
  /** The message key of a refusal. */
  error: string | undefined
  isBusy: boolean
  /** Undefined takes the code away. */
  onApply: (code: string | undefined) => void
}) {
  const t = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  if (applied !== undefined && error === undefined)
    return (
      <p className={classes.promo} role="status">
        <span>
          {t('promo_code_applied')} <bdi className={classes.code}>{applied.toUpperCase()}</bdi>
        </span>
        <Button
          variant="subtle"
          size="xs"
          onClick={() => {
            setCode('')
            setIsOpen(false)
            onApply(undefined)
          }}
        >
          {t('promo_remove')}
        </Button>
      </p>
    )
  if (!isOpen && error === undefined)
    return (
      <Button variant="subtle" size="xs" className={classes.add} onClick={() => setIsOpen(true)}>
        {t('promo_add')}
      </Button>
    )
  const apply = () => {
    const typed = code.trim()
    const isSame = typed !== '' && typed.toLowerCase() === applied?.trim().toLowerCase()
    setWrong(typed === '' ? 'invalid_promo_code' : undefined)
    if (typed !== '' && !isSame) onApply(typed)
  }
  return (
    <div className={classes.mobile}>
      <TextInput
        size="md"
        id="promo_code"
        label={t('promo_code')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        dir="ltr"
        error={wrong ? t(wrong) : error ? t(error) : undefined}
        value={code === '' && error !== undefined && wrong === undefined ? (applied ?? '') : code}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value)
          setWrong(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter belongs to the code here, not to the form around it.
          event.preventDefault()
          apply()
        }}
      />
      <Button size="md" loading={isBusy} onClick={apply}>
        {t('promo_apply')}
      </Button>
    </div>
  )
}
