import type { EntryRow, ThreadEntry } from '@cutaway/contract/rooms/conversations/threads.ts'
import { IconCircleCheck, IconCircleMinus, IconHelpCircle, type Icon } from '@tabler/icons-react'
import { isolated } from '../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { Button } from '../../ui/form/Button.tsx'
import { useDecisionActions } from '../sharing/decisions/DecisionPart.tsx'
import classes from './AnswerCard.module.css'
import { conversationsChanged } from './useConversations.ts'

const signs: Record<NonNullable<EntryRow['answer']>, Icon> = {
  approve: IconCircleCheck,
  not_now: IconCircleMinus,
  ask: IconHelpCircle,
}

/** Shows an answer to several repairs or to one with a price: each row, the sum, and the start of the work. */
export function AnswerCard({ entry, name }: { entry: ThreadEntry; name: string }) {
  const t = useTexts()
  const { money } = useFormat()
  const { kind, rows, contact, currency, work, recipient_id } = entry
  const price = (minor: number) => (currency ? money(minor, currency) : money(minor))
  const approved = rows.filter(({ answer }) => answer === 'approve')
  const sum = approved.reduce((total, row) => total + (row.price ?? 0), 0)
  const title =
    approved.length > 0 && rows.length > 1
      ? t('outcome_approved_of', { count: approved.length, total: rows.length })
      : t(`conversation_${kind}`)
  const Sign = signs[approved.length > 0 ? 'approve' : kind === 'ask' ? 'ask' : 'not_now']
  return (
    <div className={classes.card} data-kind={approved.length > 0 ? 'approve' : kind}>
      <p className={classes.head}>
        <Sign size={19} stroke={1.75} aria-hidden />
        <strong>{title}</strong>
        {sum > 0 ? <strong className="num">{price(sum)}</strong> : null}
      </p>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <Row key={row.part_id} row={row} price={row.price === null ? '' : price(row.price)} />
        ))}
      </ul>
      {contact ? (
        <p className={classes.work}>
          <bdi>{contact}</bdi>
        </p>
      ) : null}
      {work !== null && recipient_id !== null ? <Work recipientId={recipient_id} work={work} name={name} /> : null}
    </div>
  )
}

function Row({ row: { finding, answer, question }, price }: { row: EntryRow; price: string }) {
  const t = useTexts()
  const Sign = answer ? signs[answer] : undefined
  return (
    <li data-answer={answer}>
      {Sign ? <Sign size={18} stroke={1.75} aria-hidden /> : <span />}
      <span className={classes.words}>
        <bdi>{finding}</bdi>
        <span className={classes.dim}> · {t(answer ? `decision_answer_${answer}` : 'decision_open')}</span>
        {question ? (
          <span className={classes.question} dir="auto">
            {question}
          </span>
        ) : null}
      </span>
      <span className={`${classes.price} num`}>{price}</span>
    </li>
  )
}

/** The customer may change the answer until the shop starts the work. */
function Work({ recipientId, work, name }: { recipientId: number; work: 'open' | 'started'; name: string }) {
  const t = useTexts()
  const { takenUp } = useDecisionActions(recipientId, conversationsChanged)
  return (
    <p className={classes.work}>
      <span>{work === 'started' ? t('decision_started') : t('conversation_can_change', { name: isolated(name) })}</span>
      {work === 'open' ? (
        <Button size="xs" loading={takenUp.isPending} onClick={() => takenUp.mutate()}>
          {t('decision_start_work')}
        </Button>
      ) : null}
    </p>
  )
}
