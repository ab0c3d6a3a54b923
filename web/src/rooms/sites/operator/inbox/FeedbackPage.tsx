import { type FeedbackRow, getFeedbackInbox, markFeedback } from '@cutaway/contract/rooms/sites/inbox.ts'
import { IconArrowBackUp, IconCheck, IconMessageStar, IconStar, IconStarFilled } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, send } from '../../../../core/api.ts'
import { useChange } from '../../../../core/change.ts'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../../ui/form/Button.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import type { Column } from '../../../../ui/table/DataTable.tsx'
import { ExportButton } from '../../../../ui/table/ExportButton.tsx'
import { ListCard } from '../../../../ui/table/ListCard.tsx'
import { useListState } from '../../../../ui/table/useListState.ts'
import classes from './Inbox.module.css'
import { SiteFilter, StateFilter } from './InboxFilters.tsx'

const defaults = {
  sort: { by: 'created', descending: true },
  sorts: ['created', 'rating'],
  filters: { site: '', waiting: 'open' },
  size: 10,
}
const most = 5

/** Lists the feedback of users. What is done leaves the list, and can be brought back. */
export default function FeedbackPage() {
  const t = useTexts()
  const list = useListState(defaults)
  const { site, waiting } = list.filters
  const sort = list.asked.sort === 'rating' ? ('rating' as const) : ('created' as const)
  const isDone = waiting === 'done'
  const filters = { state: isDone ? ('done' as const) : ('open' as const), ...(site ? { web_site_id: site } : {}) }
  const load = (body: object, signal?: AbortSignal) =>
    call(getFeedbackInbox, { body: { ...list.asked, sort, ...filters, ...body }, signal })
  const query = useQuery({
    queryKey: ['feedback-inbox', list.asked, filters],
    queryFn: ({ signal }) => load({}, signal),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns()
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('operator_feedback')}
        subtitle={t('operator_feedback_text')}
        actions={
          <ExportButton
            name="feedback"
            columns={columns}
            load={async () => (await load({ page: 1, size: undefined })).rows}
          />
        }
      />
      <ListCard
        caption={t('operator_feedback')}
        list={list}
        query={query}
        columns={columns}
        rowId={({ user_id }) => user_id}
        searchLabel={t('operator_feedback_search')}
        filters={
          <>
            <StateFilter value={waiting} onChange={(state) => list.change({ filters: { waiting: state } })} />
            <SiteFilter value={site} onChange={(id) => list.change({ filters: { site: id } })} />
          </>
        }
        empty={
          <EmptyState
            heading="h2"
            icon={IconMessageStar}
            title={t(isDone ? 'inbox_none_done' : 'operator_feedback_none')}
            text={t(isDone ? 'inbox_none_done_text' : 'operator_feedback_none_text')}
          />
        }
        failed={t('operator_feedback_not_loaded')}
      />
    </div>
  )
}

function useColumns(): Column<FeedbackRow>[] {
  const t = useTexts()
  const { seen } = useFormat()
  return [
    {
      id: 'who',
      label: t('operator_feedback_who'),
      csv: (row) => row.name,
      cell: (row) => (
        <span className={classes.words}>
          <bdi className={classes.name}>{row.name}</bdi>
          <bdi className={classes.hint}>{row.site_name}</bdi>
        </span>
      ),
    },
    {
      id: 'rating',
      label: t('operator_feedback_rating'),
      sortable: true,
      csv: (row) => row.rating,
      cell: (row) => <Stars rating={row.rating} />,
    },
    {
      id: 'words',
      label: t('operator_feedback_words'),
      csv: (row) => row.feedback,
      cell: (row) => (
        <span className={classes.words}>
          {row.feedback === '' ? null : (
            <span className={classes.text} dir="auto">
              {row.feedback}
            </span>
          )}
          {row.page_url === null ? null : (
            <bdi className={classes.hint} dir="ltr">
              {row.page_url}
            </bdi>
          )}
        </span>
      ),
    },
    {
      id: 'created',
      label: t('operator_feedback_when'),
      sortable: true,
      csv: (row) => row.created_at,
      cell: (row) => (
        <span className={classes.words}>
          <span>{seen(row.created_at)}</span>
          {row.done_by === null ? null : (
            <span className={classes.hint}>{t('inbox_done_by', { name: row.done_by })}</span>
          )}
        </span>
      ),
    },
    { id: 'done', label: '', cell: (row) => <Done row={row} /> },
  ]
}

function Stars({ rating }: { rating: number }) {
  const t = useTexts()
  return (
    <span className={classes.stars} role="img" aria-label={t('operator_stars', { rating, most })}>
      {Array.from({ length: most }, (_, n) =>
        n < rating ? <IconStarFilled key={n} size={16} /> : <IconStar key={n} size={16} stroke={1.75} />,
      )}
    </span>
  )
}

function Done({ row }: { row: FeedbackRow }) {
  const t = useTexts()
  const change = useChange('feedback-inbox', 'waiting')
  const { web_site_id, user_id } = row
  const mark = (done: boolean) => send(markFeedback, { body: { web_site_id, user_id, done } })
  const isDone = row.done_at !== null
  const verb = t(isDone ? 'inbox_open_again' : 'inbox_mark_done')
  return (
    <Button
      size="xs"
      leftSection={
        isDone ? (
          <IconArrowBackUp className="flip" size={15} stroke={1.75} aria-hidden />
        ) : (
          <IconCheck size={15} stroke={1.75} aria-hidden />
        )
      }
      aria-label={t('action_on_row', { action: verb, name: row.name })}
      onClick={() => void change(mark(!isDone), { undo: () => mark(isDone), detail: row.name })}
    >
      {verb}
    </Button>
  )
}
