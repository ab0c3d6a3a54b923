import { type DeskItem, getDeskItems, resolveDeskItem } from '@cutaway/contract/rooms/billing/desk.ts'
import { IconCheck, IconMoodCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import { SiteFilter, StateFilter } from '../../sites/operator/inbox/InboxFilters.tsx'
import classes from './Desk.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'

const defaults = {
  sort: { by: 'at', descending: true },
  sorts: ['at'],
  filters: { site: '', waiting: 'open' },
  size: 10,
}

/** What needs a person: differences from the provider, failed refunds, payments that were not delivered. */
export function ItemsView() {
  const t = useTexts()
  const list = useListState(defaults)
  const [resolved, setResolved] = useState<DeskItem | null>(null)
  const { site, waiting } = list.filters
  const isDone = waiting === 'done'
  const query = useQuery({
    queryKey: ['desk-items', list.asked, list.filters],
    queryFn: async ({ signal }) => {
      const filters = { state: isDone ? ('done' as const) : ('open' as const), ...(site ? { web_site_id: site } : {}) }
      const answer = await send(getDeskItems, { body: { ...list.asked, sort: 'at', ...filters }, signal })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return { rows: answer.data, total: answer.total }
    },
    placeholderData: keepPreviousData,
  })
  const change = useChange('desk-items')
  return (
    <>
      <ListCard
        caption={t('payment_desk_waiting')}
        list={list}
        query={query}
        columns={useItemColumns(setResolved)}
        rowId={({ web_site_id, reference, kind }) => `${web_site_id} ${reference} ${kind}`}
        searchLabel={t('payment_desk_search')}
        filters={
          <>
            <StateFilter value={waiting} onChange={(state) => list.change({ filters: { waiting: state } })} />
            <SiteFilter value={site} onChange={(id) => list.change({ filters: { site: id } })} />
          </>
        }
        empty={
          <EmptyState
            heading="h2"
            icon={IconMoodCheck}
            title={t(isDone ? 'inbox_none_done' : 'payment_desk_none')}
            text={t(isDone ? 'inbox_none_done_text' : 'payment_desk_none_text')}
          />
        }
        failed={t('payment_desk_not_loaded')}
      />
      {resolved ? (
        <ReasonDialog
          title={t('payment_desk_resolve_title', { reference: resolved.reference })}
          label={t('payment_desk_note')}
          description={t('payment_desk_note_text')}
          submit={t('payment_desk_resolve')}
          onClose={() => setResolved(null)}
          onSubmit={({ reason: note }) => {
            const { web_site_id, reference, kind } = resolved
            return change(send(resolveDeskItem, { body: { web_site_id, reference, kind, note } }), {
              detail: reference,
            })
          }}
        />
      ) : null}
    </>
  )
}

const texts: Readonly<Record<string, string>> = {
  undelivered: 'desk_kind_undelivered',
  refund_refused: 'desk_kind_refund_refused',
  refund_unknown: 'desk_kind_refund_unknown',
}

function useItemColumns(onResolve: (row: DeskItem) => void): Column<DeskItem>[] {
  const t = useTexts()
  const { seen, money } = useFormat()
  return [
    {
      id: 'what',
      label: t('payment_desk_what'),
      cell: (row) => (
        <span className={classes.words}>
          <span className={classes.name}>{t(texts[row.kind] ?? 'desk_kind_difference')}</span>
          <bdi className={classes.reference} dir="ltr">
            {row.reference}
          </bdi>
          {texts[row.kind] === undefined ? <span className={classes.hint}>{row.kind.replaceAll('_', ' ')}</span> : null}
        </span>
      ),
    },
    {
      id: 'business',
      label: t('payment_desk_business'),
      cell: (row) => (
        <span className={classes.words}>
          <bdi>{row.business_name ?? '–'}</bdi>
          <bdi className={classes.hint}>{row.site_name}</bdi>
        </span>
      ),
    },
    {
      id: 'facts',
      label: t('payment_desk_facts'),
      cell: (row) => (
        <span className={classes.words}>
          <Facts label={t('payment_desk_ours')} facts={row.ours} />
          <Facts label={t('payment_desk_theirs')} facts={row.theirs} />
        </span>
      ),
    },
    {
      id: 'amount',
      label: t('payment_desk_amount'),
      number: true,
      cell: ({ amount_minor, currency }) =>
        amount_minor === null || currency === null ? '' : <bdi>{money(amount_minor, currency)}</bdi>,
    },
    { id: 'at', label: t('payment_desk_when'), sortable: true, cell: ({ at }) => seen(at) },
    {
      id: 'end',
      label: '',
      cell: (row) =>
        row.resolved_at !== null ? (
          <span className={classes.hint}>
            {t('payment_desk_resolved', { name: row.resolved_by ?? '', note: row.note })}
          </span>
        ) : row.kind === 'undelivered' ? null : (
          <span className={classes.end}>
            <Button
              size="xs"
              leftSection={<IconCheck size={15} stroke={1.75} aria-hidden />}
              aria-label={t('action_on_row', { action: t('payment_desk_resolve'), name: row.reference })}
              onClick={() => onResolve(row)}
            >
              {t('payment_desk_resolve')}
            </Button>
          </span>
        ),
    },
  ]
}

/** The names are those of fields, which the operator knows from the provider's own pages. */
function Facts({ label, facts }: { label: string; facts: DeskItem['ours'] }) {
  const written = Object.entries(facts)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`)
  if (written.length === 0) return null
  return (
    <span className={classes.hint}>
      {label} <bdi dir="ltr">{written.join(', ')}</bdi>
    </span>
  )
}
