import {
  deleteWebhook,
  getWebhooks,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '@cutaway/contract/rooms/integrations/webhooks.ts'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailed, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { byWord, localPage } from '../../../ui/table/local-page.ts'
import { useListState } from '../../../ui/table/useListState.ts'
import { DeliveriesDrawer } from './DeliveriesDrawer.tsx'
import { addressOf, useWebhookColumns } from './webhook-columns.tsx'
import { SigningKeyDialog, WebhookDialog } from './WebhookDialogs.tsx'
import classes from '../Integrations.module.css'

type Asked =
  { kind: 'add' } | { kind: 'edit' | 'log' | 'renew' | 'delete'; webhook: Webhook } | { kind: 'key'; secret: string }

const defaults = {
  sort: { by: 'created_at', descending: true },
  sorts: ['url', 'created_at', 'last_success_at'],
  filters: {},
}

/** Manages the user's webhooks: where the portal reports what customers do. */
export default function WebhooksPage() {
  const t = useTexts()
  const { user, acting } = useSignedIn()
  const queryKey = ['webhooks', user.user_id]
  const client = useQueryClient()
  const change = useChange('webhooks', 'webhook-deliveries')
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = useListState(defaults)
  const { columns, wordOf } = useWebhookColumns({
    onEdit: (webhook) => setAsked({ kind: 'edit', webhook }),
    onLog: (webhook) => setAsked({ kind: 'log', webhook }),
    onRenew: (webhook) => setAsked({ kind: 'renew', webhook }),
    onDelete: (webhook) => setAsked({ kind: 'delete', webhook }),
    onTest: ({ id }) => void change(send(testWebhook, { body: { webhook_id: id } })),
    onSwitch: ({ id, active }) =>
      void change(send(updateWebhook, { body: { webhook_id: id, active: active ? 0 : 1 } }), {
        undo: () => send(updateWebhook, { body: { webhook_id: id, active } }),
      }),
  })
  // A user has at most ten webhooks, so they all load at once.
  const pageOf = (webhooks: readonly Webhook[]) =>
    localPage(webhooks, list, {
      textOf: ({ url, description }) => `${url} ${description}`,
      compare: byWord((row) => wordOf(row, list.sort.by)),
    })
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(getWebhooks, { signal }), select: pageOf })
  const saved = (secret?: string) => {
    setAsked(secret === undefined ? null : { kind: 'key', secret })
    void client.invalidateQueries({ queryKey })
  }
  const add = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      disabled={Boolean(acting)}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setAsked({ kind: 'add' })}
    >
      {t('webhook_add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('webhooks')}
        subtitle={acting ? t('not_while_acting') : t('webhooks_text')}
        actions={add('filled')}
      />
      <ListCard
        caption={t('webhooks')}
        list={list}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        searchLabel={t('webhook_search')}
        isMuted={({ active }) => active === 0}
        onOpen={(webhook) => setAsked({ kind: 'log', webhook })}
        empty={
          <EmptyState
            icon={IconWebhook}
            title={t('webhooks_none')}
            text={t('webhooks_none_text')}
            action={add('default')}
          />
        }
        failed={t('webhooks_not_loaded')}
      />
      {asked?.kind === 'add' ? <WebhookDialog onSaved={saved} onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'edit' ? (
        <WebhookDialog webhook={asked.webhook} onSaved={saved} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.kind === 'key' ? <SigningKeyDialog secret={asked.secret} onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'log' ? <DeliveriesDrawer webhook={asked.webhook} onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'renew' ? (
        <ConfirmDialog
          title={t('webhook_renew')}
          text={t('webhook_renew_text', { host: addressOf(asked.webhook) })}
          verb={t('webhook_renew')}
          onClose={() => setAsked((now) => (now?.kind === 'renew' ? null : now))}
          onConfirm={async () => {
            const { secret } = await call(renewWebhookSecret, { body: { webhook_id: asked.webhook.id } })
            saved(secret)
          }}
        />
      ) : null}
      {asked?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('webhook_delete_title', { host: addressOf(asked.webhook) })}
          text={t('webhook_delete_text')}
          verb={t('webhook_delete')}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            const isDone = await change(send(deleteWebhook, { params: { webhook_id: asked.webhook.id } }))
            if (!isDone) throw new CallFailed('not_found', 404)
          }}
        />
      ) : null}
    </div>
  )
}
