import { findCustomers, type Customer } from '@cutaway/contract/rooms/sharing/customers.ts'
import { IconSearch, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { call } from '../../../core/api.ts'
import { initials, isolated } from '../../../core/i18n/format.ts'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { FieldFrame } from '../../../ui/form/Field.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { repairOrder } from '../repair-order.ts'
import classes from './CustomerField.module.css'
import { takeTyping, typedEarly } from './type-ahead.ts'

/** Letters before the first search. */
const shortest = 2

/**
 * Finds a customer by name, number, address or repair order while typing. Enter takes the first one; without a match,
 * or for a typed number or address, a new customer.
 */
export function CustomerField({
  id,
  error,
  onChoose,
  onNew,
}: {
  id: string
  error?: string | undefined
  onChoose: (customer: Customer) => void
  /** A new customer, with what was typed. */
  onNew: (typed: string) => void
}) {
  const t = useTexts()
  const { user } = useSignedIn()
  const lang = String(useLanguage().language_id)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() => typedEarly().text)
  const [at, setAt] = useState(0)
  const [hidden, setHidden] = useState(false)
  const search = typed.trim()
  const client = useQueryClient()
  const query = queryOptions({
    queryKey: ['customers', search, lang],
    queryFn: ({ signal }) => call(findCustomers, { params: { json: { user_id: user.user_id, search, lang } }, signal }),
    staleTime: 10_000,
  })
  const { data, isFetching } = useQuery({
    ...query,
    enabled: search.length >= shortest,
    placeholderData: keepPreviousData,
  })
  const found = search.length >= shortest ? (data ?? []) : []
  const open = search.length >= shortest && !hidden
  // The last choice is a new customer.
  const last = found.length
  const current = Math.min(at, last)
  /** Takes the first suggestion when it has come: Enter was pressed before. */
  const takeFirst = async () => {
    try {
      const [first] = await client.fetchQuery(query)
      if (first) onChoose(first)
      else onNew(search)
    } catch (failure) {
      toast(failure)
    }
  }
  const begin = useEffectEvent(() => {
    field.current?.focus()
    // Enter was pressed before the field was there.
    if (takeTyping().isEntered && search.length >= shortest) void takeFirst()
  })
  useEffect(() => begin(), [])
  const take = (index: number) => {
    const customer = found[index]
    if (customer) onChoose(customer)
    else onNew(search)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (search.length < shortest) return
      if (isFetching && current === 0) void takeFirst()
      else take(current)
    } else if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      setAt((current + (event.key === 'ArrowDown' ? 1 : last)) % (last + 1))
    } else if (open && event.key === 'Escape') {
      // The first Escape closes the list, the second one the dialog.
      event.preventDefault()
      event.stopPropagation()
      setHidden(true)
    }
  }
  return (
    <FieldFrame
      id={id}
      label={t('share_customer')}
      error={error ? <FieldError>{error}</FieldError> : undefined}
      order={['label', 'input', 'error']}
    >
      <div className={classes.box} data-error={error ? true : undefined}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          ref={field}
          id={id}
          type="text"
          role="combobox"
          className={classes.input}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={100}
          placeholder={t('share_customer_placeholder')}
          value={typed}
          aria-expanded={open}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={open ? `${list}-${current}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
            setHidden(false)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={list} role="listbox" aria-label={t('share_customer')} className={classes.list} hidden={!open}>
        {found.map((customer, i) => (
          <Suggestion
            key={customer.customer_id}
            id={`${list}-${i}`}
            customer={customer}
            search={search}
            isCurrent={i === current}
            onTake={() => take(i)}
          />
        ))}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the field does the same */}
        <div
          id={`${list}-${last}`}
          role="option"
          tabIndex={-1}
          aria-selected={current === last}
          className={classes.option}
          data-new
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(last)}
        >
          <IconUserPlus size={18} stroke={1.75} aria-hidden />
          {t('share_customer_new')}
        </div>
      </div>
      <output className="visually-hidden" aria-live="polite">
        {open && !isFetching ? t('share_customers_found', { count: found.length }) : ''}
      </output>
      {open ? null : (
        <button type="button" className={classes.new} onClick={() => onNew('')}>
          <IconUserPlus size={16} stroke={1.75} aria-hidden />
          {t('share_customer_new')}
        </button>
      )}
    </FieldFrame>
  )
}

const consentTag = { agreed: 'green', not_asked: 'plain', stopped: 'red', bounced: 'yellow' } as const
const consentWords = {
  agreed: 'share_consent_agreed',
  not_asked: 'share_consent_email_only',
  stopped: 'share_consent_stopped',
  bounced: 'happened_bounced',
} as const

function Suggestion({
  id,
  customer,
  search,
  isCurrent,
  onTake,
}: {
  id: string
  customer: Customer
  search: string
  isCurrent: boolean
  onTake: () => void
}) {
  const t = useTexts()
  const { date } = useFormat()
  const { name, phone_shown: phone, email, ro_number, texts, last_film: film, last_at } = customer
  const facts = [name ? phone || email : '', repairOrder(t, ro_number)].filter(Boolean)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the field does the same
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={classes.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <span className={classes.avatar} aria-hidden>
        {name ? initials(name) : '#'}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>
          <bdi>{name ? <Marked text={name} search={search} /> : phone || email}</bdi>
        </span>
        <span className={classes.dim}>{facts.map(isolated).join(' · ')}</span>
      </span>
      <span className={classes.end}>
        <Tag kind={consentTag[texts.state]}>{t(consentWords[texts.state])}</Tag>
        <span className={classes.dim}>{[film?.part_name, date(last_at)].filter(Boolean).join(', ')}</span>
      </span>
    </div>
  )
}

/** Marks the words of a name that begin with a word of the search. */
function Marked({ text, search }: { text: string; search: string }) {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return text.split(/(\s+)/).map((piece, i) => {
    const length = Math.max(0, ...words.filter((w) => piece.toLocaleLowerCase().startsWith(w)).map((w) => w.length))
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a word may occur twice
      <span key={i}>
        {length > 0 ? <strong>{piece.slice(0, length)}</strong> : null}
        {piece.slice(length)}
      </span>
    )
  })
}
