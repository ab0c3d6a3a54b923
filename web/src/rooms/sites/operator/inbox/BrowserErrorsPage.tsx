import { type BrowserError, getBrowserErrors, markBrowserError } from '@cutaway/contract/rooms/sites/inbox.ts'
import { IconArrowBackUp, IconBug, IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../../core/api.ts'
import { useChange } from '../../../../core/change.ts'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../../ui/form/Button.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { Drawer } from '../../../../ui/overlay/Drawer.tsx'
import type { Column } from '../../../../ui/table/DataTable.tsx'
import { ListCard } from '../../../../ui/table/ListCard.tsx'
import { RowOpener } from '../../../../ui/table/RowOpener.tsx'
import { useListState } from '../../../../ui/table/useListState.ts'
import classes from './Inbox.module.css'
import { SiteFilter, StateFilter } from './InboxFilters.tsx'

const defaults = {
  sort: { by: 'last', descending: true },
  sorts: ['last', 'times'],
  filters: { site: '', waiting: 'open' },
  size: 10,
}

/** Lists the errors that browsers reported, one row for each kind. One that occurs again opens by itself. */
export default function BrowserErrorsPage() {
  const t = useTexts()
  const list = useListState(defaults)
  const [opened, setOpened] = useState<BrowserError>()
  const { site, waiting } = list.filters
  const sort = list.asked.sort === 'times' ? ('times' as const) : ('last' as const)
  const isDone = waiting === 'done'
  const filters = { state: isDone ? ('done' as const) : ('open' as const), ...(site ? { web_site_id: site } : {}) }
  const query = useQuery({
    queryKey: ['browser-errors', list.asked, filters],
    queryFn: ({ signal }) => call(getBrowserErrors, { body: { ...list.asked, sort, ...filters }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes.page}>
      <PageHeader title={t('operator_browser_errors')} subtitle={t('operator_browser_errors_text')} />
      <ListCard
        caption={t('operator_browser_errors')}
        list={list}
        query={query}
        columns={useColumns(setOpened)}
        rowId={({ fingerprint }) => fingerprint}
        searchLabel={t('operator_browser_errors_search')}
        filters={
          <>
            <StateFilter value={waiting} onChange={(state) => list.change({ filters: { waiting: state } })} />
            <SiteFilter value={site} onChange={(id) => list.change({ filters: { site: id } })} />
          </>
        }
        onOpen={setOpened}
        {...(opened ? { selected: opened.fingerprint } : {})}
        empty={
          <EmptyState
            heading="h2"
            icon={IconBug}
            title={t(isDone ? 'inbox_none_done' : 'operator_browser_errors_none')}
            text={t(isDone ? 'inbox_none_done_text' : 'operator_browser_errors_none_text')}
          />
        }
        failed={t('operator_browser_errors_not_loaded')}
      />
      {opened ? <ErrorDrawer error={opened} onClose={() => setOpened(undefined)} /> : null}
    </div>
  )
}

function useColumns(onOpen: (row: BrowserError) => void): Column<BrowserError>[] {
  const t = useTexts()
  const { number, seen } = useFormat()
  return [
    {
      id: 'message',
      label: t('browser_error_message'),
      cell: (row) => (
        <span className={classes.words}>
          <RowOpener onClick={() => onOpen(row)}>
            <bdi dir="ltr">{row.message}</bdi>
          </RowOpener>
          <bdi className={classes.hint} dir="ltr">
            {row.page}
          </bdi>
        </span>
      ),
    },
    { id: 'site', label: t('operator_web_site'), cell: (row) => <bdi>{row.site_name}</bdi> },
    { id: 'browser', label: t('browser_error_browser'), cell: browserOf },
    { id: 'times', label: t('browser_error_times'), number: true, sortable: true, cell: (row) => number(row.times) },
    { id: 'last', label: t('browser_error_last'), sortable: true, cell: (row) => seen(row.last_at) },
  ]
}

const browserOf = ({ browser_name, platform }: BrowserError) => [browser_name, platform].filter(Boolean).join(', ')

function ErrorDrawer({ error, onClose }: { error: BrowserError; onClose: () => void }) {
  const t = useTexts()
  const { dateTime, number } = useFormat()
  const change = useChange('browser-errors', 'waiting')
  const { web_site_id, fingerprint } = error
  const mark = (done: boolean) => send(markBrowserError, { body: { web_site_id, fingerprint, done } })
  const isDone = error.done_at !== null
  const facts: [string, string][] = [
    [t('operator_web_site'), error.site_name],
    [t('browser_error_page'), error.page],
    [t('browser_error_browser'), browserOf(error)],
    [t('browser_error_user_agent'), error.user_agent],
    [t('browser_error_times'), number(error.times)],
    [t('browser_error_first'), dateTime(error.first_at)],
    [t('browser_error_last'), dateTime(error.last_at)],
  ]
  return (
    <Drawer
      title={t('browser_error')}
      onClose={onClose}
      footer={
        <Button
          variant="filled"
          leftSection={
            isDone ? (
              <IconArrowBackUp className="flip" size={16} stroke={1.75} aria-hidden />
            ) : (
              <IconCheck size={16} stroke={1.75} aria-hidden />
            )
          }
          onClick={() => {
            onClose()
            void change(mark(!isDone), { undo: () => mark(isDone), detail: error.message })
          }}
        >
          {t(isDone ? 'inbox_open_again' : 'inbox_mark_done')}
        </Button>
      }
    >
      <div className={classes.stack}>
        {[error.message, error.caller_line, error.cause].filter(Boolean).map((text) => (
          <pre key={text} className={classes.code} dir="ltr">
            {text}
          </pre>
        ))}
        <dl className={classes.facts}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <Fact key={name} name={name} value={value} />
            ))}
        </dl>
      </div>
    </Drawer>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </>
)
