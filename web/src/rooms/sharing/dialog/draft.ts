import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { today } from '../text/date.ts'
import type { Channel, ShareFilm } from '../share.ts'

/**
 * What has been typed into the dialog. It is kept for each film as long as the session lasts, so that nothing is lost when
 * the dialog is closed by mistake; a log-out empties the store in which it lies.
 */
export interface Draft {
  channel: Channel
  /** The customer's language. */
  languageId: number
  /** Of an e-mail. */
  films: readonly ShareFilm[]
  /** Of a text and of a link; null until one is chosen. */
  film: ShareFilm | null
  roNumber: string
  related: boolean
  /** Null until it is changed: the user's own setting holds. */
  notify: boolean | null
  recipients: readonly string[]
  /** What stands in the field of recipients and is no entry yet. */
  typed: string
  /** Null until it is changed: a saved text or the web site's holds. The same goes for the messages. */
  subject: string | null
  emailMessage: string | null
  /** Undefined until it is changed: the default banner. Null: none. */
  bannerId: number | null | undefined
  /** Undefined until it is changed: the default sender. Empty: no-reply. */
  from: string | undefined
  /** E.164, or what was typed while it is none. */
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

/** What belongs to one send and is empty for the next. */
const emptySend = {
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
}

function freshDraft(film: ShareFilm | null, channel: Channel, languageId: number): Draft {
  return {
    ...emptySend,
    channel,
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
  change: (part: Partial<Draft>) => void
  /** For the next customer: what was written is gone, films, language and sender stay. */
  startAnew: () => void
}

/** The draft about a film, or about films that are yet to be chosen. */
export function useDraft(film: ShareFilm | null, channel: Channel): DraftOf {
  const client = useQueryClient()
  const { language_id } = useLanguage()
  const about = film?.part_id ?? ''
  const [draft, setDraft] = useState<Draft>(
    () => client.getQueryData<Draft>([name, about]) ?? freshDraft(film, channel, language_id),
  )
  useEffect(() => {
    client.setQueryDefaults([name], { gcTime: Infinity })
    client.setQueryData([name, about], draft)
  }, [client, about, draft])
  const change = useCallback((part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })), [])
  const startAnew = useCallback(() => change({ ...emptySend, optInDate: today() }), [change])
  return { draft, change, startAnew }
}
