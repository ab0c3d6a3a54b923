import type { Conversation as Loaded, ThreadEntry } from '@cutaway/contract/rooms/conversations/threads.ts'
import { assignConversation, decideStop } from '@cutaway/contract/rooms/conversations/threads.ts'
import { IconChevronDown, IconInfoCircle, IconMovie, IconPhone } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { send } from '../../core/api.ts'
import { isolated } from '../../core/i18n/format.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { toast } from '../../core/toast.ts'
import { toAllFilms } from '../../paths.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import { ActionIcon, Button } from '../../ui/form/Button.tsx'
import { Drawer } from '../../ui/overlay/Drawer.tsx'
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx'
import { nextCustomer } from '../sharing/customers/next-customer.ts'
import { useDecisionActions } from '../sharing/decisions/DecisionPart.tsx'
import { repairOrder } from '../sharing/repair-order.ts'
import classes from './Conversations.module.css'
import { CustomerFacts } from './CustomerFacts.tsx'
import { Entries } from './Entries.tsx'
import { nameOf } from './names.ts'
import { Reply } from './Reply.tsx'
import { conversationsChanged, markRead, useConversation } from './useConversations.ts'

/** Shows one conversation: who it is with, everything that happened, the answer, and the facts about the customer. */
export function Conversation({
  customerId,
  back,
  onGone,
}: {
  customerId: number
  /** On a phone: the way back to the list. */
  back: string | null
  onGone: () => void
}) {
  const t = useTexts()
  const query = useConversation(customerId)
  const known = query.data?.customer
  usePage(known ? nameOf(t, known) : undefined, {
    phone: back === null ? null : { back, subtitle: repairOrder(t, known?.ro_number ?? ''), fills: true },
    view: String(customerId),
  })
  return (
    <QueryState
      query={query}
      heading="h2"
      failed={t('conversation_not_loaded')}
      waiting={
        <div className={classes.thread}>
          <div className={classes.entries}>
            <SkeletonText lines={8} />
          </div>
        </div>
      }
    >
      {(conversation) => <Pane conversation={conversation} onGone={onGone} />}
    </QueryState>
  )
}

function Pane({ conversation, onGone }: { conversation: Loaded; onGone: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const [facts, setFacts] = useState(false)
  const { customer, entries, unread } = conversation
  const last = entries.at(-1)?.at
  // The mark "New" stays where reading stopped when the conversation was opened.
  const [readAt] = useState(conversation.read_at)
  useEffect(() => {
    if (unread > 0 && last !== undefined && document.visibilityState === 'visible')
      void markRead(customer.customer_id, last)
  }, [customer.customer_id, unread, last])
  const name = nameOf(t, customer)
  const subtitle = [
    customer.name ? customer.phone_shown || customer.email : '',
    repairOrder(t, customer.ro_number),
  ].filter(Boolean)
  return (
    <>
      <section className={classes.thread} aria-label={name}>
        <header className={classes.head}>
          <div className={classes.who}>
            <h2>
              <bdi>{name}</bdi>
            </h2>
            <p className={classes.dim}>{subtitle.map((one) => isolated(one)).join(' · ')}</p>
          </div>
          <Assigned conversation={conversation} />
          {customer.phone ? (
            <Button
              component="a"
              href={`tel:${customer.phone}`}
              leftSection={<IconPhone size={17} stroke={1.75} aria-hidden />}
            >
              {t('conversation_call')}
            </Button>
          ) : null}
          <Button
            className={classes.wide}
            leftSection={<IconMovie size={17} stroke={1.75} aria-hidden />}
            onClick={() => {
              nextCustomer.set(customer)
              void navigate(toAllFilms)
            }}
          >
            {t('conversation_send_film')}
          </Button>
          <ActionIcon
            className={classes.more}
            aria-label={t('conversation_details')}
            aria-haspopup="dialog"
            onClick={() => setFacts(true)}
          >
            <IconInfoCircle size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </header>
        <Entries entries={entries} readAt={readAt} name={name} />
        <Asks conversation={conversation} name={name} />
        {conversation.may_stop ? <MayStop conversation={conversation} name={name} /> : null}
        <Reply conversation={conversation} name={name} />
      </section>
      <aside className={classes.facts} aria-label={t('conversation_details')}>
        <CustomerFacts conversation={conversation} onGone={onGone} />
      </aside>
      {facts ? (
        <Drawer title={t('conversation_details')} onClose={() => setFacts(false)}>
          <CustomerFacts conversation={conversation} onGone={onGone} />
        </Drawer>
      ) : null}
    </>
  )
}

function Assigned({ conversation: { customer, assigned_to: owner, people } }: { conversation: Loaded }) {
  const t = useTexts()
  const assign = useMutation({
    mutationFn: (assignee_id: number | null) =>
      send(assignConversation, { body: { customer_id: customer.customer_id, assignee_id } }),
    onSuccess: async (answer) => {
      toast(answer)
      await conversationsChanged()
    },
    onError: (error) => toast(error),
  })
  const label = owner ? t('conversation_assigned_to', { name: owner.name }) : t('conversations_unassigned')
  return (
    <Menu
      className={classes.assigned}
      label={label}
      trigger={
        <>
          <span className={classes.assignedName}>{label}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </>
      }
    >
      <MenuItem checked={owner === null} onClick={() => assign.mutate(null)}>
        {t('conversation_state_unassigned')}
      </MenuItem>
      {people.map(({ user_id, name }) => (
        <MenuItem key={user_id} checked={owner?.user_id === user_id} onClick={() => assign.mutate(user_id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The last send after which the customer asked for a call or a reply that is not marked as done. */
function Asks({ conversation: { customer, entries }, name }: { conversation: Loaded; name: string }) {
  const open = entries.findLast(({ asks, recipient_id }) => asks !== null && recipient_id !== null)
  return open ? <Asked key={open.id} entry={open} name={name} phone={open.contact || customer.phone} /> : null
}

function Asked({ entry, name, phone }: { entry: ThreadEntry; name: string; phone: string }) {
  const t = useTexts()
  const { called } = useDecisionActions(entry.recipient_id!, conversationsChanged)
  const isCall = entry.asks === 'call'
  const number = phone.replaceAll(/[^+\d]/g, '')
  return (
    <div className={classes.question} role="note">
      <p>{t(isCall ? 'news_call' : 'news_ask', { to: isolated(name) })}</p>
      {isCall && number && !phone.includes('@') ? (
        <Button
          size="xs"
          variant="filled"
          component="a"
          href={`tel:${number}`}
          leftSection={<IconPhone size={16} stroke={1.75} aria-hidden />}
        >
          {t('conversation_call')}
        </Button>
      ) : null}
      <Button size="xs" loading={called.isPending} onClick={() => called.mutate()}>
        {t(isCall ? 'decision_mark_called' : 'decision_mark_answered')}
      </Button>
    </div>
  )
}

/** A message that may mean "no more texts": a person decides. */
function MayStop({ conversation: { customer }, name }: { conversation: Loaded; name: string }) {
  const t = useTexts()
  const decide = useMutation({
    mutationFn: (stop: boolean) => send(decideStop, { body: { customer_id: customer.customer_id, stop } }),
    onSuccess: async (answer) => {
      toast(answer)
      await conversationsChanged()
    },
    onError: (error) => toast(error),
  })
  return (
    <div className={classes.question} role="note">
      <p>{t('conversation_may_stop_text', { name })}</p>
      <Button size="xs" loading={decide.isPending} onClick={() => decide.mutate(true)}>
        {t('conversation_stop')}
      </Button>
      <Button size="xs" loading={decide.isPending} onClick={() => decide.mutate(false)}>
        {t('conversation_keep')}
      </Button>
    </div>
  )
}
