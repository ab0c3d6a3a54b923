import {
  type AddressState,
  changeFromNoReply,
  deleteEmailAddress,
  resendSenderConfirmation,
  type SenderAddress,
  setDefaultEmailAddress,
  setDefaultEmailAddressUser,
} from '@cutaway/contract/rooms/branding.ts'
import { Button, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { IconBuildingStore, IconDots, IconMailOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { CallFailed, send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { type Column, DataTable, type Sort } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Tag, type TagKind } from '../../ui/Tag.tsx'
import { OutboxHint } from '../sites/OutboxHint.tsx'
import { useAct } from './act.ts'
import { AddressDialog } from './AddressDialog.tsx'
import classes from './Branding.module.css'
import { sortedBy, usePaging } from './lists.ts'
import { addressesKey, useAddresses } from './useAddresses.ts'

const kinds: Record<AddressState, TagKind> = { confirmed: 'green', waiting: 'yellow', expired: 'red' }

type Asked = { kind: 'add' } | { kind: 'edit' | 'delete'; address: SenderAddress }

/** The addresses from which this user's mail comes. */
export default function SenderAddressesPage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const { data, error, isFetching, refetch } = useAddresses()
  const act = useAct(addressesKey(user.user_id))
  const [asked, setAsked] = useState<Asked | null>(null)
  const [sort, setSort] = useState<Sort | undefined>()
  const rows = sort
    ? sortedBy(data?.list ?? [], (a) => (sort.by === 'status' ? t(`sender_state_${a.state}`) : a.email), sort)
    : data?.list
  const { shown, pager } = usePaging(rows ?? [])
  const confirmed = data?.list.some((a) => a.state === 'confirmed') === true || Boolean(data?.businessAddress)
  const waiting = data?.list.some((a) => a.state === 'waiting')
  const add = (variant: 'filled' | 'default' = 'filled') => (
    <Button
      variant={variant}
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => setAsked({ kind: 'add' })}
    >
      {t('sender_add')}
    </Button>
  )

  const columns: Column<SenderAddress>[] = [
    {
      id: 'email',
      label: t('sender_address'),
      sortable: true,
      cell: ({ email, is_default, is_business_default }) => (
        <span className={classes.address}>
          <bdi dir="ltr" className={classes.email}>
            {email}
          </bdi>
          {is_default ? <Tag kind="brand">{t('default_tag')}</Tag> : null}
          {is_business_default ? <Tag kind="brand">{t('sender_business_tag')}</Tag> : null}
        </span>
      ),
    },
    {
      id: 'status',
      label: t('status'),
      sortable: true,
      cell: ({ state, is_webmail }) => (
        <span className={classes.tags}>
          <Tag kind={kinds[state]}>{t(`sender_state_${state}`)}</Tag>
          {is_webmail ? <Tag>{t('sender_webmail_short')}</Tag> : null}
        </span>
      ),
    },
    {
      id: 'actions',
      label: '',
      cell: (address) => (
        <span className={classes.actions}>
          <RowButton
            address={address}
            onDefault={() => act(send(setDefaultEmailAddressUser, { body: { id: address.id } }))}
            onResend={() => act(send(resendSenderConfirmation, { body: { id: address.id } }))}
          />
          <Menu
            className={classes.more}
            label={t('more_for_named', { name: address.email })}
            trigger={<IconDots size={18} stroke={1.75} aria-hidden />}
          >
            <MenuItem
              icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAsked({ kind: 'edit', address })}
            >
              {t('sender_edit')}
            </MenuItem>
            {data?.mayChooseForBusiness && address.state === 'confirmed' ? (
              <MenuItem
                icon={<IconBuildingStore size={16} stroke={1.75} aria-hidden />}
                onClick={() =>
                  void act(
                    send(setDefaultEmailAddress, {
                      body: { id: address.is_business_default ? null : address.id, user_id: user.user_id },
                    }),
                  )
                }
              >
                {t(address.is_business_default ? 'sender_not_for_business' : 'sender_for_business')}
              </MenuItem>
            ) : null}
            <MenuItem
              danger
              icon={<IconTrash size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAsked({ kind: 'delete', address })}
            >
              {t('sender_delete')}
            </MenuItem>
          </Menu>
        </span>
      ),
    },
  ]

  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_sender_addresses')} subtitle={t('sender_addresses_text')} actions={add()} />
      {data ? (
        <Card>
          <Switch
            className={classes.switch}
            withThumbIndicator={false}
            checked={data.noReply}
            disabled={data.noReply && !confirmed}
            label={t('sender_no_reply')}
            description={
              data.noReply && !confirmed
                ? `${t('sender_no_reply_text')} ${t('sender_no_reply_needs_one')}`
                : t('sender_no_reply_text')
            }
            onChange={({ currentTarget: { checked } }) =>
              void act(send(changeFromNoReply, { body: { user_id: user.user_id, no_reply: checked ? 'yes' : 'no' } }))
            }
          />
          {data.businessAddress ? (
            <p className={classes.below}>{t('sender_business_is', { email: `\u2068${data.businessAddress}\u2069` })}</p>
          ) : null}
        </Card>
      ) : null}
      <Card title={t('sender_list')} padded={false}>
        <DataTable
          caption={t('sender_list')}
          columns={columns}
          rows={data ? shown : undefined}
          rowId={(row) => row.id}
          sort={sort}
          onSort={setSort}
          loading={isFetching}
          error={
            error && !data ? (
              <ErrorState
                title={t('sender_not_loaded')}
                error={error}
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            ) : null
          }
          empty={
            <EmptyState
              icon={IconMailOff}
              title={t('sender_none')}
              text={t('sender_none_text')}
              action={add('default')}
            />
          }
        />
        {pager.total > 0 ? <Pagination {...pager} /> : null}
      </Card>
      {waiting ? (
        <p className={classes.hint}>
          <OutboxHint />
        </p>
      ) : null}
      {asked?.kind === 'add' ? <AddressDialog onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'edit' ? <AddressDialog old={asked.address} onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('sender_delete_title', { email: `\u2068${asked.address.email}\u2069` })}
          text={t('sender_delete_text')}
          verb={t('sender_delete')}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            const done = await act(send(deleteEmailAddress, { params: { id: asked.address.id } }))
            if (!done) throw new CallFailed('unable_to_proceed_please_try_later', 200)
          }}
        />
      ) : null}
    </div>
  )
}

/** What is done most with an address in its state. */
function RowButton({
  address: { email, state, is_default },
  onDefault,
  onResend,
}: {
  address: SenderAddress
  onDefault: () => Promise<unknown>
  onResend: () => Promise<unknown>
}) {
  const t = useTexts()
  const [busy, setBusy] = useState(false)
  if (is_default) return null
  const confirmed = state === 'confirmed'
  const run = async () => {
    setBusy(true)
    await (confirmed ? onDefault() : onResend())
    setBusy(false)
  }
  return (
    <Button
      size="xs"
      loading={busy}
      aria-label={t('named_action', { action: t(confirmed ? 'make_default' : 'sender_resend'), name: email })}
      onClick={() => void run()}
    >
      {t(confirmed ? 'make_default' : 'sender_resend')}
    </Button>
  )
}
