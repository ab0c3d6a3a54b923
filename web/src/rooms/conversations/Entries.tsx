import type { ThreadEntry } from '@cutaway/contract/rooms/conversations/threads.ts'
import {
  IconArrowBackUp,
  IconBell,
  IconCircleCheck,
  IconEye,
  IconMailCheck,
  IconMailOff,
  IconMessageOff,
  IconMessageQuestion,
  IconPhoneCall,
  IconPlayerPause,
  IconPlayerPlay,
  IconPointer,
  type Icon,
} from '@tabler/icons-react'
import { Fragment, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { toShared } from '../../paths.ts'
import { Tag } from '../../ui/layout/Tag.tsx'
import { ratingKinds } from '../sharing/decisions/DecisionPart.tsx'
import { Poster } from '../sharing/receipts/Poster.tsx'
import { AnswerCard } from './AnswerCard.tsx'
import classes from './Entries.module.css'

/** Lists everything that happened, the oldest first, with a line before what is new. */
export function Entries({
  entries,
  readAt,
  name,
}: {
  entries: readonly ThreadEntry[]
  readAt: string | null
  /** The name of the customer. */
  name: string
}) {
  const t = useTexts()
  const { date } = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const count = entries.length
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [count])
  const isNew = ({ at, from }: ThreadEntry) => from === 'customer' && (readAt === null || at > readAt)
  const firstNew = entries.findIndex(isNew)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
    <div ref={box} className={classes.scroll} tabIndex={0} role="log" aria-label={t('sent_conversations')}>
      <ol className={classes.list}>
        {entries.map((entry, i) => {
          const before = entries[i - 1]
          const day = date(entry.at)
          return (
            <Fragment key={entry.id}>
              {before && date(before.at) === day ? null : (
                <li className={classes.day}>
                  <span>{day}</span>
                </li>
              )}
              {i === firstNew && i > 0 ? (
                <li className={classes.day} data-new>
                  <span>{t('conversation_new')}</span>
                </li>
              ) : null}
              <li className={classes.entry} data-from={sideOf(entry)}>
                <Entry entry={entry} name={name} />
              </li>
            </Fragment>
          )
        })}
      </ol>
    </div>
  )
}

/** Answers that the customer gave in words of the page; "call" is an event with the number. */
const isAnswer = ({ kind }: ThreadEntry) => kind === 'approve' || kind === 'not_now' || kind === 'ask'

/** The customer approved something, or did not say the same to all repairs. */
const isByRow = ({ rows }: ThreadEntry) =>
  new Set(rows.map(({ answer, question }) => `${answer} ${question}`)).size > 1 ||
  rows.some(({ answer }) => answer === 'approve')

const sideOf = (entry: ThreadEntry) => {
  const { kind, from } = entry
  if (kind === 'send' || (kind === 'message' && from !== 'customer')) return 'shop'
  return kind === 'message' || kind === 'question' || isAnswer(entry) ? 'customer' : 'event'
}

const signs: Partial<Record<ThreadEntry['kind'], Icon>> = {
  approve: IconCircleCheck,
  not_now: IconPlayerPause,
  ask: IconMessageQuestion,
  opened: IconEye,
  watched: IconPlayerPlay,
  call: IconPhoneCall,
  withdraw: IconArrowBackUp,
  action: IconPointer,
  reminded: IconBell,
  agreed: IconCircleCheck,
  stopped: IconMessageOff,
  bounced: IconMailOff,
  bounce_lifted: IconMailCheck,
}

function Entry({ entry, name }: { entry: ThreadEntry; name: string }) {
  const t = useTexts()
  const { seen, percent } = useFormat()
  const { kind, from, text, by, films, delivery, channel, at } = entry
  const time = <time dateTime={at}>{seen(at)}</time>
  if (kind === 'send' || kind === 'message' || kind === 'question') {
    const facts = [
      from === 'automatic' ? t('conversation_automatic') : by,
      channel ? t(`channel_${channel}`) : '',
      delivery ? t(`happened_${delivery === 'waiting' ? 'queued' : delivery}`) : '',
    ].filter(Boolean)
    return (
      <>
        <div
          className={classes.bubble}
          data-automatic={from === 'automatic' || undefined}
          data-send={kind === 'send' || undefined}
        >
          <p dir="auto">{text}</p>
          {kind === 'send' ? (
            <ul className={classes.films}>
              {films.map((film) => (
                <SentFilm key={film.part_id} film={film} entry={entry} />
              ))}
            </ul>
          ) : null}
        </div>
        <div className={classes.meta}>
          {facts.map((fact) => (
            <Fragment key={fact}>
              <bdi>{fact}</bdi>
              {' · '}
            </Fragment>
          ))}
          {time}
        </div>
      </>
    )
  }
  const Sign = signs[kind]
  const more = text ? (
    <span className={classes.detail} dir="auto">
      {text}
    </span>
  ) : null
  if (isAnswer(entry) && isByRow(entry))
    return (
      <>
        <AnswerCard entry={entry} name={name} />
        <div className={classes.meta}>{time}</div>
      </>
    )
  if (isAnswer(entry))
    return (
      <>
        <div className={classes.answer} data-kind={kind}>
          {Sign ? <Sign size={19} stroke={1.75} aria-hidden /> : null}
          <span>
            {t(`conversation_${kind}`)}
            {more}
          </span>
        </div>
        <div className={classes.meta}>{time}</div>
      </>
    )
  const words =
    kind === 'watched'
      ? t('conversation_watched', {
          film: films[0]?.part_name ?? '',
          percent: percent((entry.watched_percent ?? 0) / 100),
        })
      : kind === 'reminded'
        ? t('happened_reminded')
        : t(kind === 'call' ? 'conversation_asked_call' : `conversation_${kind}`)
  return (
    <div className={classes.event} data-kind={kind}>
      {Sign ? <Sign size={15} stroke={1.75} aria-hidden /> : null}
      <span>
        {words} · {time}
        {more}
      </span>
    </div>
  )
}

/** A film of a send, with what was found: the rating and the price. */
function SentFilm({ film, entry }: { film: ThreadEntry['films'][number]; entry: ThreadEntry }) {
  const t = useTexts()
  const { money } = useFormat()
  const row = entry.rows.find(({ part_id }) => part_id === film.part_id)
  const name = row?.finding || film.part_name
  return (
    <li>
      <Poster film={film} />
      <span className={classes.film}>
        {entry.recipient_id === null ? <bdi>{name}</bdi> : <Link to={toShared(entry.recipient_id)}>{name}</Link>}
      </span>
      {row?.rating ? <Tag kind={ratingKinds[row.rating]}>{t(`decision_rating_${row.rating}`)}</Tag> : null}
      {row && row.price !== null ? (
        <strong className="num">{entry.currency ? money(row.price, entry.currency) : money(row.price)}</strong>
      ) : null}
    </li>
  )
}
