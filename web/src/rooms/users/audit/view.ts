import { auditPeriods } from '@cutaway/contract/rooms/users/audit.ts'
import { pageSizes } from '../../../ui/table/paging.ts'

/** The view of the audit log in its URL. Invalid values are ignored. */

export type Period = (typeof auditPeriods)[number]

export interface View {
  page: number
  size: number
  person: number | null
  action: string
  period: Period
  search: string
  /** The entry whose drawer is open. */
  entry: number | undefined
}

const usual = { page: 1, size: 10, period: 'month' } as const

export function viewOf(query: URLSearchParams): View {
  const number = (name: string) => (/^[1-9]\d{0,8}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined)
  const size = number('size')
  return {
    page: Math.min(number('page') ?? usual.page, 100_000),
    size: size !== undefined && pageSizes.includes(size) ? size : usual.size,
    person: number('person') ?? null,
    action: /^[a-z_]+(\.[a-z_]+)?$/.exec(query.get('action') ?? '')?.[0].slice(0, 60) ?? '',
    period: auditPeriods.find((one) => one === query.get('period')) ?? usual.period,
    search: (query.get('search') ?? '').slice(0, 100),
    entry: number('entry'),
  }
}

/** Returns the query for a view; default values are omitted. */
export function queryOf({ page, size, person, action, period, search, entry }: View): URLSearchParams {
  const query = new URLSearchParams()
  if (page !== usual.page) query.set('page', String(page))
  if (size !== usual.size) query.set('size', String(size))
  if (person !== null) query.set('person', String(person))
  if (action) query.set('action', action)
  if (period !== usual.period) query.set('period', period)
  if (search) query.set('search', search)
  if (entry !== undefined) query.set('entry', String(entry))
  return query
}
