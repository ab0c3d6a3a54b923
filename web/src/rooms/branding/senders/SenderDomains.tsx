import {
  checkSenderDomain,
  removeSenderDomain,
  type SenderDomain,
  setUpSenderDomain,
} from '@cutaway/contract/rooms/branding/domains.ts'
import { IconAlertTriangle, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import classes from './SenderDomains.module.css'
import { SenderRecords } from './SenderRecords.tsx'
import { addressesKey } from './useAddresses.ts'
import { useDomains } from './useDomains.ts'
import { useAction } from '../useAction.ts'

/** Says for each domain of the sender addresses whether mail may come from it, and what would change that. */
export function SenderDomains() {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useDomains()
  if (error && !data)
    return (
      <Card>
        <ErrorState
          title={t('sender_domains_not_loaded')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  if (!data || data.list.length === 0) return null
  return (
    <Card title={t('sender_domains')}>
      <p className={classes.text}>{t('sender_domains_text', { address: isolated(data.siteAddress) })}</p>
      {data.isStandIn ? <p className={classes.text}>{t('sender_domains_stand_in')}</p> : null}
      <ul className={classes.list}>
        {data.list.map((one) => (
          <Domain key={one.domain} one={one} maySetUp={data.maySetUp} siteAddress={data.siteAddress} />
        ))}
      </ul>
    </Card>
  )
}

function Domain({ one, maySetUp, siteAddress }: { one: SenderDomain; maySetUp: boolean; siteAddress: string }) {
  const t = useTexts()
  const { seen } = useFormat()
  const { user } = useSignedIn()
  const act = useAction(addressesKey(user.user_id))
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState(false)
  const { domain, from, because, policy, checked_at, records } = one
  const isSetUp = one.has_key === 1
  const run = async (call: typeof setUpSenderDomain | typeof checkSenderDomain) => {
    setBusy(true)
    await act(send(call, { body: { user_id: user.user_id, domain } }))
    setBusy(false)
  }
  const name = isolated(domain)
  // Before the first lookup nothing is known, also not that the domain allows it.
  const isUnknown = checked_at === null && because === 'no_policy'
  const why = (
    <p className={classes.text}>
      {isUnknown
        ? t('sender_domain_looked_up', { domain: name })
        : t(`sender_because_${because}`, { domain: name, policy: isolated(policy) })}{' '}
      {!isSetUp && from === 'site' && !maySetUp ? t('sender_domain_ask') : ''}
    </p>
  )
  return (
    <li className={classes.domain}>
      <div className={classes.head}>
        <h3 className={classes.name}>
          <bdi dir="ltr">{domain}</bdi>
        </h3>
        {isUnknown ? (
          <Tag>{t('sender_domain_checking')}</Tag>
        ) : (
          <Tag kind={from === 'own' ? 'green' : 'yellow'}>{t(`sender_from_${from}`)}</Tag>
        )}
        {checked_at ? (
          <span className={classes.when}>{t('sender_domain_checked_at', { time: seen(checked_at) })}</span>
        ) : null}
        <span className={classes.actions}>
          {!isSetUp && from === 'site' && maySetUp ? (
            <Button size="xs" loading={busy} onClick={() => void run(setUpSenderDomain)}>
              {t('sender_domain_set_up_verb')}
            </Button>
          ) : (
            <Button
              size="xs"
              loading={busy}
              leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
              aria-label={t('named_action', { action: t('sender_domain_check'), name: domain })}
              onClick={() => void run(checkSenderDomain)}
            >
              {t('sender_domain_check')}
            </Button>
          )}
          {isSetUp && maySetUp ? (
            <Button
              size="xs"
              variant="danger-subtle"
              leftSection={<IconTrash size={14} stroke={1.75} aria-hidden />}
              aria-label={t('named_action', { action: t('sender_domain_remove_verb'), name: domain })}
              onClick={() => setRemoving(true)}
            >
              {t('sender_domain_remove_verb')}
            </Button>
          ) : null}
        </span>
      </div>
      {from === 'site' ? (
        <div className={classes.warning}>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          <div>
            <strong>{t('sender_domain_site', { domain: name, address: isolated(siteAddress) })}</strong>
            {why}
          </div>
        </div>
      ) : (
        why
      )}
      {records.length > 0 ? <SenderRecords one={one} siteAddress={siteAddress} /> : null}
      {removing ? (
        <ConfirmDialog
          title={t('sender_domain_remove_title', { domain: name })}
          text={t('sender_domain_remove_text', { address: isolated(siteAddress) })}
          verb={t('sender_domain_remove_verb')}
          onConfirm={() => act(send(removeSenderDomain, { body: { user_id: user.user_id, domain } }))}
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </li>
  )
}
