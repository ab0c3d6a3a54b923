import type { Conversation } from '@cutaway/contract/rooms/conversations/threads.ts'
import { forgetCustomer, type ConsentState } from '@cutaway/contract/rooms/sharing/customers.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { send } from '../../core/api.ts'
import { useFormat, languageName, useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { toShared } from '../../paths.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Tag, type TagKind } from '../../ui/layout/Tag.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Poster } from '../sharing/receipts/Poster.tsx'
import { Avatar } from './Avatar.tsx'
import classes from './CustomerFacts.module.css'
import { EditCustomer } from './EditCustomer.tsx'
import { nameOf } from './names.ts'
import { customerForgotten } from './useConversations.ts'

const kinds: Record<ConsentState, TagKind> = { agreed: 'green', not_asked: 'plain', stopped: 'red', bounced: 'yellow' }

/** Shows what the shop knows about a customer, and forgets it. */
export function CustomerFacts({ conversation, onGone }: { conversation: Conversation; onGone: () => void }) {
  const t = useTexts()
  const { date } = useFormat()
  const [editing, setEditing] = useState(false)
  const [forgetting, setForgetting] = useState(false)
  const { customer, entries } = conversation
  const name = nameOf(t, customer)
  const rows = [
    ['customer_mobile', customer.phone_shown],
    ['customer_email', customer.email],
    ['customer_language', languageName(customer.language_id ?? undefined) ?? ''],
    ['customer_vehicle', customer.vehicle],
    ['repair_order', customer.ro_number],
  ].filter(([, value]) => value !== '') as [string, string][]
  const consents = [
    { label: 'customer_texts', given: customer.texts, has: customer.phone !== '' },
    { label: 'customer_email', given: customer.emails, has: customer.email !== '' },
  ].filter(({ has }) => has)
  const earlier = entries
    .filter(({ kind }) => kind === 'send')
    .toReversed()
    .slice(0, 6)
  return (
    <div className={classes.facts}>
      <header className={classes.head}>
        <Avatar name={customer.name} large />
        <div className={classes.who}>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <p>{t('customer_since', { date: date(customer.since) })}</p>
        </div>
        <Button size="xs" variant="subtle" onClick={() => setEditing(true)}>
          {t('customer_edit')}
        </Button>
      </header>
      <dl className={classes.list}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <section>
        <h3>{t('customer_consent')}</h3>
        <dl className={classes.list}>
          {consents.map(({ label, given }) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>
                <Tag kind={kinds[given.state]}>{t(`customer_${given.state}`)}</Tag>
                {given.since ? <span className={classes.dim}>{date(given.since)}</span> : null}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {earlier.length > 0 ? (
        <section>
          <h3>{t('customer_earlier')}</h3>
          <ul className={classes.earlier}>
            {earlier.map((send_) => (
              <li key={send_.id}>
                <Poster film={send_.films[0]} />
                <span>
                  {send_.recipient_id === null ? (
                    send_.films[0]?.part_name
                  ) : (
                    <Link to={toShared(send_.recipient_id)}>{send_.films[0]?.part_name}</Link>
                  )}
                  <span className={classes.dim}>{date(send_.at)}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Button className={classes.forget} variant="danger-subtle" onClick={() => setForgetting(true)}>
        {t('customer_forget')}
      </Button>
      {editing ? <EditCustomer customer={customer} onClose={() => setEditing(false)} /> : null}
      {forgetting ? (
        <ConfirmDialog
          title={t('customer_forget_title', { name })}
          text={t('customer_forget_text')}
          verb={t('customer_forget_verb')}
          onConfirm={async () => {
            const answer = await send(forgetCustomer, { params: { customer_id: customer.customer_id } })
            toast(answer)
            if (answer.status !== 1) return
            onGone()
            await customerForgotten(customer.customer_id)
          }}
          onClose={() => setForgetting(false)}
        />
      ) : null}
    </div>
  )
}
