import { roleOf } from '@cutaway/contract/roles.ts'
import type { SentRow } from '@cutaway/contract/rooms/sharing/receipts.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch, IconSend } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useMay, useSignedIn } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { pageCount } from '../../../ui/table/paging.ts'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { filmsText, outcomeKind, outcomeText, recipientName } from './outcome.ts'
import { Poster } from './Poster.tsx'
import { SentViews } from './SentViews.tsx'
import { SentDrawer } from './SentDrawer.tsx'
import { SentLine } from './SentLine.tsx'
import classes from './SharedPage.module.css'
import { useSends } from './useSends.ts'
import { type Channel, channels, queryOf, type View, viewOf } from './view.ts'

const typingPause = 300
const phone = '(max-width: 35.99em)'

/** Lists the user's sends, a row per recipient; the URL holds the view and the open drawer. */
export default function SharedPage() {
  const t = useTexts()
  const [view, change, linkTo] = useView()
  const { data, error, isFetching, refetch } = useSends(view)
  const wide = useColumns(linkTo, view.whose)
  const narrow = useNarrowColumns(linkTo, view.whose)
  const columns = useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ? narrow : wide
  const isFiltered = view.search !== '' || view.channel !== undefined
  // Going back to a page that no longer exists shows the last page.
  const last = data ? pageCount(data.total, view.size) : undefined
  useEffect(() => {
    if (last !== undefined && view.page > last) change({ page: last })
  })
  return (
    <>
      <PageHeader title={t('nav_shared')} subtitle={t('shared_subtitle')} actions={<SentViews value="sends" />} />
      <Filters view={view} change={change} />
      <section className={classes.card} aria-label={t('nav_shared')}>
        <DataTable
          caption={t('nav_shared')}
          columns={columns}
          rows={data?.rows}
          rowId={(row) => row.recipient_id}
          sort={view.sort}
          onSort={({ by, descending }) => change({ sort: { by: by as View['sort']['by'], descending }, page: 1 })}
          selected={view.recipient}
          onOpen={(row) => change({ recipient: row.recipient_id }, 'push')}
          loading={isFetching}
          error={
            error && !data ? (
              <ErrorState
                heading="h2"
                title={t('shared_not_loaded')}
                error={error}
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            ) : undefined
          }
          empty={
            <EmptyState
              heading="h2"
              icon={isFiltered ? IconSearch : IconSend}
              title={t(isFiltered ? 'shared_none_match_title' : 'shared_empty_title')}
              text={t(isFiltered ? 'shared_none_match' : 'shared_empty')}
              action={
                isFiltered ? (
                  <Button onClick={() => change({ search: '', channel: undefined, page: 1 })}>
                    {t('shared_show_all')}
                  </Button>
                ) : (
                  <Button component={Link} to={paths.home}>
                    {t('all_films')}
                  </Button>
                )
              }
            />
          }
        />
        {data && data.total > 0 ? (
          <Pagination
            page={view.page}
            size={view.size}
            total={data.total}
            onPage={(page) => change({ page }, 'push')}
            onSize={(size) => change({ size, page: 1 })}
          />
        ) : null}
      </section>
      {view.recipient === undefined ? null : (
        <SentDrawer
          key={view.recipient}
          recipientId={view.recipient}
          onClose={() => change({ recipient: undefined })}
          onOther={(recipient) => change({ recipient })}
        />
      )}
    </>
  )
}

/** Returns the view of the URL, a setter, and a function for the URL of another view. */
function useView() {
  const [query, setQuery] = useSearchParams()
  const view = viewOf(query)
  const change = (to: Partial<View>, how: 'push' | 'replace' = 'replace') =>
    setQuery((now) => queryOf({ ...viewOf(now), ...to }), { replace: how === 'replace', preventScrollReset: true })
  const linkTo = (to: Partial<View>) => `?${queryOf({ ...view, ...to }).toString()}`
  return [view, change, linkTo] as const
}

function Filters({ view, change }: { view: View; change: (to: Partial<View>) => void }) {
  const t = useTexts()
  const mms = useMay('allow_share_mms')
  const managesLocation = roleOf(useSignedIn().user.user_access_id).reach === 'location'
  const shown = channels.filter((one) => one !== 'mms' || mms || view.channel === 'mms')
  return (
    <div className={classes.filters}>
      <Search value={view.search} onChange={(search) => change({ search, page: 1 })} />
      <SegmentedControl<Channel | 'all'>
        fill="phone"
        label={t('shared_channel')}
        value={view.channel ?? 'all'}
        onChange={(channel) => change({ channel: channel === 'all' ? undefined : channel, page: 1 })}
        segments={[
          { value: 'all', label: t('channel_all') },
          ...shown.map((value) => ({ value, label: t(`channel_${value}`) })),
        ]}
      />
      {managesLocation ? (
        <SegmentedControl<View['whose']>
          fill="phone"
          label={t('shared_whose')}
          value={view.whose}
          onChange={(whose) => change({ whose, page: 1 })}
          segments={[
            { value: 'own', label: t('shared_own') },
            { value: 'location', label: t('shared_location') },
          ]}
        />
      ) : null}
    </div>
  )
}

/** Searches when typing pauses, and at once on Enter. */
function Search({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const t = useTexts()
  const [text, setText] = useState(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)
  useEffect(() => () => clearTimeout(pause.current), [])
  // After Back or "Show everything", updates the field to the current search.
  useEffect(() => {
    if (value !== asked.current) setText(value)
    asked.current = value
  }, [value])
  const look = (next: string, after: number) => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      asked.current = next.trim()
      onChange(asked.current)
    }, after)
  }
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={t('shared_search')}
      placeholder={t('shared_search')}
      maxLength={100}
      leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        look(event.currentTarget.value, typingPause)
      }}
      onKeyDown={(event) => (event.key === 'Enter' ? look(text, 0) : undefined)}
    />
  )
}

/** On a phone a row has two lines; the drawer shows the rest. */
function useNarrowColumns(linkTo: (to: Partial<View>) => string, whose: View['whose']): Column<SentRow>[] {
  const t = useTexts()
  return [
    {
      id: 'to',
      label: t('shared_recipient'),
      cell: (row) => (
        <SentLine row={row} to={linkTo({ recipient: row.recipient_id })} bySender={whose === 'location'} />
      ),
    },
  ]
}

function useColumns(linkTo: (to: Partial<View>) => string, whose: View['whose']): Column<SentRow>[] {
  const t = useTexts()
  const { seen, percent, money } = useFormat()
  return [
    {
      id: 'to',
      label: t('shared_recipient'),
      sortable: true,
      cell: (row) => (
        <span className={classes.what}>
          <Poster film={row.films[0]} />
          <span className={classes.words}>
            <Link
              className={classes.to}
              to={linkTo({ recipient: row.recipient_id })}
              preventScrollReset
              aria-haspopup="dialog"
            >
              <bdi>{recipientName(t, row)}</bdi>
            </Link>
            {row.customer ? (
              <span className={classes.film}>
                <bdi>{row.to}</bdi>
              </span>
            ) : null}
            <span className={classes.film}>
              {whose === 'location' ? `${row.sender} · ` : ''}
              {filmsText(t, row.films)}
            </span>
          </span>
        </span>
      ),
    },
    { id: 'channel', label: t('shared_channel'), cell: ({ channel }) => t(`channel_${channel}`) },
    { id: 'ro', label: t('repair_order'), cell: ({ ro_number }) => <bdi className="num">{ro_number || '–'}</bdi> },
    {
      id: 'sent_at',
      label: t('shared_sent_at'),
      sortable: true,
      cell: ({ sent_at }) => (
        <time className={classes.time} dateTime={sent_at}>
          {seen(sent_at)}
        </time>
      ),
    },
    {
      id: 'outcome',
      label: t('shared_outcome'),
      sortable: true,
      cell: (row) => (
        <span className={classes.outcome}>
          <Tag kind={outcomeKind[row.outcome]}>{outcomeText(t, row)}</Tag>
          {row.reason ? <span className={classes.film}>{t(`delivery_reason_${row.reason}`)}</span> : null}
          {row.approved_total === null ? null : (
            <span className="num">{money(row.approved_total, row.currency || undefined)}</span>
          )}
          {row.unread ? <span className={classes.unread}>{t('shared_unread')}</span> : null}
        </span>
      ),
    },
    {
      id: 'watched',
      label: t('shared_watched'),
      number: true,
      cell: ({ watched_percent }) => percent(watched_percent / 100),
    },
  ]
}
