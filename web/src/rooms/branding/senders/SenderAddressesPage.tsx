import {
  changeFromNoReply,
  deleteEmailAddress,
  type SenderAddress,
} from '@cutaway/contract/rooms/branding/addresses.ts'
import { IconMailOff, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { CallFailed, send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { DataTable, type Sort } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import { OutboxHint } from '../../messaging/OutboxHint.tsx'
import { useAction } from '../useAction.ts'
import { addressColumns } from './address-columns.tsx'
import { AddressDialog } from './AddressDialog.tsx'
import classes from '../Branding.module.css'
import { sortedBy, usePaging } from '../lists.ts'
import { SenderDomains } from './SenderDomains.tsx'
import { wanted } from './records-text.ts'
import { addressesKey, useAddresses } from './useAddresses.ts'
import { useDomains } from './useDomains.ts'

type Asked = { kind: 'add' } | { kind: 'edit' | 'delete'; address: SenderAddress }

/** Manages the sender addresses of this user's mail. */
export default function SenderAddressesPage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const { data, error, isFetching, refetch } = useAddresses()
  const act = useAction(addressesKey(user.user_id))
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

  const { data: domains } = useDomains({ enabled: (rows?.length ?? 0) > 0 })
  const lackingOf = (email: string) => {
    const domain = domains?.list.find((one) => email.toLowerCase().endsWith(`@${one.domain}`))
    return domain?.from === 'site' ? wanted(domain.records).length : 0
  }
  const columns = addressColumns(t, lackingOf, {
    forBusiness: data?.mayChooseForBusiness === true,
    act,
    onAsk: (kind, address) => setAsked({ kind, address }),
  })

  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_sender_addresses')} subtitle={t('sender_addresses_text')} actions={add()} />
      {data ? (
        <Card>
          <Switch
            className={classes.switch}
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
      {rows && rows.length > 0 ? <SenderDomains /> : null}
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
