import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { type DecisionDraft, emptyDecision } from '../send/findings.ts'
import type { Customer } from '@cutaway/contract/rooms/sharing/customers.ts'
import { chosenCustomer } from '../customers/chosen-customer.ts'
import { nextCustomer } from '../customers/next-customer.ts'
import { today, tomorrow } from '../text/date.ts'
import type { Channel, ShareFilm } from '../share.ts'

/**
 * The draft of the share dialog. It is stored per film for the session, so that closing the dialog by mistake loses
 * nothing. A logout clears its store.
 */
export interface Draft {
  channel: Channel
  /** The user switched the channel: choosing a customer no longer does. */
  channelChosen: boolean
  /** The known customer to whom it is sent; null: a new one, or none chosen yet. */
  customer: Customer | null
  /** A new customer: the number and the name are typed. */
  isNew: boolean
  customerName: string
  vehicle: string
  /** The customer's language. */
  languageId: number
  /** The user chose it, or the customer had it before: it takes precedence over the telephone's. */
  languageChosen: boolean
  /** Reminds the customer once. */
  remind: boolean
  /** YYYY-MM-DDTHH:MM in the time of the device. */
  remindAt: string
  /** Of an e-mail. */
  films: readonly ShareFilm[]
  /** Of a text message and of a link; null until one is selected. */
  film: ShareFilm | null
  roNumber: string
  related: boolean
  /** Null until changed: the user's own setting applies. */
  notify: boolean | null
  /** What was found for each film, and whether the customer is asked for a decision. */
  decision: DecisionDraft
  recipients: readonly string[]
  /** Text in the recipients field that is not yet an entry. */
  typed: string
  /** Null until changed: a saved text or the web site's applies. The same applies to the messages. */
  subject: string | null
  emailMessage: string | null
  /** Undefined until changed: the default banner. Null: none. */
  bannerId: number | null | undefined
  /** Undefined until changed: the default sender. Empty: no-reply. */
  from: string | undefined
  /** E.164, or the typed text if it is not a valid number. */
  number: string
  country: string
  optIn: boolean
  /** YYYY-MM-DD */
  optInDate: string
  smsMessage: string | null
  mms: boolean
  linkSubject: string
  actionText: string
  actionColour: string
  actionUrl: string
}

/** The fields that are reset after each send. */
const emptySend = {
  customer: null,
  isNew: false,
  customerName: '',
  vehicle: '',
  remind: false,
  roNumber: '',
  recipients: [],
  typed: '',
  subject: null,
  emailMessage: null,
  number: '',
  optIn: false,
  smsMessage: null,
  linkSubject: '',
  actionText: '',
  actionUrl: '',
  decision: emptyDecision,
}

function freshDraft(film: ShareFilm | null, channel: Channel, languageId: number): Draft {
  return {
    ...emptySend,
    channel,
    channelChosen: false,
    remindAt: tomorrow(),
    languageChosen: false,
    languageId,
    films: film ? [film] : [],
    film,
    related: false,
    notify: null,
    bannerId: undefined,
    from: undefined,
    country: '',
    optInDate: today(),
    mms: false,
    actionColour: '#1f5fd6',
  }
}

const name = 'share-draft'

export interface DraftOf {
  draft: Draft
  /** Resets the draft for another film to the same customer. */
  startNextFilm: (customer: Customer) => void
  change: (part: Partial<Draft>) => void
  /** Resets the draft for the next customer: clears the message, keeps films, language and sender. */
  startAnew: () => void
}

/** Returns the draft for a film, or for films that are not yet selected. */
export function useDraft(film: ShareFilm | null, channel: Channel): DraftOf {
  const client = useQueryClient()
  const { language_id } = useLanguage()
  const about = film?.part_id ?? ''
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = client.getQueryData<Draft>([name, about]) ?? freshDraft(film, channel, language_id)
    const next = nextCustomer.get()
    return next ? { ...kept, ...chosenCustomer(kept, next) } : kept
  })
  useEffect(() => nextCustomer.clear(), [])
  useEffect(() => {
    client.setQueryDefaults([name], { gcTime: Infinity })
    client.setQueryData([name, about], draft)
  }, [client, about, draft])
  const change = useCallback((part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })), [])
  const startAnew = useCallback(() => change({ ...emptySend, optInDate: today() }), [change])
  const startNextFilm = useCallback(
    (customer: Customer) =>
      setDraft((now) => {
        const next = { ...now, ...emptySend, optInDate: today(), film: null, films: [] }
        return { ...next, ...chosenCustomer(next, customer) }
      }),
    [],
  )
  return { draft, change, startAnew, startNextFilm }
}
