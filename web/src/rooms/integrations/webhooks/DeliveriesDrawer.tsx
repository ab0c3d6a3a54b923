import {
  getWebhookDeliveries,
  replayWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from '@cutaway/contract/rooms/integrations/webhooks.ts'
import { IconWebhook } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import { Drawer } from '../../../ui/overlay/Drawer.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { eventKey, addressOf } from './webhook-columns.tsx'
import classes from '../Integrations.module.css'

const sizes = [20, 50, 100] as const
/** Milliseconds between two looks at deliveries that wait. */
const lookAgain = 5000

const kinds: Record<WebhookDelivery['state'], TagKind> = { pending: 'yellow', sent: 'green', failed: 'red' }

/** Shows what was sent to a webhook, with the bytes of each event, and sends it again. */
export function DeliveriesDrawer({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(sizes[0])
  const query = useQuery({
    queryKey: ['webhook-deliveries', webhook.id, page, size],
    queryFn: ({ signal }) =>
      call(getWebhookDeliveries, { params: { json: { webhook_id: webhook.id, page, size, state: 'all' } }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some((row) => row.state === 'pending') ? lookAgain : false),
  })
  const rows = query.data?.rows
  return (
    <Drawer title={t('webhook_deliveries_of', { host: addressOf(webhook) })} onClose={onClose}>
      {query.error && !rows ? (
        <ErrorState
          title={t('webhook_deliveries_not_loaded')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.isPending ? <SkeletonRows rows={6} picture={false} /> : null}
      {rows?.length === 0 ? (
        <EmptyState icon={IconWebhook} title={t('webhook_deliveries_none')} text={t('webhooks_text')} />
      ) : null}
      {rows?.length ? (
        <ul className={classes.log}>
          {rows.map((row) => (
            <Delivery key={row.delivery_id} webhook={webhook} delivery={row} />
          ))}
        </ul>
      ) : null}
      {query.data && query.data.total > sizes[0] ? (
        <Pagination
          page={page}
          size={size}
          total={query.data.total}
          sizes={sizes}
          onPage={setPage}
          onSize={(chosen) => {
            setSize(chosen)
            setPage(1)
          }}
        />
      ) : null}
    </Drawer>
  )
}

function Delivery({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const t = useTexts()
  const { seen } = useFormat()
  const change = useChange('webhook-deliveries')
  const { state, attempts, next_at, problem } = delivery
  const facts = [
    seen(delivery.created_at),
    ...(attempts > 1 ? [t('webhook_attempts', { count: attempts })] : []),
    ...(next_at && problem ? [t('webhook_next_at', { time: seen(next_at) })] : []),
  ]
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <Tag kind={kinds[state]}>{t(`webhook_delivery_${state}`)}</Tag>
        <strong>{t(eventKey(delivery.type))}</strong>
        <Button
          size="xs"
          disabled={webhook.active === 0}
          aria-label={t('named_action', { action: t('webhook_replay'), name: t(eventKey(delivery.type)) })}
          onClick={() =>
            void change(
              send(replayWebhookDelivery, { body: { webhook_id: webhook.id, delivery_id: delivery.delivery_id } }),
            )
          }
        >
          {t('webhook_replay')}
        </Button>
      </div>
      <span className={classes.hint}>{facts.join(' · ')}</span>
      {problem ? (
        <bdi dir="ltr" className={classes.error}>
          {problem}
        </bdi>
      ) : null}
      <details>
        <summary className={classes.hint}>
          <bdi dir="ltr">{delivery.event_id}</bdi>
        </summary>
        <pre dir="ltr" className={classes.body}>
          {JSON.stringify(JSON.parse(delivery.body), null, 2)}
        </pre>
      </details>
    </li>
  )
}
