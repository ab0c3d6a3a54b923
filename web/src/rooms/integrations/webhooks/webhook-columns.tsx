import type { Webhook } from '@cutaway/contract/rooms/integrations/webhooks.ts'
import { IconDots, IconKey, IconListDetails, IconPencil, IconPower, IconSend, IconTrash } from '@tabler/icons-react'
import { withCapital } from '../../../core/i18n/capital.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { Menu, MenuGroup, MenuItem } from '../../../ui/overlay/Menu.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import classes from '../Integrations.module.css'

/** Returns host and path: two webhooks of one host differ in their path. A query may hold a secret and is not shown. */
export function addressOf({ url }: Pick<Webhook, 'url'>): string {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : host + pathname
}
/** Returns the message key of a type of event: 'link.opened' is event_link_opened. */
export const eventKey = (type: string): string => `event_${type.replaceAll('.', '_')}`

type On = Record<'onEdit' | 'onLog' | 'onRenew' | 'onDelete' | 'onTest' | 'onSwitch', (webhook: Webhook) => void>

const icon = { size: 18, stroke: 1.75 } as const

/** Returns the columns of the webhooks, and the words by which a column sorts. */
export function useWebhookColumns(on: On) {
  const t = useTexts()
  const { date, seen } = useFormat()
  const columns: Column<Webhook>[] = [
    {
      id: 'url',
      label: t('webhook_url'),
      sortable: true,
      cell: (webhook) => (
        <span className={classes.words}>
          <bdi dir="ltr" className={classes.url}>
            {addressOf(webhook)}
          </bdi>
          {webhook.description ? <bdi className={classes.hint}>{webhook.description}</bdi> : null}
        </span>
      ),
    },
    {
      id: 'events',
      label: t('webhook_events'),
      cell: ({ events }) => events.map((type) => t(eventKey(type))).join(', '),
    },
    { id: 'state', label: t('webhook_state'), cell: (webhook) => <State webhook={webhook} /> },
    { id: 'created_at', label: t('api_key_created'), sortable: true, cell: ({ created_at }) => date(created_at) },
    {
      id: 'last_success_at',
      label: t('webhook_last_success'),
      sortable: true,
      cell: ({ last_success_at }) => (last_success_at ? withCapital(seen(last_success_at)) : t('api_key_never')),
    },
    { id: 'actions', label: '', cell: (webhook) => <Actions webhook={webhook} on={on} /> },
  ]
  const wordOf = (webhook: Webhook, by: string): string =>
    by === 'url' ? addressOf(webhook) : (webhook[by as 'created_at' | 'last_success_at'] ?? '')
  return { columns, wordOf }
}

function State({ webhook: { active, disabled_because, failures } }: { webhook: Webhook }) {
  const t = useTexts()
  if (active === 0) {
    const why = disabled_because === 'failures' || disabled_because === 'gone' ? `_${disabled_because}` : ''
    return <Tag kind={why ? 'red' : 'plain'}>{t(`webhook_off${why}`)}</Tag>
  }
  return failures > 0 ? (
    <Tag kind="yellow">{t('webhook_failing', { count: failures })}</Tag>
  ) : (
    <Tag kind="green">{t('webhook_on')}</Tag>
  )
}

function Actions({ webhook, on }: { webhook: Webhook; on: On }) {
  const t = useTexts()
  const named = (action: string) => t('named_action', { action: t(action), name: addressOf(webhook) })
  return (
    <span className={classes.actions}>
      <ActionIcon aria-label={named('webhook_deliveries')} onClick={() => on.onLog(webhook)}>
        <IconListDetails {...icon} />
      </ActionIcon>
      <ActionIcon aria-label={named('webhook_edit')} onClick={() => on.onEdit(webhook)}>
        <IconPencil {...icon} />
      </ActionIcon>
      <Menu
        label={t('user_actions_of', { name: addressOf(webhook) })}
        className={classes.more}
        trigger={<IconDots {...icon} />}
      >
        {webhook.active === 1 ? (
          <MenuItem icon={<IconSend {...icon} />} onClick={() => on.onTest(webhook)}>
            {t('webhook_send_test')}
          </MenuItem>
        ) : null}
        <MenuItem icon={<IconPower {...icon} />} onClick={() => on.onSwitch(webhook)}>
          {t(webhook.active === 1 ? 'webhook_switch_off' : 'webhook_switch_on')}
        </MenuItem>
        <MenuItem icon={<IconKey {...icon} />} onClick={() => on.onRenew(webhook)}>
          {t('webhook_renew')}
        </MenuItem>
        <MenuGroup>
          <MenuItem danger icon={<IconTrash {...icon} />} onClick={() => on.onDelete(webhook)}>
            {t('webhook_delete')}
          </MenuItem>
        </MenuGroup>
      </Menu>
    </span>
  )
}
