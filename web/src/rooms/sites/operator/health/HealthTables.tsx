import type { Health } from '@cutaway/contract/rooms/sites/health.ts'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { Tag } from '../../../../ui/layout/Tag.tsx'
import { type Column, DataTable } from '../../../../ui/table/DataTable.tsx'
import classes from './Health.module.css'
import { useMeasures } from './measures.ts'

/** The tables of the health page. They are short: none has pages. */

export function Nodes({ nodes }: { nodes: Health['nodes'] }) {
  const t = useTexts()
  return (
    <DataTable
      caption={t('health_nodes')}
      columns={useNodeColumns()}
      rows={nodes}
      rowId={({ node }) => node}
      empty={null}
    />
  )
}

function useNodeColumns(): Column<Health['nodes'][number]>[] {
  const t = useTexts()
  const { dateTime, seen } = useFormat()
  return [
    { id: 'node', label: t('health_node'), cell: (row) => <bdi dir="ltr">{row.node}</bdi> },
    {
      id: 'alive',
      label: t('health_condition'),
      cell: ({ is_alive }) =>
        is_alive ? <Tag kind="green">{t('health_running')}</Tag> : <Tag kind="yellow">{t('health_not_seen')}</Tag>,
    },
    { id: 'version', label: t('health_version'), cell: (row) => <bdi dir="ltr">{row.version}</bdi> },
    { id: 'started', label: t('health_started'), cell: (row) => dateTime(row.started_at) },
    { id: 'last', label: t('health_last_seen'), cell: (row) => seen(row.last_seen_at) },
  ]
}

export function Deliveries({ deliveries }: { deliveries: Health['deliveries'] }) {
  const t = useTexts()
  const { number } = useFormat()
  const { wait } = useMeasures()
  const counted = (['sent', 'delivered', 'pending', 'failed', 'outcome_unknown'] as const).map((state) => ({
    id: state,
    label: t(`health_${state}`),
    number: true,
    cell: (row: Health['deliveries'][number]) => number(row[state]),
  }))
  const columns: Column<Health['deliveries'][number]>[] = [
    { id: 'channel', label: t('health_channel'), cell: ({ channel }) => t(`health_channel_${channel}`) },
    ...counted,
    {
      id: 'oldest',
      label: t('health_oldest'),
      number: true,
      cell: ({ oldest }) => (oldest === null ? '–' : wait(oldest)),
    },
  ]
  const failing = deliveries.flatMap(({ channel, failures }) =>
    failures.map(({ reason, count }) => ({ id: `${channel} ${reason}`, channel, reason, count })),
  )
  return (
    <>
      <DataTable
        caption={t('health_deliveries')}
        columns={columns}
        rows={deliveries}
        rowId={({ channel }) => channel}
        empty={null}
      />
      {failing.length === 0 ? null : (
        <ul className={classes.reasons}>
          {failing.map(({ id, channel, reason, count }) => (
            <li key={id}>
              <strong>{number(count)}</strong> {t(`health_channel_${channel}`)}: {t(`delivery_reason_${reason}`)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function Queues({ queues }: { queues: Health['queues'] }) {
  const t = useTexts()
  const columns = useQueueColumns()
  if (queues.length === 0) return <p className={classes.none}>{t('health_queues_empty')}</p>
  return (
    <DataTable caption={t('health_queues')} columns={columns} rows={queues} rowId={({ name }) => name} empty={null} />
  )
}

function useQueueColumns(): Column<Health['queues'][number]>[] {
  const t = useTexts()
  const { number } = useFormat()
  const { wait } = useMeasures()
  return [
    { id: 'queue', label: t('health_queue'), cell: ({ name }) => <bdi dir="ltr">{name}</bdi> },
    { id: 'waiting', label: t('health_waiting'), number: true, cell: (row) => number(row.waiting) },
    { id: 'active', label: t('health_active'), number: true, cell: (row) => number(row.active) },
    { id: 'gone', label: t('health_gave_up'), number: true, cell: (row) => number(row.failed) },
    {
      id: 'oldest',
      label: t('health_oldest'),
      number: true,
      cell: ({ oldest }) => (oldest === null ? '–' : wait(oldest)),
    },
  ]
}

type Check = Health['checks'][number]

export function Checks({ checks }: { checks: Health['checks'] }) {
  const t = useTexts()
  const columns = useCheckColumns()
  if (checks.length === 0) return <p className={classes.none}>{t('health_checks_none')}</p>
  return (
    <DataTable caption={t('health_checks')} columns={columns} rows={checks} rowId={(row) => row.name} empty={null} />
  )
}

function useCheckColumns(): Column<Check>[] {
  const t = useTexts()
  const { date, seen } = useFormat()
  return [
    { id: 'name', label: t('check_name'), cell: (row) => <bdi dir="ltr">{row.name}</bdi> },
    { id: 'kind', label: t('check_kind'), cell: ({ kind }) => t(`check_kind_${kind}`) },
    { id: 'site', label: t('operator_web_site'), cell: ({ site_name }) => <bdi>{site_name}</bdi> },
    { id: 'verdict', label: t('health_condition'), cell: (row) => <Verdict check={row} /> },
    { id: 'until', label: t('check_valid_to'), cell: ({ valid_to }) => (valid_to === null ? '–' : date(valid_to)) },
    { id: 'at', label: t('check_at'), cell: ({ checked_at }) => (checked_at === null ? '–' : seen(checked_at)) },
  ]
}

const daysLeft = (until: string) => Math.floor((Date.parse(until) - Date.now()) / 86_400_000)
const soonDays = 21

function Verdict({ check: { problem, valid_to } }: { check: Check }) {
  const t = useTexts()
  if (problem !== null) return <Tag kind="red">{t(`check_${problem}`)}</Tag>
  const isSoon = valid_to !== null && daysLeft(valid_to) < soonDays
  return isSoon ? <Tag kind="yellow">{t('check_ends_soon')}</Tag> : <Tag kind="green">{t('condition_good')}</Tag>
}
