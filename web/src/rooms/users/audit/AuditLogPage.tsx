import {
  type AuditEntry,
  auditLogCsv,
  auditPeriods,
  getAuditFilters,
  getAuditLog,
} from '@cutaway/contract/rooms/users/audit.ts'
import { urlOf } from '@cutaway/contract/client.ts'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../../core/api.ts'
import { withCapital } from '../../../core/i18n/capital.ts'
import { initials } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { RowOpener } from '../../../ui/table/RowOpener.tsx'
import { type List, useListState } from '../../../ui/table/useListState.ts'
import account from '../account/Account.module.css'
import users from '../manage/Users.module.css'
import { doneInWords } from './action-words.ts'
import classes from './Audit.module.css'
import { AuditDrawer } from './AuditDrawer.tsx'
import { useNames, useRefusalTexts } from './names.ts'

const defaults = {
  sort: { by: 'at', descending: true },
  sorts: [],
  filters: { person: '', action: '', period: 'month' },
  size: 10,
}

/** Lists what people changed. The URL holds the filters and the open entry. */
export default function AuditLogPage() {
  return <AuditLog />
}

/** The audit log of the own web site, or of one that an operator chooses by `siteFilter`. */
export function AuditLog({ webSiteId, siteFilter }: { webSiteId?: number; siteFilter?: ReactNode }) {
  const t = useTexts()
  const ofSite = webSiteId === undefined ? {} : { web_site_id: webSiteId }
  const { user } = useSignedIn()
  const list = useListState(defaults)
  const [params, setParams] = useSearchParams()
  const entry = Number(params.get('entry')) || undefined
  const open = (id: number | undefined, how: 'push' | 'replace' = 'replace') =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id === undefined) next.delete('entry')
        else next.set('entry', String(id))
        return next
      },
      { replace: how === 'replace', preventScrollReset: true },
    )
  const { person, action, period } = list.filters
  const filters = {
    person: Number(person) || null,
    action,
    period: auditPeriods.find((one) => one === period) ?? 'month',
    search: list.search,
    ...ofSite,
  }
  const { page, size } = list
  const query = useQuery({
    queryKey: ['audit-log', user.user_id, page, size, filters],
    queryFn: ({ signal }) => call(getAuditLog, { params: { json: { ...filters, page, size } }, signal }),
    placeholderData: keepPreviousData,
  })
  useRefusalTexts(query.data?.rows.map(({ outcome }) => outcome) ?? [])
  return (
    <div className={account.page}>
      <PageHeader
        title={t('nav_audit_log')}
        subtitle={t('audit_log_text')}
        actions={
          <Button
            component="a"
            href={urlOf(auditLogCsv, { json: filters })}
            download="audit_log.csv"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            {t('export_csv')}
          </Button>
        }
      />
      <ListCard
        caption={t('nav_audit_log')}
        list={list}
        query={query}
        columns={useColumns((id) => open(id, 'push'))}
        rowId={(row) => row.entry}
        searchLabel={t('audit_search')}
        filters={
          <>
            <Filters list={list} ofSite={ofSite} />
            {siteFilter}
          </>
        }
        onOpen={(row) => open(row.entry, 'push')}
        {...(entry === undefined ? {} : { selected: entry })}
        empty={<EmptyState heading="h2" icon={IconHistory} title={t('audit_none')} text={t('audit_none_text')} />}
        failed={t('audit_log_not_loaded')}
      />
      {entry === undefined ? null : (
        <AuditDrawer
          entryId={entry}
          ofSite={ofSite}
          others={query.data?.rows.map((row) => row.entry) ?? []}
          onOther={open}
          onPerson={(id) => {
            open(undefined)
            list.change({ filters: { person: String(id) } })
          }}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  )
}

function useColumns(onOpen: (entry: number) => void): Column<AuditEntry>[] {
  const t = useTexts()
  const { seen } = useFormat()
  const { nameOf, targetOf } = useNames()
  return [
    {
      id: 'at',
      label: t('audit_time'),
      cell: (row) => <RowOpener onClick={() => onOpen(row.entry)}>{withCapital(seen(row.at))}</RowOpener>,
    },
    {
      id: 'who',
      label: t('audit_who'),
      cell: (row) => (
        <span className={users.person}>
          {row.who?.name ? <span className={users.avatar} data-initials={initials(row.who.name)} aria-hidden /> : null}
          <span className={account.words}>
            <bdi>{nameOf(row.who, row.outcome)}</bdi>
            {row.as ? <span className={account.hint}>{t('audit_acted_as', { name: nameOf(row.as) })}</span> : null}
            {row.is_by_key ? <span className={account.hint}>{t('audit_by_api_key')}</span> : null}
          </span>
        </span>
      ),
    },
    {
      id: 'what',
      label: t('audit_what'),
      cell: ({ action, outcome }) => (
        <span className={account.words}>
          <span>{doneInWords(t, action)}</span>
          {outcome === 'ok' ? null : <span className={classes.refused}>{t(outcome)}</span>}
        </span>
      ),
    },
    { id: 'thing', label: t('audit_thing'), cell: (row) => <bdi>{targetOf(row)}</bdi> },
    { id: 'ip', label: t('audit_address'), cell: ({ ip }) => <bdi dir="ltr">{ip}</bdi> },
  ]
}

function Filters({ list, ofSite }: { list: List<typeof defaults.filters>; ofSite: { web_site_id?: number } }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['audit-filters', user.user_id, ofSite],
    queryFn: ({ signal }) => call(getAuditFilters, { params: ofSite, signal }),
  })
  const things = [...new Set((data?.actions ?? []).map((action) => action.split('.')[0] ?? ''))]
    .map((value) => ({ value, label: t(`thing_${value}`) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const { person, action, period } = list.filters
  return (
    <>
      <FilterMenu
        label={t('audit_who')}
        value={person}
        values={[
          { value: '', label: t('audit_everyone') },
          ...(data?.people ?? []).map(({ user_id, name }) => ({ value: String(user_id), label: name })),
        ]}
        onChange={(value) => list.change({ filters: { person: value } })}
      />
      <FilterMenu
        label={t('audit_what')}
        value={action}
        values={[{ value: '', label: t('audit_everything') }, ...things]}
        onChange={(value) => list.change({ filters: { action: value } })}
      />
      <FilterMenu
        label={t('audit_time')}
        value={period}
        values={auditPeriods.map((value) => ({ value, label: t(`period_${value}`) }))}
        onChange={(value) => list.change({ filters: { period: value } })}
      />
    </>
  )
}
