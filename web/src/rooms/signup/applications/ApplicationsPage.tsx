import { type Application, decideApplication, getApplications } from '@cutaway/contract/rooms/signup/education.ts'
import { IconCheck, IconSchool, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ExportButton } from '../../../ui/table/ExportButton.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import { ReasonDialog } from '../../sites/form/ReasonDialog.tsx'
import classes from '../../sites/operator/inbox/Inbox.module.css'
import { SiteFilter, StateFilter } from '../../sites/operator/inbox/InboxFilters.tsx'

const defaults = {
  sort: { by: 'created', descending: true },
  sorts: ['created'],
  filters: { site: '', waiting: 'open' },
  size: 10,
}

/** Lists the applications of teachers. The operator approves each one, or refuses it with a reason. */
export default function ApplicationsPage() {
  const t = useTexts()
  const list = useListState(defaults)
  const [refusing, setRefusing] = useState<Application | null>(null)
  const { site, waiting } = list.filters
  const isDone = waiting === 'done'
  const filters = { state: isDone ? ('done' as const) : ('open' as const), ...(site ? { web_site_id: site } : {}) }
  const load = (body: object, signal?: AbortSignal) =>
    call(getApplications, { body: { ...list.asked, sort: 'created', ...filters, ...body }, signal })
  const query = useQuery({
    queryKey: ['applications', list.asked, filters],
    queryFn: ({ signal }) => load({}, signal),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns(setRefusing)
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('operator_applications')}
        subtitle={t('operator_applications_text')}
        actions={
          <ExportButton
            name="applications"
            columns={columns}
            load={async () => (await load({ page: 1, size: undefined })).rows}
          />
        }
      />
      <ListCard
        caption={t('operator_applications')}
        list={list}
        query={query}
        columns={columns}
        rowId={({ registration_id }) => registration_id}
        searchLabel={t('operator_applications_search')}
        filters={
          <>
            <StateFilter value={waiting} onChange={(state) => list.change({ filters: { waiting: state } })} />
            <SiteFilter value={site} onChange={(id) => list.change({ filters: { site: id } })} />
          </>
        }
        empty={
          <EmptyState
            heading="h2"
            icon={IconSchool}
            title={t(isDone ? 'inbox_none_done' : 'operator_applications_none')}
            text={t(isDone ? 'inbox_none_done_text' : 'operator_applications_none_text')}
          />
        }
        failed={t('operator_applications_not_loaded')}
      />
      {refusing ? <RefuseDialog row={refusing} onClose={() => setRefusing(null)} /> : null}
    </div>
  )
}

function useColumns(onRefuse: (row: Application) => void): Column<Application>[] {
  const t = useTexts()
  const { seen } = useFormat()
  return [
    {
      id: 'who',
      label: t('application_who'),
      csv: (row) => `${row.name} ${row.email}`,
      cell: (row) => (
        <span className={classes.words}>
          <bdi className={classes.name}>{row.name}</bdi>
          <bdi className={classes.hint} dir="ltr">
            {row.email}
          </bdi>
          <bdi className={classes.hint} dir="ltr">
            {row.phone}
          </bdi>
        </span>
      ),
    },
    {
      id: 'school',
      label: t('application_school'),
      csv: (row) => row.school_name,
      cell: (row) => (
        <span className={classes.words}>
          <bdi>{row.school_name}</bdi>
          {row.school_network === '' ? null : <bdi className={classes.hint}>{row.school_network}</bdi>}
          <bdi className={classes.hint}>{row.site_name}</bdi>
        </span>
      ),
    },
    {
      id: 'note',
      label: t('application_note'),
      csv: (row) => row.note,
      cell: (row) => (
        <span className={classes.text} dir="auto">
          {row.note}
        </span>
      ),
    },
    {
      id: 'created',
      label: t('application_when'),
      sortable: true,
      csv: (row) => row.created_at,
      cell: (row) => seen(row.created_at),
    },
    { id: 'decide', label: '', cell: (row) => <Decision row={row} onRefuse={onRefuse} /> },
  ]
}

function Decision({ row, onRefuse }: { row: Application; onRefuse: (row: Application) => void }) {
  const t = useTexts()
  const change = useChange('applications', 'waiting', 'web-sites')
  const [isBusy, setIsBusy] = useState(false)
  const name = row.decided_by ?? ''
  if (row.state === 'active') return <span className={classes.hint}>{t('application_was_approved', { name })}</span>
  if (row.state === 'refused')
    return <span className={classes.hint}>{t('application_was_refused', { name, reason: row.reason ?? '' })}</span>
  const { web_site_id, registration_id } = row
  const approve = async () => {
    setIsBusy(true)
    await change(send(decideApplication, { body: { web_site_id, registration_id, approve: true } }), {
      detail: row.name,
    })
    setIsBusy(false)
  }
  const words = (key: string) => ({ 'aria-label': t('action_on_row', { action: t(key), name: row.name }) })
  return (
    <span className={classes.acts}>
      <Button
        size="xs"
        variant="filled"
        loading={isBusy}
        leftSection={<IconCheck size={15} stroke={1.75} aria-hidden />}
        {...words('application_approve')}
        onClick={() => void approve()}
      >
        {t('application_approve')}
      </Button>
      <Button
        size="xs"
        variant="danger-subtle"
        leftSection={<IconX size={15} stroke={1.75} aria-hidden />}
        {...words('application_refuse')}
        onClick={() => onRefuse(row)}
      >
        {t('application_refuse')}
      </Button>
    </span>
  )
}

function RefuseDialog({ row, onClose }: { row: Application; onClose: () => void }) {
  const t = useTexts()
  const change = useChange('applications', 'waiting', 'web-sites')
  const { web_site_id, registration_id } = row
  return (
    <ReasonDialog
      isRefusal
      title={t('application_refuse_title', { name: row.name })}
      hint={t('application_reason_text')}
      verb={t('application_refuse')}
      most={500}
      onSave={(reason) =>
        change(send(decideApplication, { body: { web_site_id, registration_id, approve: false, reason } }), {
          detail: row.name,
        })
      }
      onClose={onClose}
    />
  )
}
