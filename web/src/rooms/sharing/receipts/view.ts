import { pageSizes } from '../../../ui/table/paging.ts'

/** The view of the receipts page in its URL. Invalid values are ignored. */

export const channels = ['email', 'sms', 'mms'] as const
export type Channel = (typeof channels)[number]
const sortings = ['sent_at', 'to', 'outcome'] as const
type Sorting = (typeof sortings)[number]

export interface View {
  page: number
  size: number
  sort: { by: Sorting; descending: boolean }
  search: string
  channel: Channel | undefined
  /** The user's own sends, or those of the location that the user manages. */
  whose: 'own' | 'location'
  /** The recipient whose drawer is open. */
  recipient: number | undefined
}

const usual = { page: 1, size: 10, sort: { by: 'sent_at', descending: true } } as const

export function viewOf(query: URLSearchParams): View {
  const number = (name: string) => (/^[1-9]\d{0,8}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined)
  const size = number('size')
  const by = sortings.find((one) => one === query.get('sort')?.replace(/^-/, ''))
  return {
    page: Math.min(number('page') ?? usual.page, 100_000),
    size: size !== undefined && pageSizes.includes(size) ? size : usual.size,
    sort: by ? { by, descending: query.get('sort')?.startsWith('-') ?? false } : usual.sort,
    search: (query.get('search') ?? '').slice(0, 100),
    channel: channels.find((one) => one === query.get('channel')),
    whose: query.get('whose') === 'location' ? 'location' : 'own',
    recipient: number('recipient'),
  }
}

/** Returns the query for a view; default values are omitted. */
export function queryOf({ page, size, sort, search, channel, whose, recipient }: View): URLSearchParams {
  const query = new URLSearchParams()
  if (page !== usual.page) query.set('page', String(page))
  if (size !== usual.size) query.set('size', String(size))
  if (sort.by !== usual.sort.by || sort.descending !== usual.sort.descending)
    query.set('sort', `${sort.descending ? '-' : ''}${sort.by}`)
  if (search) query.set('search', search)
  if (channel) query.set('channel', channel)
  if (whose !== 'own') query.set('whose', whose)
  if (recipient !== undefined) query.set('recipient', String(recipient))
  return query
}
