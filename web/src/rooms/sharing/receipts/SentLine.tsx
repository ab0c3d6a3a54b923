import type { SentRow } from '@cutaway/contract/rooms/sharing/receipts.ts'
import { Link } from 'react-router'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { filmsText, outcomeKind, outcomeText, recipientName } from './outcome.ts'
import { Poster } from './Poster.tsx'
import classes from './SentLine.module.css'

/** Shows a send in two lines, for a phone: recipient and time; film, in a list of several senders the sender, and outcome. The whole row is the link. */
export function SentLine({ row, to, bySender }: { row: SentRow; to: string; bySender: boolean }) {
  const t = useTexts()
  const { ago } = useFormat()
  return (
    <span className={classes.row}>
      <Poster film={row.films[0]} />
      <span className={classes.lines}>
        <span className={classes.line}>
          <Link className={classes.to} to={to} preventScrollReset aria-haspopup="dialog">
            <bdi>{recipientName(t, row)}</bdi>
          </Link>
          <time className={classes.time} dateTime={row.sent_at}>
            {ago(row.sent_at)}
          </time>
        </span>
        <span className={classes.line}>
          <span className={classes.film}>
            {[bySender ? row.sender : '', filmsText(t, row.films)].filter(Boolean).join(' · ')}
          </span>
          <Tag kind={outcomeKind[row.outcome]}>{outcomeText(t, row)}</Tag>
        </span>
      </span>
    </span>
  )
}
