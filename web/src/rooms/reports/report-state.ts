import {
  dateFilters,
  defaultDateFilter,
  defaultReportPageSize,
  reportPageSizes,
} from '@cutaway/contract/rooms/reports/filters.ts'
import type { ReportSetting } from '@cutaway/contract/rooms/reports/settings.ts'
import { useSearchParams } from 'react-router'
import type { ReportKind } from './kinds.ts'

/** The filters of a report and what is open in it, which the URL holds. What it leaves out is as the person has set it. */
export interface ReportState {
  business: string
  unit: (typeof dateFilters)[number]
  range: string
  type: string
  region: string
  location: string
  user: string
  brand: string
  zero: boolean
  group: string
  /** The key of a column, 'name', 'average', 'total'; a minus before it: the highest first. */
  sort: string
  page: number
  size: number
  /** The row and the column whose rows are shown, with a bar between. */
  cell: string
  rows: number
}

const oneOf = <T extends string>(values: readonly T[], text: string | null, none: T): T =>
  values.find((value) => value === text) ?? none
const whole = (text: string | null) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1)
const id = (text: string | null) => (/^\d{1,9}$/.test(text ?? '') ? text! : '')

export function stateOf(query: URLSearchParams, kind: ReportKind, setting: ReportSetting | undefined): ReportState {
  const size = Number(query.get('size') ?? setting?.page_size ?? defaultReportPageSize)
  return {
    business: id(query.get('business')) || String(setting?.businessentity_id ?? ''),
    unit: oneOf(dateFilters, query.get('unit'), setting?.dateFilterType ?? defaultDateFilter),
    range: kind.ranges ? oneOf(kind.ranges, query.get('range'), kind.ranges[0]!) : '',
    type: oneOf(kind.types, query.get('type'), oneOf(kind.types, setting?.report_type ?? '', kind.types[0] ?? '')),
    region: id(query.get('region')),
    location: id(query.get('location')),
    user: id(query.get('user')),
    brand: id(query.get('brand')),
    zero: query.get('zero') === '1',
    group: kind.groups ? oneOf(kind.groups, query.get('group'), kind.groups[0]!) : 'place',
    sort: query.get('sort') ?? '',
    page: whole(query.get('page')),
    size: reportPageSizes.includes(size) ? size : defaultReportPageSize,
    cell: query.get('cell') ?? '',
    rows: whole(query.get('rows')),
  }
}

/** Returns the state of a report, and a function that changes it. A changed filter goes back to the first page. */
export function useReportState(kind: ReportKind, setting: ReportSetting | undefined) {
  const [query, setQuery] = useSearchParams()
  const state = stateOf(query, kind, setting)
  const change = (to: Partial<ReportState>, how: 'push' | 'replace' = 'replace') =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        const keeps = new Set(['cell', 'rows', 'page', 'sort', 'size'])
        if (Object.keys(to).some((name) => !keeps.has(name)))
          for (const name of ['page', 'cell', 'rows']) next.delete(name)
        for (const [name, value] of Object.entries(to)) {
          const text = value === true ? '1' : value === false ? '' : String(value)
          if (text === '') next.delete(name)
          else next.set(name, text)
        }
        return next
      },
      { replace: how === 'replace', preventScrollReset: true },
    )
  return { state, change }
}

export type ChangeReport = ReturnType<typeof useReportState>['change']

/** Returns the JSON of the report's call. */
export function filterOf(state: ReportState, ownBusiness: number | null) {
  const number = (text: string) => (text === '' ? -1 : Number(text))
  return {
    ...(state.business === '' && ownBusiness === null
      ? {}
      : { businessentity_id: state.business === '' ? ownBusiness! : Number(state.business) }),
    brand_id: number(state.brand),
    class_id: number(state.region),
    businessentity_location_id: number(state.location),
    user_id: number(state.user),
    dateFilterType: state.unit,
    ...(state.range === '' ? {} : { report_range: state.range }),
    ...(state.type === '' ? {} : { report_type: state.type }),
    ...(state.zero ? { include_zero_usage_results: true } : {}),
    ...(state.group === 'place' ? {} : { group_by: state.group }),
  }
}
export type ReportQuery = ReturnType<typeof filterOf>
