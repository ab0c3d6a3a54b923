import type { DetailData, ReportData } from '@cutaway/contract/rooms/reports/reports.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { ListSearch } from '../../../ui/table/ListSearch.tsx'
import { IconSearch } from '@tabler/icons-react'
import { DetailList } from './DetailList.tsx'
import type { ReportKind } from '../kinds.ts'
import type { ChangeReport, ReportQuery, ReportState } from '../report-state.ts'
import classes from '../Reports.module.css'
import { cellFieldsOf, nameOfRow } from '../rows.ts'
import { useColumnNames } from '../useColumnNames.ts'

/** The rows behind the number that the URL names, in pages. */
export function DrillDown({
  kind,
  data,
  filter,
  state,
  change,
}: {
  kind: ReportKind
  data: ReportData
  filter: ReportQuery
  state: ReportState
  change: ChangeReport
}) {
  const t = useTexts()
  const nameOf = useColumnNames()
  const content = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [size, setSize] = useState(10)
  const bar = state.cell.lastIndexOf('|')
  const [rowId, column] = [state.cell.slice(0, bar), state.cell.slice(bar + 1)]
  const row = data.rows.find(({ id }) => id === rowId)
  const { class_id, businessentity_location_id, user_id, ...rest } = filter
  const json = {
    ...rest,
    ...kind.more,
    filter_class_id: class_id,
    filter_location_id: businessentity_location_id,
    filter_user_id: user_id,
    ...cellFieldsOf(row),
    column_name: column,
    page: state.rows,
    size,
    search,
  }
  const query = useQuery({
    queryKey: ['report-rows', kind.name, json],
    queryFn: ({ signal }) => call(kind.detail, { params: { json } as never, signal }) as Promise<DetailData>,
    placeholderData: keepPreviousData,
    enabled: row !== undefined || rowId === '',
  })
  const period = data.columns.find(({ key }) => key === column)
  const name = row ? nameOfRow(row, t) : t('report_all')
  const title = `${name} · ${period ? nameOf(period, true) : t('report_total')}`
  const found = query.data
  return (
    <Dialog kind="drawer" title={title} onClose={() => change({ cell: '', rows: 1 }, 'push')}>
      <div ref={content} className={classes.drawer}>
        <ListSearch
          label={t('report_search')}
          value={search}
          table={content}
          onChange={(text) => {
            setSearch(text)
            change({ rows: 1 })
          }}
        />
        {query.error && !found ? (
          <ErrorState title={t('report_not_loaded')} error={query.error} onRetry={() => void query.refetch()} />
        ) : !found ? (
          <SkeletonRows rows={10} picture={false} />
        ) : found.rows.length === 0 ? (
          <EmptyState heading="h3" icon={IconSearch} title={t('report_none_title')} text={t('no_records_found')} />
        ) : (
          <>
            <DetailList data={found} />
            <Pagination
              page={state.rows}
              size={size}
              total={found.total.rows}
              sizes={[10, 25, 50, 100]}
              onPage={(rows) => change({ rows }, 'push')}
              onSize={(to) => {
                setSize(to)
                change({ rows: 1 })
              }}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
