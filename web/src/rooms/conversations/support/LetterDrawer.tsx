import { getLetterHistory, type LetterHistory } from '@cutaway/contract/rooms/conversations/support.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import { Drawer } from '../../../ui/overlay/Drawer.tsx'
import classes from './Support.module.css'

const kinds: Record<LetterHistory['state'], TagKind> = {
  pending: 'info',
  sent: 'green',
  delivered: 'green',
  failed: 'red',
  outcome_unknown: 'yellow',
}

/** Shows what happened to one letter or text message, from the queue to the customer's page. */
export function LetterDrawer({
  webSiteId,
  deliveryId,
  onClose,
}: {
  webSiteId: number
  deliveryId: string
  onClose: () => void
}) {
  const t = useTexts()
  const query = useQuery({
    queryKey: ['letter-history', webSiteId, deliveryId],
    queryFn: ({ signal }) =>
      call(getLetterHistory, { params: { web_site_id: webSiteId, delivery_id: deliveryId }, signal }),
  })
  return (
    <Drawer title={t('letter_history')} onClose={onClose}>
      <QueryState query={query} failed={t('letter_history_not_loaded')} waiting={<SkeletonText lines={10} />}>
        {(letter) => <History letter={letter} />}
      </QueryState>
    </Drawer>
  )
}

/** Returns the name of the time at which the delivery ended: a letter that was sent before it failed came back. */
function endOf({ state, sent_at }: LetterHistory): string {
  if (state === 'delivered') return 'letter_delivered'
  if (state === 'failed') return sent_at === null ? 'letter_given_up' : 'letter_returned'
  return 'letter_ended'
}

function History({ letter }: { letter: LetterHistory }) {
  const t = useTexts()
  const { dateTime, number } = useFormat()
  const { send, suppression } = letter
  return (
    <div className={classes.history}>
      <div className={classes.head}>
        <Tag kind={kinds[letter.state]}>{t(`letter_state_${letter.state}`)}</Tag>
        <h3 dir="auto">{letter.subject === '' ? t('letter_forgotten') : letter.subject}</h3>
        {letter.failure_reason === null ? null : <p>{t(`delivery_reason_${letter.failure_reason}`)}</p>}
        {letter.last_error === null ? null : (
          <p className={classes.carrierWords} dir="ltr">
            {[letter.error_code, letter.last_error].filter(Boolean).join(' ')}
          </p>
        )}
      </div>
      <dl className={classes.facts}>
        <Fact name={t('letter_to')}>{letter.to}</Fact>
        <Fact name={t('operator_web_site')}>{letter.site_name}</Fact>
        {send ? <Fact name={t('letter_from')}>{[send.sender, send.business].filter(Boolean).join(', ')}</Fact> : null}
        {send?.acted_by ? <Fact name={t('letter_sent_by')}>{send.acted_by}</Fact> : null}
        <Fact name={t('letter_queued')}>{dateTime(letter.created_at)}</Fact>
        {letter.sent_at === null ? null : <Fact name={t('letter_sent')}>{dateTime(letter.sent_at)}</Fact>}
        {letter.due_at === null ? null : <Fact name={t('letter_next_attempt')}>{dateTime(letter.due_at)}</Fact>}
        {letter.ended_at === null || letter.state === 'pending' ? null : (
          <Fact name={t(endOf(letter))}>{dateTime(letter.ended_at)}</Fact>
        )}
        {send ? (
          <Fact name={t('letter_opened')}>{send.opened_at ? dateTime(send.opened_at) : t('letter_not_yet')}</Fact>
        ) : null}
        {send?.watched_at ? <Fact name={t('letter_watched')}>{dateTime(send.watched_at)}</Fact> : null}
        {send ? <Fact name={t('letter_films_watched')}>{number(send.views)}</Fact> : null}
        {send ? <Fact name={t('letter_answers')}>{number(send.answers)}</Fact> : null}
        {send?.answered_at ? <Fact name={t('letter_answered')}>{dateTime(send.answered_at)}</Fact> : null}
        {send?.link_ends_at ? (
          <Fact name={t('letter_link_ends')}>
            {send.is_revoked ? t('letter_link_revoked') : dateTime(send.link_ends_at)}
          </Fact>
        ) : null}
        {letter.carrier_reference === null ? null : (
          <Fact name={t('letter_carrier_reference')}>{letter.carrier_reference}</Fact>
        )}
        <Fact name={t('letter_id')}>{letter.delivery_id}</Fact>
      </dl>
      {suppression ? (
        <p className={classes.warning}>
          {t(suppression.reason === 'bounced' ? 'letter_address_bounced' : 'letter_address_unsubscribed', {
            at: dateTime(suppression.since),
          })}
        </p>
      ) : null}
      <h3>{t('letter_attempts')}</h3>
      {letter.attempts.length === 0 ? (
        <p className={classes.quiet}>{t(letter.state === 'pending' ? 'letter_no_attempts' : 'letter_attempts_gone')}</p>
      ) : null}
      <ol className={classes.attempts}>
        {letter.attempts.map((attempt) => (
          <li key={attempt.attempt}>
            <span>{dateTime(attempt.started_at)}</span>
            <span>
              {t(attempt.result === null ? 'attempt_under_way' : `attempt_${attempt.result}`)}
              {attempt.reason === null ? null : <bdi className={classes.carrierWords}>{attempt.reason}</bdi>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </>
)
