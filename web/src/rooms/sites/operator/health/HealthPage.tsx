import { checkNow, type Condition, getHealth, type Health } from '@cutaway/contract/rooms/sites/health.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '../../../../core/api.ts'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { toast } from '../../../../core/toast.ts'
import { paths } from '../../../../paths.ts'
import { QueryState } from '../../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../../ui/form/Button.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { Tag, type TagKind } from '../../../../ui/layout/Tag.tsx'
import classes from './Health.module.css'
import { useMeasures } from './measures.ts'
import { Checks, Deliveries, Nodes, Queues } from './HealthTables.tsx'

const key = ['health']

/** Shows what an operator looks at in the morning. Loads again every half minute. */
export default function HealthPage() {
  const t = useTexts()
  const { dateTime } = useFormat()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getHealth, { signal }),
    refetchInterval: 30_000,
  })
  const check = useMutation({
    mutationFn: () => call(checkNow),
    onSuccess: (health) => client.setQueryData(key, health),
    onError: toast,
  })
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('operator_health')}
        {...(query.data ? { subtitle: t('health_at', { at: dateTime(query.data.at) }) } : {})}
        actions={
          <Button
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            {t('health_check_now')}
          </Button>
        }
      />
      <QueryState query={query} failed={t('health_not_loaded')} waiting={<SkeletonText lines={12} />}>
        {(health) => <Parts health={health} />}
      </QueryState>
    </div>
  )
}

function Parts({ health }: { health: Health }) {
  const t = useTexts()
  const { dateTime, ago, number } = useFormat()
  const { bytes, share } = useMeasures()
  const { nodes, queues, deliveries, database, disk, backup, payments, checks, conditions } = health
  return (
    <>
      <div className={classes.tiles}>
        <Tile name={t('health_backup')} condition={conditions.backup}>
          <strong>{backup.made_at === null ? t('health_no_backup') : ago(backup.made_at)}</strong>
          <span>{backup.made_at === null ? t('health_no_backup_text') : dateTime(backup.made_at)}</span>
        </Tile>
        <Tile name={t('health_payments')} condition={conditions.payments}>
          <strong>{number(payments.open)}</strong>
          <span>
            {payments.oldest_at === null ? (
              t('health_payments_none')
            ) : (
              <Link to={paths.paymentDesk}>{t('health_payments_since', { time: ago(payments.oldest_at) })}</Link>
            )}
          </span>
        </Tile>
        <Tile name={t('health_disk')} condition={conditions.disk}>
          <strong>{t('health_free', { size: bytes(disk.free) })}</strong>
          <span>{t('health_used', { share: share(1 - disk.free / disk.total), size: bytes(disk.total) })}</span>
        </Tile>
        <Tile name={t('health_database')}>
          <strong>{bytes(database.bytes)}</strong>
          <span>{t(`health_engine_${database.engine}`, { version: database.version })}</span>
        </Tile>
      </div>
      <Part title={t('health_nodes')} condition={conditions.nodes}>
        <Nodes nodes={nodes} />
      </Part>
      <Part title={t('health_deliveries')} condition={conditions.deliveries}>
        <Deliveries deliveries={deliveries} />
      </Part>
      <Part title={t('health_queues')} condition={conditions.queues}>
        <Queues queues={queues} />
      </Part>
      <Part title={t('health_checks')} {...(checks.length > 0 ? { condition: conditions.checks } : {})}>
        <Checks checks={checks} />
      </Part>
    </>
  )
}

const kinds: Record<Condition, TagKind> = { good: 'green', look: 'yellow', bad: 'red' }

function Verdict({ condition }: { condition: Condition }) {
  const t = useTexts()
  return <Tag kind={kinds[condition]}>{t(`condition_${condition}`)}</Tag>
}

function Tile({ name, condition, children }: { name: string; condition?: Condition; children: ReactNode }) {
  return (
    <section className={classes.tile} aria-label={name}>
      <header>
        <h2>{name}</h2>
        {condition ? <Verdict condition={condition} /> : null}
      </header>
      {children}
    </section>
  )
}

const Part = ({ title, condition, children }: { title: string; condition?: Condition; children: ReactNode }) => (
  <Card title={title} padded={false} actions={condition ? <Verdict condition={condition} /> : undefined}>
    {children}
  </Card>
)
