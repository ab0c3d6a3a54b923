import { markCalled, takeUpAnswer } from '@cutaway/contract/rooms/sharing/decisions.ts'
import type { Decision, DecisionRow } from '@cutaway/contract/rooms/sharing/decisions.ts'
import { IconCheck, IconPhone, IconTool } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { send } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { sendsChanged } from '../receipts/useSends.ts'
import classes from './DecisionPart.module.css'

/** What the shop does about an answer: calls, replies, starts the work. `changed` loads again what shows it. */
export function useDecisionActions(recipientId: number, changed: () => Promise<void> = sendsChanged) {
  const act = (work: () => Promise<{ status: 0 | 1; message: string }>, done: string, undo: () => void) => ({
    mutationFn: work,
    onSuccess: (answer: { status: 0 | 1; message: string }) => {
      if (answer.status === 1) toast(done, { action: { label: 'undo', run: undo } })
      else toast(answer)
      void changed()
    },
    onError: (error: Error) => toast(error),
  })
  const post = {
    called: (called: 0 | 1) => send(markCalled, { body: { recipient_id: recipientId, called } }),
    takenUp: (taken_up: 0 | 1) => send(takeUpAnswer, { body: { recipient_id: recipientId, taken_up } }),
  }
  const undone = (work: Promise<unknown>) => void work.then(changed, (error: unknown) => toast(error))
  return {
    called: useMutation(
      act(
        () => post.called(1),
        'decision_called',
        () => undone(post.called(0)),
      ),
    ),
    takenUp: useMutation(
      act(
        () => post.takenUp(1),
        'decision_started',
        () => undone(post.takenUp(0)),
      ),
    ),
  }
}

/** The next step of a send whose customer asked for something or approved: the first thing in its drawer. */
export function NextStep({
  recipientId,
  decision,
  phone,
  shown,
}: {
  recipientId: number
  decision: Decision
  phone: string
  /** The number as people write it. */
  shown: string
}) {
  const t = useTexts()
  const { seen } = useFormat()
  const { called, takenUp } = useDecisionActions(recipientId)
  const asks = decision.rows.some(({ answer }) => answer === 'ask')
  const wantsCall = decision.rows.some(({ reply_by }) => reply_by === 'call')
  const isOpen = asks && decision.handled_at === null
  const isApproved = decision.approved > 0
  if (!asks && !isApproved) return null
  return (
    <div className={classes.next}>
      {isOpen ? (
        <div className={classes.acts}>
          {phone ? (
            <Button
              component="a"
              variant={wantsCall ? 'filled' : 'default'}
              href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
              leftSection={<IconPhone size={16} stroke={1.75} aria-hidden />}
            >
              {t('decision_call', { number: `\u2066${shown}\u2069` })}
            </Button>
          ) : null}
          <Button
            leftSection={<IconCheck size={16} stroke={1.75} aria-hidden />}
            loading={called.isPending}
            onClick={() => called.mutate()}
          >
            {t(wantsCall ? 'decision_mark_called' : 'decision_mark_answered')}
          </Button>
        </div>
      ) : null}
      {asks && decision.handled_at ? (
        <p className={classes.done}>{t('decision_called_at', { time: seen(decision.handled_at) })}</p>
      ) : null}
      {isApproved && decision.taken_up_at === null ? (
        <div className={classes.acts}>
          <Button
            variant={isOpen ? 'default' : 'filled'}
            leftSection={<IconTool size={16} stroke={1.75} aria-hidden />}
            loading={takenUp.isPending}
            onClick={() => takenUp.mutate()}
          >
            {t('decision_start_work')}
          </Button>
        </div>
      ) : null}
      {decision.taken_up_at ? (
        <p className={classes.done}>{t('decision_started_at', { time: seen(decision.taken_up_at) })}</p>
      ) : null}
    </div>
  )
}

const answerKinds: Record<NonNullable<DecisionRow['answer']>, TagKind> = {
  approve: 'green',
  not_now: 'plain',
  ask: 'yellow',
}
export const ratingKinds: Record<NonNullable<DecisionRow['rating']>, TagKind> = {
  red: 'red',
  yellow: 'yellow',
  green: 'green',
}

/** Lists what was found and what the customer answered, row by row, with the sum of what was approved. */
export function DecisionRows({ decision }: { decision: Decision }) {
  const t = useTexts()
  const { money } = useFormat()
  const price = (minor: number) => (decision.currency ? money(minor, decision.currency) : money(minor))
  const hasPrice = decision.rows.some((row) => row.answer === 'approve' && row.price !== null)
  if (decision.asks === 'information' && decision.rows.every(({ answer }) => answer === null))
    return <p className={classes.done}>{t('decision_information')}</p>
  return (
    <>
      <ul className={classes.rows}>
        {decision.rows.map((row) => (
          <li key={row.part_id} className={classes.row}>
            <div className={classes.words}>
              <span className={classes.name} dir="auto">
                {row.finding}
              </span>
              <span className={classes.tags}>
                {row.rating ? <Tag kind={ratingKinds[row.rating]}>{t(`decision_rating_${row.rating}`)}</Tag> : null}
                {row.measured ? <bdi>{row.measured}</bdi> : null}
              </span>
              {row.question ? (
                <p className={classes.question} dir="auto">
                  {row.question}
                </p>
              ) : null}
            </div>
            <div className={classes.answer}>
              {row.price === null ? null : <span className="num">{price(row.price)}</span>}
              {row.answer ? (
                <Tag kind={answerKinds[row.answer]}>{t(`decision_answer_${row.answer}`)}</Tag>
              ) : row.rating === 'green' ? null : (
                <Tag>{t('decision_open')}</Tag>
              )}
            </div>
          </li>
        ))}
      </ul>
      {hasPrice ? (
        <p className={classes.sum}>
          <span>{t('decision_approved_total')}</span>
          <strong className="num">{price(decision.approved_total)}</strong>
        </p>
      ) : null}
    </>
  )
}
