import type { TimelineEntry } from '@cutaway/contract/rooms/sharing/receipts.ts'
import type { Icon } from '@tabler/icons-react'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBell,
  IconCheck,
  IconClock,
  IconClockOff,
  IconEye,
  IconLinkOff,
  IconMailOff,
  IconMessage,
  IconMessageForward,
  IconMessageOff,
  IconMessageQuestion,
  IconPhoneCall,
  IconPlayerPlay,
  IconFileText,
  IconPhoneCheck,
  IconPlayerPause,
  IconPointer,
  IconTool,
  IconQuestionMark,
  IconRefresh,
  IconSend,
  IconThumbUp,
} from '@tabler/icons-react'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import classes from './Timeline.module.css'

const signs: Record<TimelineEntry['kind'], Icon> = {
  queued: IconClock,
  sent: IconSend,
  delivered: IconCheck,
  failed: IconAlertTriangle,
  unknown: IconQuestionMark,
  bounced: IconMailOff,
  unsubscribed: IconMessageOff,
  undeliverable: IconMailOff,
  opened: IconEye,
  watched: IconPlayerPlay,
  approve: IconThumbUp,
  not_now: IconPlayerPause,
  ask: IconMessageQuestion,
  call: IconPhoneCall,
  withdraw: IconArrowBackUp,
  action: IconPointer,
  asked: IconMessageQuestion,
  pdf: IconFileText,
  called: IconPhoneCheck,
  taken_up: IconTool,
  revoked: IconLinkOff,
  expired: IconClockOff,
  resent: IconRefresh,
  wrote: IconMessage,
  answered: IconMessageForward,
  reminded: IconBell,
}

const colours: Partial<Record<TimelineEntry['kind'], 'red' | 'yellow' | 'green' | 'info'>> = {
  failed: 'red',
  bounced: 'red',
  undeliverable: 'red',
  watched: 'info',
  approve: 'green',
  call: 'yellow',
  ask: 'yellow',
  pdf: 'info',
  taken_up: 'green',
  asked: 'yellow',
}

/** What happened, the oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useTexts()
  const { dateTime, percent } = useFormat()
  return (
    <ol className={classes.list}>
      {entries.map(({ at, kind, watched_percent, detail }, i) => {
        const Sign = signs[kind]
        const isFilm = kind === 'watched'
        const values = isFilm ? { percent: percent((watched_percent ?? 0) / 100), film: detail } : undefined
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two visits may begin in the same second
          <li key={`${at} ${kind} ${i}`} className={classes.entry} data-colour={colours[kind]}>
            <span className={classes.sign}>
              <Sign size={14} stroke={2} aria-hidden className={kind === 'sent' ? 'flip' : undefined} />
            </span>
            <span className={classes.words}>
              <span>{t(`happened_${kind}`, values)}</span>
              {!isFilm && detail ? (
                <span className={classes.detail} dir="auto">
                  {detail}
                </span>
              ) : null}
            </span>
            <time className={classes.time} dateTime={at}>
              {dateTime(at)}
            </time>
          </li>
        )
      })}
    </ol>
  )
}
