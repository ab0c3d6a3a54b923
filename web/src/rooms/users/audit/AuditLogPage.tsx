import { type AuditEntry, auditLogCsv, auditPeriods, getAuditFilters, getAuditLog } from '@cutaway/contract/rooms/users/audit.ts'
import { urlOf } from '@cutaway/contract/client.ts'
import { IconDownload, IconHistory, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import account from '../account/Account.module.css'
import { wordsOf } from './action-words.ts'
import classes from './Audit.module.css'
import { AuditDrawer } from './AuditDrawer.tsx'
import { useNames } from './names.ts'
import { queryOf, type View, viewOf } from './view.ts'

/** Lists what people changed. The URL holds the filters and the open entry. */
export default function AuditLogPage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const [query, setQuery] = useSearchParams()
  const view = viewOf(query)
  const change = (to: Partial<View>, how: 'push' | 'replace' = 'replace') =>
    setQuery((now) => queryOf({ ...viewOf(now), ...to }), { replace: how === 'replace', preventScrollReset: true })
  const linkTo = (to: Partial<View>) => `?${queryOf({ ...view, ...to }).toString()}`
  const { entry, page, size, ...filters } = view
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit-log', user.user_id, page, size, filters],
    queryFn: ({ signal }) => call(getAuditLog, { params: { json: { ...filters, page, size } }, signal }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns((id) => linkTo({ entry: id }))
  const isFiltered = view.search !== '' || view.action !== '' || view.person !== null
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
      <section className={classes.card} aria-label={t('nav_audit_log')}>
        <Filters view={view} change={(to) => change({ ...to, page: 1 })} />
        <DataTable
          caption={t('nav_audit_log')}
          columns={columns}
          rows={data?.rows}
          rowId={(row) => row.entry}
          {...(entry === undefined ? {} : { selected: entry })}
          onOpen={(row) => change({ entry: row.entry }, 'push')}
          loading={isFetching}
          error={
            error && !data ? (
              <ErrorState
                heading="h2"
                title={t('audit_log_not_loaded')}
                error={error}
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            ) : undefined
          }
          empty={
            <EmptyState
              heading="h2"
              icon={isFiltered ? IconSearch : IconHistory}
              title={t(isFiltered ? 'audit_none_match' : 'audit_none')}
              text={t(isFiltered ? 'audit_none_match_text' : 'audit_none_text')}
              action={
                isFiltered ? (
                  <Button onClick={() => change({ search: '', action: '', person: null, page: 1 })}>
                    {t('show_all_entries')}
                  </Button>
                ) : undefined
              }
            />
          }
        />
        {data && data.total > 0 ? (
          <Pagination
            page={page}
            size={size}
            total={data.total}
            onPage={(next) => change({ page: next }, 'push')}
            onSize={(next) => change({ size: next, page: 1 })}
          />
        ) : null}
      </section>
      {entry === undefined ? null : (
        <AuditDrawer
          entryId={entry}
          others={data?.rows.map((row) => row.entry) ?? []}
          onOther={(id) => change({ entry: id })}
          onPerson={(person) => change({ person, entry: undefined, page: 1 })}
          onClose={() => change({ entry: undefined })}
        />
      )}
    </div>
  )
}

function useColumns(linkTo: (entry: number) => string): Column<AuditEntry>[] {
  const t = useTexts()
  const { seen } = useFormat()
  const { nameOf, targetOf } = useNames()
  return [
    {
      id: 'at',
      label: t('time'),
      cell: (row) => (
        <Link className={classes.link} to={linkTo(row.entry)} preventScrollReset>
          {seen(row.at)}
        </Link>
      ),
    },
    {
      id: 'who',
      label: t('who'),
      cell: (row) => (
        <span className={account.words}>
          <bdi>{nameOf(row.who, row.outcome)}</bdi>
          {row.as ? <span className={account.hint}>{t('acted_as', { name: nameOf(row.as) })}</span> : null}
          {row.is_by_key ? <span className={account.hint}>{t('by_api_key')}</span> : null}
        </span>
      ),
    },
    {
      id: 'what',
      label: t('what'),
      cell: ({ action, outcome }) => (
        <span className={account.words}>
          <span>{t('audit_did', { thing: t(wordsOf(action).thing), did: t(wordsOf(action).verb) })}</span>
          {outcome === 'ok' ? null : <span className={classes.refused}>{t(outcome)}</span>}
        </span>
      ),
    },
    { id: 'thing', label: t('thing'), cell: (row) => <bdi>{targetOf(row)}</bdi> },
    { id: 'ip', label: t('address'), cell: ({ ip }) => <bdi dir="ltr">{ip}</bdi> },
  ]
}

const typingPause = 300

function Filters({ view, change }: { view: View; change: (to: Partial<View>) => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['audit-filters', user.user_id],
    queryFn: ({ signal }) => call(getAuditFilters, { signal }),
  })
  const things = [...new Set((data?.actions ?? []).map((action) => action.split('.')[0] ?? ''))]
    .map((value) => ({ value, label: t(`thing_${value}`) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <div className={classes.filters}>
      <Search value={view.search} onChange={(search) => change({ search })} />
      <FilterMenu
        label={t('who')}
        value={view.person === null ? '' : String(view.person)}
        values={[
          { value: '', label: t('everyone') },
          ...(data?.people ?? []).map(({ user_id, name }) => ({ value: String(user_id), label: name })),
        ]}
        onChange={(value) => change({ person: value === '' ? null : Number(value) })}
      />
      <FilterMenu
        label={t('what')}
        value={view.action.split('.')[0] ?? ''}
        values={[{ value: '', label: t('everything') }, ...things]}
        onChange={(action) => change({ action })}
      />
      <FilterMenu
        label={t('time')}
        value={view.period}
        values={auditPeriods.map((value) => ({ value, label: t(`period_${value}`) }))}
        onChange={(period) => change({ period })}
      />
    </div>
  )
}

/** Searches when typing pauses, and at once on Enter. */
function Search({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const t = useTexts()
  const [text, setText] = useState(value)
  const typed = text.trim()
  useEffect(() => {
    if (typed === value) return undefined
    const pause = setTimeout(() => onChange(typed), typingPause)
    return () => clearTimeout(pause)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the pause
  }, [typed])
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={t('audit_search')}
      placeholder={t('audit_search')}
      maxLength={100}
      leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={({ key }) => (key === 'Enter' ? onChange(typed) : undefined)}
    />
  )
}
