import { type AskedIpRange, decideIpRange, getAskedIpRanges } from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import { IconCheck, IconUserCheck, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard, type Page } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import classes from '../../sites/operator/inbox/Inbox.module.css'
import { SiteFilter, StateFilter } from '../../sites/operator/inbox/InboxFilters.tsx'
import { useWords } from '../../sites/operator/words.ts'
import { ReasonDialog } from '../../sites/form/ReasonDialog.tsx'
import { rangeText } from './range-text.ts'

const defaults = {
  sort: { by: 'asked', descending: false },
  sorts: ['asked', 'addresses'],
  filters: { site: '', waiting: 'open' },
  size: 10,
}
const rowId = ({ web_site_id, id }: AskedIpRange) => `${web_site_id} ${id}`

/** Lists what the operator decides: large ranges of IP addresses, and those that share addresses with another business. */
export default function WaitingPage() {
  const t = useTexts()
  const list = useListState(defaults)
  const { asked, filters } = list
  const { site, waiting } = filters
  const isDone = waiting === 'done'
  const query = useQuery({
    queryKey: ['asked-ip-ranges', asked, filters],
    queryFn: async ({ signal }): Promise<Page<AskedIpRange>> => {
      const answer = await send(getAskedIpRanges, {
        body: {
          ...asked,
          sort: asked.sort === 'addresses' ? 'addresses' : 'asked',
          state: isDone ? 'done' : 'open',
          ...(site ? { web_site_id: site } : {}),
        },
        signal,
      })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return { rows: answer.data, total: answer.total }
    },
    placeholderData: keepPreviousData,
  })
  const [refusing, setRefusing] = useState<AskedIpRange>()
  const change = useChange('asked-ip-ranges', 'waiting', 'web-sites')
  const decide = ({ web_site_id, id, ip1, ip2 }: AskedIpRange, approve: boolean, reason = '') =>
    change(send(decideIpRange, { body: { web_site_id, id, from_ip: ip1, to_ip: ip2, approve, reason } }), {
      detail: rangeText({ ip1, ip2 }),
    })
  return (
    <div className={classes.page}>
      <PageHeader title={t('operator_waiting')} subtitle={t('operator_waiting_text')} />
      <ListCard
        caption={t('operator_ip_ranges')}
        list={list}
        query={query}
        columns={useRangeColumns((row) => decide(row, true), setRefusing)}
        rowId={rowId}
        searchLabel={t('operator_waiting_search')}
        filters={
          <>
            <StateFilter value={waiting} onChange={(state) => list.change({ filters: { waiting: state } })} />
            <SiteFilter value={site} onChange={(id) => list.change({ filters: { site: id } })} />
          </>
        }
        empty={
          <EmptyState
            heading="h2"
            icon={IconUserCheck}
            title={t(isDone ? 'inbox_none_done' : 'operator_waiting_none')}
            text={t(isDone ? 'inbox_none_done_text' : 'operator_waiting_none_text')}
          />
        }
        failed={t('operator_waiting_not_loaded')}
      />
      {refusing ? (
        <ReasonDialog
          isRefusal
          title={t('ip_range_refuse_title', { name: refusing.business_name })}
          hint={t('ip_range_reason_text')}
          verb={t('ip_range_refuse')}
          most={300}
          onSave={(reason) => decide(refusing, false, reason)}
          onClose={() => setRefusing(undefined)}
        />
      ) : null}
    </div>
  )
}

function useRangeColumns(
  onApprove: (row: AskedIpRange) => Promise<unknown>,
  onRefuse: (row: AskedIpRange) => void,
): Column<AskedIpRange>[] {
  const t = useTexts()
  const { seen, number } = useFormat()
  const { list } = useWords()
  return [
    {
      id: 'range',
      label: t('ip_range_field'),
      cell: (row) => (
        <span className={classes.words}>
          <bdi className={classes.name} dir="ltr">
            {rangeText(row)}
          </bdi>
          <bdi className={classes.hint}>{[...new Set([row.business_name, row.site_name])].join(' · ')}</bdi>
          {row.state === 'waiting' && row.shared_with.length > 0 ? (
            <span>
              <Tag kind="yellow">{t('ip_range_shared', { names: list(row.shared_with) })}</Tag>
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'addresses',
      label: t('ip_range_addresses'),
      number: true,
      sortable: true,
      cell: (row) => number(row.addresses),
    },
    { id: 'user', label: t('ip_range_user'), cell: (row) => <bdi>{row.user_name}</bdi> },
    {
      id: 'asked',
      label: t('ip_range_asked'),
      sortable: true,
      cell: (row) => (
        <span className={classes.words}>
          <span>{seen(row.asked_at)}</span>
          <bdi className={classes.hint}>{row.asked_by}</bdi>
        </span>
      ),
    },
    {
      id: 'acts',
      label: '',
      cell: (row) =>
        row.state === 'waiting' ? (
          <Acts row={row} onApprove={() => onApprove(row)} onRefuse={() => onRefuse(row)} />
        ) : (
          <Decision row={row} />
        ),
    },
  ]
}

function Acts({
  row,
  onApprove,
  onRefuse,
}: {
  row: AskedIpRange
  onApprove: () => Promise<unknown>
  onRefuse: () => void
}) {
  const t = useTexts()
  const [isBusy, setIsBusy] = useState(false)
  const approve = async () => {
    setIsBusy(true)
    await onApprove()
    setIsBusy(false)
  }
  return (
    <span className={classes.acts}>
      <Button
        size="xs"
        variant="filled"
        loading={isBusy}
        leftSection={<IconCheck size={15} stroke={1.75} aria-hidden />}
        aria-label={t('action_on_row', { action: t('ip_range_approve'), name: row.business_name })}
        onClick={() => void approve()}
      >
        {t('ip_range_approve')}
      </Button>
      <Button
        size="xs"
        variant="danger-subtle"
        leftSection={<IconX size={15} stroke={1.75} aria-hidden />}
        aria-label={t('action_on_row', { action: t('ip_range_refuse'), name: row.business_name })}
        onClick={onRefuse}
      >
        {t('ip_range_refuse')}
      </Button>
    </span>
  )
}

/** What was decided, by whom, and why. */
function Decision({ row }: { row: AskedIpRange }) {
  const t = useTexts()
  const { seen } = useFormat()
  const isActive = row.state === 'active'
  return (
    <span className={classes.words}>
      <span>
        <Tag kind={isActive ? 'green' : 'red'}>{t(isActive ? 'ip_range_is_active' : 'ip_range_is_refused')}</Tag>
      </span>
      {row.decided_at === null ? null : (
        <span className={classes.hint}>
          {t('ip_range_decided', { name: row.decided_by ?? '', time: seen(row.decided_at) })}
        </span>
      )}
      {row.reason === '' ? null : (
        <span className={classes.hint} dir="auto">
          {row.reason}
        </span>
      )}
    </span>
  )
}
