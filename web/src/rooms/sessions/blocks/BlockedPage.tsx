import {
  type Block,
  getIpAddressForUnblocking,
  updateUnblockIpAddress,
} from '@cutaway/contract/rooms/sessions/blocks.ts'
import { IconLockOpen, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { type List, useListState } from '../../../ui/table/useListState.ts'
import classes from '../../sites/operator/inbox/Inbox.module.css'

const kinds = ['address', 'user', 'pair', 'device'] as const
const defaults = {
  sort: { by: 'until', descending: true },
  sorts: ['until', 'attempts', 'subject'],
  filters: { kind: '' },
  size: 10,
}
const idOf = ({ kind, subject, web_site_id }: Block) => `${kind} ${web_site_id} ${subject}`

/** Lists addresses, names and devices that are blocked after wrong passwords, and lifts their blocks. */
export default function BlockedPage() {
  const t = useTexts()
  const list = useListState(defaults)
  const query = useQuery({
    queryKey: ['blocks'],
    queryFn: ({ signal }) => call(getIpAddressForUnblocking, { signal }),
    refetchInterval: 60_000,
    select: (blocks) => pageOf(blocks, list),
  })
  return (
    <div className={classes.page}>
      <PageHeader title={t('operator_blocked')} subtitle={t('operator_blocked_text')} />
      <ListCard
        caption={t('operator_blocked')}
        list={list}
        query={query}
        columns={useColumns()}
        rowId={idOf}
        searchLabel={t('operator_blocked_search')}
        filters={
          <FilterMenu
            label={t('block_kind')}
            value={list.filters.kind}
            values={[
              { value: '', label: t('filter_all') },
              ...kinds.map((kind) => ({ value: kind, label: t(`block_${kind}`) })),
            ]}
            onChange={(kind) => list.change({ filters: { kind } })}
          />
        }
        empty={
          <EmptyState
            heading="h2"
            icon={IconShieldCheck}
            title={t('operator_blocked_none')}
            text={t('operator_blocked_none_text')}
          />
        }
        failed={t('operator_blocked_not_loaded')}
      />
    </div>
  )
}

/** Returns one page of the blocks: the server sends all of them, at most a thousand. */
function pageOf(blocks: readonly Block[], { search, filters, sort, page, size }: List<typeof defaults.filters>) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = blocks.filter(
    ({ kind, subject, site_name }) =>
      (filters.kind === '' || filters.kind === kind) &&
      words.every((word) => `${subject} ${site_name ?? ''}`.toLowerCase().includes(word)),
  )
  const direction = sort.descending ? -1 : 1
  const compare = (a: Block, b: Block) =>
    sort.by === 'attempts'
      ? a.attempts - b.attempts
      : sort.by === 'subject'
        ? a.subject.localeCompare(b.subject)
        : a.until.localeCompare(b.until)
  const sorted = matching.toSorted((a, b) => direction * compare(a, b) || idOf(a).localeCompare(idOf(b)))
  return { rows: sorted.slice((page - 1) * size, page * size), total: matching.length }
}

function useColumns(): Column<Block>[] {
  const t = useTexts()
  const { number, seen } = useFormat()
  return [
    {
      id: 'subject',
      label: t('block_subject'),
      sortable: true,
      cell: (row) => (
        <span className={classes.words}>
          <bdi className={classes.name} dir="ltr">
            {row.kind === 'device' ? t('block_one_device') : row.subject}
          </bdi>
          <span className={classes.hint}>{t(`block_${row.kind}_text`)}</span>
        </span>
      ),
    },
    {
      id: 'site',
      label: t('operator_web_site'),
      cell: ({ site_name }) => (site_name === null ? t('operator_all_web_sites') : <bdi>{site_name}</bdi>),
    },
    {
      id: 'attempts',
      label: t('block_attempts'),
      number: true,
      sortable: true,
      cell: ({ attempts }) => number(attempts),
    },
    { id: 'until', label: t('block_until'), sortable: true, cell: ({ until }) => seen(until) },
    { id: 'lift', label: '', cell: (row) => <Lift block={row} /> },
  ]
}

function Lift({ block }: { block: Block }) {
  const t = useTexts()
  const change = useChange('blocks')
  const { kind, subject, web_site_id } = block
  const body = { kind, subject, ...(web_site_id === null ? {} : { web_site_id }) }
  return (
    <Button
      size="xs"
      leftSection={<IconLockOpen size={15} stroke={1.75} aria-hidden />}
      aria-label={t('action_on_row', { action: t('block_lift'), name: subject })}
      onClick={() => void change(send(updateUnblockIpAddress, { body }), { detail: subject })}
    >
      {t('block_lift')}
    </Button>
  )
}
