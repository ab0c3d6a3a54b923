import { urlOf } from '@cutaway/contract/client.ts'
import { exportConsents } from '@cutaway/contract/rooms/consent.ts'
import { resendToRecipient } from '@cutaway/contract/rooms/sharing/receipts.ts'
import { markSendRead } from '@cutaway/contract/rooms/sharing/decisions.ts'
import { IconFileText, IconRobot, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { call, send as sendCall } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useMay } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { toAnimation } from '../../../paths.ts'
import { FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { Drawer } from '../../../ui/overlay/Drawer.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { LiftBounce } from '../../consent/LiftBounce.tsx'
import { DecisionRows, NextStep } from '../decisions/DecisionPart.tsx'
import { refreshUnread, setUnread } from '../decisions/unread.ts'
import { repairOrder } from '../repair-order.ts'
import { LinkBox } from './LinkBox.tsx'
import { leftOutText } from '../dialog/useSending.ts'
import { outcomeKind, outcomeText, recipientName } from './outcome.ts'
import { Poster } from './Poster.tsx'
import classes from './SentDrawer.module.css'
import { Timeline } from './Timeline.tsx'
import { sendsChanged, useSend } from './useSends.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { uuid } from '../../../core/uuid.ts'

type Sent = NonNullable<ReturnType<typeof useSend>['data']>

/** Shows a recipient's receipt: what was sent, the events since, the link, and the resend action. */
export function SentDrawer({
  recipientId,
  onClose,
  onOther,
}: {
  recipientId: number
  onClose: () => void
  /** Opens another recipient in this drawer. */
  onOther: (recipientId: number) => void
}) {
  const t = useTexts()
  const send = useSend(recipientId)
  const { data } = send
  useRead(recipientId, data?.row.unread === 1)
  return (
    <Drawer
      title={data ? isolated(recipientName(t, data.row)) : t('nav_shared')}
      onClose={onClose}
      footer={data && data.row.to !== '' ? <Again sent={data} onOther={onOther} /> : undefined}
    >
      <QueryState query={send} failed={t('send_not_loaded')} waiting={<SkeletonText lines={8} />}>
        {(sent) => <Body sent={sent} />}
      </QueryState>
    </Drawer>
  )
}

/** Marks the answers of a send as read while its drawer is open. */
function useRead(recipientId: number, isUnread: boolean) {
  useEffect(() => {
    if (!isUnread) return
    void call(markSendRead, { body: { recipient_id: recipientId } }).then(
      ({ unread }) => {
        setUnread({ sends: unread })
        // The conversation may have nothing new any more.
        refreshUnread()
        return sendsChanged()
      },
      // The count stays until the drawer is opened again.
      () => undefined,
    )
  }, [recipientId, isUnread])
}

function Body({ sent }: { sent: Sent }) {
  const { row, message, decision, phone, link, timeline, machine_hits, consent } = sent
  const t = useTexts()
  const { seen, date } = useFormat()
  const mayExport = useMay('manage_email_settings') && row.to !== ''
  const order = repairOrder(t, row.ro_number)
  const facts = [row.customer ? isolated(row.to) : '', t(`channel_${row.channel}`), order].filter(Boolean)
  return (
    <div className={classes.parts}>
      <div className={classes.head}>
        <Tag kind={outcomeKind[row.outcome]}>{outcomeText(t, row)}</Tag>
        <span className={classes.facts}>
          {facts.join(' · ')} · <time dateTime={row.sent_at}>{seen(row.sent_at)}</time>
        </span>
      </div>
      {decision ? (
        <NextStep recipientId={row.recipient_id} decision={decision} phone={phone} shown={sent.phone_shown} />
      ) : null}
      {decision ? (
        <section aria-labelledby="sent-decision">
          <h3 id="sent-decision">{t('decision_section')}</h3>
          <DecisionRows decision={decision} />
        </section>
      ) : null}
      <section aria-labelledby="sent-films">
        <h3 id="sent-films">{t('sent_film')}</h3>
        <ul className={classes.films}>
          {row.films.map((film) => (
            <li key={film.part_id} className={classes.film}>
              <Poster film={film} />
              <Link to={toAnimation(film.part_id)}>{film.part_name}</Link>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="sent-history">
        <h3 id="sent-history">{t('send_history')}</h3>
        <Timeline entries={timeline} />
        {row.pdf_views > 0 ? (
          <p className={classes.machines}>
            <IconFileText size={16} stroke={1.75} aria-hidden />
            {t('shared_pdf_views', { count: row.pdf_views })}
          </p>
        ) : null}
        {machine_hits > 0 ? (
          <p className={classes.machines}>
            <IconRobot size={16} stroke={1.75} aria-hidden />
            {t('machine_hits', { count: machine_hits })}
          </p>
        ) : null}
      </section>
      {link ? <LinkBox to={row.to} link={link} /> : null}
      {row.subject || message ? (
        <section aria-labelledby="sent-message">
          <h3 id="sent-message">{t('message')}</h3>
          <div className={classes.message}>
            {row.subject ? (
              <strong className={classes.subject} dir="auto">
                {row.subject}
              </strong>
            ) : null}
            <p dir="auto">{message}</p>
          </div>
        </section>
      ) : null}
      {consent || mayExport ? (
        <section aria-labelledby="sent-consent">
          <h3 id="sent-consent">{t('consent')}</h3>
          {consent ? (
            <>
              <p>{t('consent_given_on', { date: date(consent.opt_in_date ?? consent.at) })}</p>
              <p className={classes.wording} dir="auto">
                {consent.wording}
              </p>
            </>
          ) : null}
          {mayExport ? (
            <p>
              <a href={urlOf(exportConsents, { json: { address: row.channel === 'email' ? row.to : phone } })} download>
                {t('consent_export')}
              </a>
            </p>
          ) : null}
        </section>
      ) : null}
    </div>
  )
}

/** Resends the same films to the same person. One press is one send, however often its request arrives. */
function Again({ sent: { row, suppressed_by }, onOther }: { sent: Sent; onOther: (recipientId: number) => void }) {
  const t = useTexts()
  const key = useRef<string>(undefined)
  const rights = { email: useMay('allow_share_email'), sms: useMay('allow_share_sms'), mms: useMay('allow_share_mms') }
  const again = useMutation({
    mutationFn: () => {
      key.current ??= uuid()
      return sendCall(resendToRecipient, { body: { recipient_id: row.recipient_id, request_key: key.current } })
    },
    onSuccess: (answer) => {
      key.current = undefined
      if (answer.status === 1 && answer.data) {
        toast(answer, { detail: isolated(row.to) })
        onOther(answer.data.recipient_id)
      } else if (answer.message === 'error_unsubscribe_user' || answer.message === 'error_address_bounced')
        toast(`${isolated(row.to)} ${t(leftOutText(row.channel, answer.message))}`, { kind: 'error' })
      else toast(answer)
      void sendsChanged()
    },
    onError: (error) => toast(error),
  })
  if (!rights[row.channel]) return null
  const hasLeft = suppressed_by === 'unsubscribed'
  const cameBack = suppressed_by === 'bounced'
  const note = hasLeft ? t('happened_unsubscribed') : cameBack ? t('happened_undeliverable') : row.sender
  return (
    <>
      <FooterNote>{note}</FooterNote>
      {cameBack ? <LiftBounce address={row.to} onLifted={() => void sendsChanged()} /> : null}
      {hasLeft || cameBack ? null : (
        <Button
          leftSection={<IconSend className="flip" size={16} stroke={1.75} aria-hidden />}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          {t('send_again')}
        </Button>
      )}
    </>
  )
}
