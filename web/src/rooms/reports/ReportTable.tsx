import type { ReportData, ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import { IconArrowDown, IconArrowUp, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { reportPageSizes } from '@cutaway/contract/rooms/reports/filters.ts'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { pageCount } from '../../ui/table/paging.ts'
import type { ChangeReport, ReportState } from './report-state.ts'
import classes from './Reports.module.css'
import { changeOf, nameOfRow, rowsInSight, signed } from './rows.ts'
import { Sparkline } from './Sparkline.tsx'
import { useColumnNames } from './useColumnNames.ts'

/** The numbers of a report: totals first, a tree that opens in place, the first column always in sight. */
export function ReportTable({
  caption,
  data,
  state,
  change,
  canOpen,
}: {
  caption: string
  data: ReportData
  state: ReportState
  change: ChangeReport
  /** Whether the numbers of a column are links to their rows. */
  canOpen: (column: string) => boolean
}) {
  const t = useTexts()
  const { number, percent } = useFormat()
  const nameOf = useColumnNames()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isRanking = data.columns.some(({ date }) => date === undefined)
  const columns = [
    ...data.columns.map((column) => ({ key: column.key, name: nameOf(column), running: column.running ?? false })),
    ...(isRanking
      ? []
      : [
          { key: 'average', name: t('report_average'), running: false },
          { key: 'total', name: t('report_total'), running: false },
          { key: 'change', name: t('report_change'), running: false },
        ]),
  ]
  const rows = rowsInSight(data, state.sort, opened)
  const isTree = rows.some(({ hasChildren }) => hasChildren)
  const page = Math.min(state.page, pageCount(rows.length, state.size))
  const toggle = (id: string) =>
    setOpened((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const sortBy = (key: string) =>
    change({
      sort: key === 'name' ? (state.sort === '-name' ? '' : '-name') : state.sort === `-${key}` ? key : `-${key}`,
      page: 1,
    })
  type Numbers = Pick<ReportRow, 'values' | 'average' | 'total' | 'previous'>
  const numberOf = (of: Numbers, key: string) =>
    key === 'average' ? of.average : key === 'total' ? of.total : (of.values[key] ?? null)
  const cell = (of: Numbers, key: string, row: string, name: string) => {
    if (key === 'change' && !isRanking) {
      const share = changeOf(of)
      if (share === null) return <span className={classes.quiet}>–</span>
      return signed(share, percent)
    }
    const value = numberOf(of, key)
    if (value === null) return <span className={classes.quiet}>–</span>
    // How many more or fewer than before: a number with its sign.
    const shown = key === 'change' ? signed(value, number) : number(value)
    if (value === 0 || key === 'average' || !canOpen(key)) return shown
    return (
      <button
        type="button"
        className={classes.number}
        aria-label={`${name}, ${columns.find((column) => column.key === key)?.name ?? ''}: ${shown}`}
        aria-haspopup="dialog"
        onClick={() => change({ cell: `${row}|${key}`, rows: 1 }, 'push')}
      >
        {shown}
      </button>
    )
  }
  const head = (key: string, name: string) => {
    const isSorted = state.sort.replace(/^-/, '') === key
    const descending = state.sort.startsWith('-')
    return (
      <button type="button" className={classes.sort} onClick={() => sortBy(key)}>
        {name}
        {isSorted ? descending ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden /> : null}
      </button>
    )
  }
  const order = (key: string) =>
    state.sort.replace(/^-/, '') === key ? (state.sort.startsWith('-') ? 'descending' : 'ascending') : undefined
  /** On a phone, the columns of periods become a picture, and the others a line below the name. */
  const note = (of: Numbers) =>
    isRanking ? null : (
      <span className={classes.note}>
        {changeOf(of) === null ? null : cell(of, 'change', '', '')}
        {changeOf(of) === null || of.average === null ? null : ' · '}
        {of.average === null ? null : t('report_average_note', { number: number(of.average) })}
      </span>
    )
  const picture = (of: Numbers) =>
    isRanking ? null : (
      <td className={classes.spark}>
        <Sparkline
          values={data.columns.map(({ key }) => of.values[key] ?? 0)}
          running={data.columns.findIndex(({ running }) => running)}
        />
      </td>
    )
  const kindOf = (key: string) => (isRanking || key === 'total' ? undefined : true)
  const selected = state.cell.slice(0, state.cell.lastIndexOf('|'))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls a table that is wider than the page */}
      <div className={classes.scroll} role="region" aria-label={caption} tabIndex={0}>
        <table className={classes.table} data-weekly={state.unit === 'weekly' || undefined}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" aria-sort={order('name')}>
                {head('name', t('report_name'))}
              </th>
              {isRanking ? null : (
                <th scope="col" className={classes.spark}>
                  <span className="visually-hidden">{t('report_course')}</span>
                </th>
              )}
              {columns.map(({ key, name, running }) => (
                <th
                  key={key}
                  scope="col"
                  data-number
                  data-wide={kindOf(key)}
                  data-running={running || undefined}
                  aria-sort={order(key)}
                >
                  {head(key, name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className={classes.totals}>
              <th scope="row">
                {t('report_all')}
                {note(data.total)}
              </th>
              {picture(data.total)}
              {columns.map(({ key, running }) => (
                <td key={key} data-number data-wide={kindOf(key)} data-running={running || undefined}>
                  {cell(data.total, key, '', t('report_all'))}
                </td>
              ))}
            </tr>
            {rows.slice((page - 1) * state.size, page * state.size).map(({ row, level, hasChildren }) => {
              const name = nameOfRow(row, t)
              return (
                <tr key={row.id} aria-selected={(selected === row.id && state.cell !== '') || undefined}>
                  <th scope="row" style={{ paddingInlineStart: 16 + level * 20 }}>
                    {hasChildren ? (
                      <button
                        type="button"
                        className={classes.opener}
                        aria-expanded={opened.has(row.id)}
                        onClick={() => toggle(row.id)}
                      >
                        <IconChevronRight className={`flip ${classes.chevron}`} size={16} stroke={1.75} aria-hidden />
                        {name}
                      </button>
                    ) : (
                      <span className={isTree ? classes.leaf : undefined}>{name}</span>
                    )}
                    {row.deleted ? <span className={classes.quiet}> · {t('report_deleted')}</span> : null}
                    {note(row)}
                  </th>
                  {picture(row)}
                  {columns.map(({ key, running }) => (
                    <td key={key} data-number data-wide={kindOf(key)} data-running={running || undefined}>
                      {cell(row, key, row.id, name)}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <Pagination
        page={page}
        size={state.size}
        total={rows.length}
        sizes={reportPageSizes}
        onPage={(to) => change({ page: to }, 'push')}
        onSize={(size) => change({ size, page: 1 })}
      />
    </>
  )
}
