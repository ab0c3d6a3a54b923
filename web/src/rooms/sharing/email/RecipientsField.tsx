import { isEmail } from '@cutaway/contract/addresses.ts'
import { IconAlertCircle, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { FieldFrame } from '../../../ui/form/Field.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { withTyped } from './recipients.ts'
import classes from './RecipientsField.module.css'

/**
 * Edits addresses as separate entries: comma, semicolon, space and Enter complete one, and a list can be pasted. An
 * invalid address is marked and can be corrected by pressing it.
 */
export function RecipientsField({
  id,
  recipients,
  typed,
  error,
  onChange,
}: {
  id: string
  recipients: readonly string[]
  typed: string
  /** A message that replaces the hint. */
  error?: string | undefined
  onChange: (next: { recipients: readonly string[]; typed: string }) => void
}) {
  const t = useTexts()
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const invalid = recipients.filter((one) => !isEmail(one))
  const shown = invalid.length > 0 ? t('share_addresses_wrong', { count: invalid.length }) : error

  const commit = (text: string) => {
    const next = withTyped(recipients, text)
    if (next.tooMany) toast('too_many_recipients', { kind: 'warning' })
    onChange({ recipients: next.recipients, typed: '' })
    setSaid(t('share_addresses_count', { count: next.recipients.length }))
  }
  const remove = (gone: string) => {
    onChange({ recipients: recipients.filter((one) => one !== gone), typed })
    setSaid(t('share_address_removed', { address: gone }))
    field.current?.focus()
  }
  const correct = (wrong: string) => {
    onChange({ recipients: recipients.filter((one) => one !== wrong), typed: wrong })
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = recipients.at(-1)
    if ([',', ';', 'Enter', ' '].includes(event.key)) {
      // Enter in the empty field and a leading space do nothing.
      event.preventDefault()
      if (typed.trim()) commit(typed)
    } else if (event.key === 'Backspace' && typed === '' && last) {
      event.preventDefault()
      if (isEmail(last)) remove(last)
      else correct(last)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[,;\s]/.test(text.trim())) return
    event.preventDefault()
    commit(`${typed} ${text}`)
  }

  return (
    <FieldFrame
      id={id}
      label={t('share_to')}
      description={shown ? undefined : t('share_to_hint')}
      error={shown ? <FieldError>{shown}</FieldError> : undefined}
      order={['label', 'input', 'description', 'error']}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the whole box leads to its field */}
      <div
        className={classes.box}
        data-error={shown ? true : undefined}
        onClick={(event) => {
          if (event.target === event.currentTarget) field.current?.focus()
        }}
      >
        {recipients.map((one) => {
          const wrong = !isEmail(one)
          return (
            <span key={one} className={classes.entry} data-wrong={wrong || undefined}>
              {wrong ? (
                <button
                  type="button"
                  className={classes.correct}
                  title={t('share_address_correct')}
                  aria-label={`${one}: ${t('share_address_correct')}`}
                  onClick={() => correct(one)}
                >
                  <IconAlertCircle size={15} stroke={1.75} aria-hidden />
                  <bdi>{one}</bdi>
                </button>
              ) : (
                <bdi className={classes.address}>{one}</bdi>
              )}
              <button
                type="button"
                className={classes.remove}
                aria-label={t('share_remove_named', { name: one })}
                onClick={() => remove(one)}
              >
                <IconX size={14} stroke={2} aria-hidden />
              </button>
            </span>
          )
        })}
        <input
          ref={field}
          id={id}
          className={classes.input}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? `${id}-error` : `${id}-description`}
          placeholder={recipients.length === 0 ? t('share_to_placeholder') : t('share_to_more')}
          value={typed}
          dir={typed ? 'auto' : undefined}
          onChange={(event) => onChange({ recipients, typed: event.currentTarget.value })}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            if (typed.trim()) commit(typed)
          }}
        />
      </div>
      <output className="visually-hidden" aria-live="polite">
        {said}
      </output>
    </FieldFrame>
  )
}
