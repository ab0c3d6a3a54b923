import { filledText, firstName, withShop } from '@cutaway/contract/rooms/branding/customer-text.ts'
import {
  answerCustomer,
  mostAnswer,
  recordConsent,
  type Conversation,
} from '@cutaway/contract/rooms/conversations/threads.ts'
import { foldTypography, segmentsOf } from '@cutaway/contract/sms-segments.ts'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { send } from '../../core/api.ts'
import { isolated } from '../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { useMay, useSignedIn } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Textarea } from '../../ui/form/Field.tsx'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'
import { SavedTextsMenu } from '../branding/texts/SavedTextsMenu.tsx'
import { LiftBounce } from '../consent/LiftBounce.tsx'
import { today } from '../sharing/text/date.ts'
import classes from './Reply.module.css'
import { conversationsChanged } from './useConversations.ts'
import { uuid } from '../../core/uuid.ts'

type Channel = 'sms' | 'email'

/** Answers the customer, by the channel of the last message if that is allowed. Enter sends, Shift and Enter break the line. */
export function Reply({ conversation, name }: { conversation: Conversation; name: string }) {
  const t = useTexts()
  const { customer, entries } = conversation
  const maySms = useMay('allow_share_sms') && customer.phone !== ''
  const mayEmail = useMay('allow_share_email') && customer.email !== ''
  const wroteBy = entries.findLast(({ from, kind }) => from === 'customer' && kind === 'message')?.channel
  const first: Channel = (wroteBy ?? customer.last_channel) === 'email' ? 'email' : 'sms'
  const [chosen, setChosen] = useState<Channel | null>(null)
  const channels: Channel[] = [...(maySms ? (['sms'] as const) : []), ...(mayEmail ? (['email'] as const) : [])]
  const channel = [chosen, first, ...channels].find((one) => one !== null && channels.includes(one)) ?? null
  if (channel === null) return <p className={classes.off}>{t('conversation_no_address')}</p>
  const consent = channel === 'sms' ? customer.texts : customer.emails
  const hasWritten = entries.some(
    ({ from, channel: by, kind }) => kind === 'message' && from === 'customer' && by === 'sms',
  )
  return (
    <div className={classes.reply}>
      {channels.length > 1 ? (
        <SegmentedControl
          label={t('conversation_channel')}
          value={channel}
          onChange={setChosen}
          segments={channels.map((value) => ({ value, label: t(`channel_${value}`) }))}
        />
      ) : null}
      {consent.state === 'stopped' ? (
        <p className={classes.off} data-stopped>
          {t('conversation_has_stopped', { name })}
        </p>
      ) : consent.state === 'bounced' ? (
        <div className={classes.consent}>
          <p>{t('conversation_address_bounced', { address: isolated(customer.email) })}</p>
          <LiftBounce address={customer.email} onLifted={() => void conversationsChanged()} />
        </div>
      ) : channel === 'sms' && consent.state === 'not_asked' && !hasWritten ? (
        <NotAgreed customerId={customer.customer_id} name={name} onEmail={mayEmail ? () => setChosen('email') : null} />
      ) : (
        <Writing key={channel} conversation={conversation} channel={channel} />
      )}
    </div>
  )
}

function NotAgreed({ customerId, name, onEmail }: { customerId: number; name: string; onEmail: (() => void) | null }) {
  const t = useTexts()
  const wording = t('conversation_consent_words')
  const record = useMutation({
    mutationFn: () => send(recordConsent, { body: { customer_id: customerId, opt_in_date: today(), wording } }),
    onSuccess: async (answer) => {
      toast(answer)
      await conversationsChanged()
    },
    onError: (error) => toast(error),
  })
  return (
    <div className={classes.consent}>
      <p>
        <strong>{t('conversation_not_agreed', { name })}</strong>
        <br />
        {wording}
      </p>
      <Button loading={record.isPending} onClick={() => record.mutate()}>
        {t('conversation_record_consent')}
      </Button>
      {onEmail ? <Button onClick={onEmail}>{t('conversation_email_instead')}</Button> : null}
    </div>
  )
}

function Writing({ conversation, channel }: { conversation: Conversation; channel: Channel }) {
  const t = useTexts()
  const { number } = useFormat()
  const { user } = useSignedIn()
  const id = useId()
  const [text, setText] = useState('')
  const pressed = useRef<{ text: string; key: string }>(null)
  const { customer, shop } = conversation
  const values = {
    customer: firstName(customer.name),
    vehicle: customer.vehicle,
    adviser: user.first_name,
    shop,
    repair_order: customer.ro_number,
  }
  const sending = useMutation({
    mutationFn: () => {
      // The same words keep their key until an answer has come, so that a retry does not send twice.
      if (pressed.current?.text !== text) pressed.current = { text, key: uuid() }
      return send(answerCustomer, {
        body: { customer_id: customer.customer_id, channel, text, request_key: pressed.current.key },
      })
    },
    networkMode: 'always',
    onSuccess: async (answer) => {
      // A broken server may have sent it: the retry has the same key.
      if (answer.http < 500) pressed.current = null
      if (answer.status === 1) setText('')
      else toast(answer)
      await conversationsChanged()
    },
    onError: (error) => toast(error),
  })
  const segments = segmentsOf(foldTypography(withShop(shop, text.trim())))
  const isReady = text.trim() !== '' && text.length <= mostAnswer
  const to = channel === 'sms' ? customer.phone_shown : customer.email
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !sending.isPending) sending.mutate()
      }}
    >
      <Textarea
        id={id}
        aria-label={t('conversation_reply')}
        value={text}
        rows={2}
        maxLength={mostAnswer}
        dir="auto"
        aria-describedby={`${id}-room`}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <div className={classes.line}>
        <SavedTextsMenu
          channel={channel}
          languageId={customer.language_id}
          onTake={(taken) => {
            setText(filledText(taken, values))
            document.getElementById(id)?.focus()
          }}
        />
        <span className={classes.to}>
          {t(channel === 'sms' ? 'conversation_text_to' : 'conversation_email_to', { address: isolated(to) })}
        </span>
        {channel === 'sms' && text.trim() !== '' ? (
          <span className={classes.room} id={`${id}-room`}>
            {t('conversation_room', {
              count: segments.segments,
              units: number(segments.units),
              limit: number(segments.units + segments.unitsLeft),
            })}
          </span>
        ) : null}
        <Button
          type="submit"
          variant="filled"
          disabled={!isReady}
          loading={sending.isPending}
          leftSection={<IconSend className="flip" size={17} stroke={1.75} aria-hidden />}
        >
          {t(channel === 'sms' ? 'conversation_send_text' : 'conversation_send_email')}
        </Button>
      </div>
    </form>
  )
}
