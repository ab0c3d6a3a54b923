import type { FailureReason } from '@cutaway/contract/rooms/messaging.ts'
import type { ChannelName } from '../outbox.queries.ts'

/**
 * Reads the reason of a failure from what the carrier said. A mail server's enhanced status code (RFC 3463) decides;
 * without one its words do, because the same basic code is used for an unknown mailbox and for a blocked sender.
 */
export function failureReason(
  channel: ChannelName,
  { code, words }: { code: string | null; words: string },
): FailureReason {
  if (channel === 'webhook') return 'other'
  return channel === 'mail' ? reasonOfMail(words) : reasonOfText(code)
}

/** '5.1.1', but no part of an IP address or of a longer number. */
const enhanced = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)/g

function reasonOfMail(words: string): FailureReason {
  // Some servers send 5.0.0 as the status of a report and the real code in the words after it.
  const found = [...words.matchAll(enhanced)].map(([, kind, subject, detail]) => ({
    isTemporary: kind === '4',
    code: `${Number(subject)}.${Number(detail)}`,
  }))
  const status = found.find(({ code }) => code !== '0.0')
  const said = status && reasonOfStatus(status.code, status.isTemporary)
  if (said !== undefined && said !== 'other') return said
  return wordings.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
}

function reasonOfStatus(status: string, isTemporary: boolean): FailureReason {
  const [subject] = status.split('.')
  // 1.7 and 1.8 are about the sender's address, not the recipient's.
  if (status === '1.7' || status === '1.8') return 'sender_refused'
  // "Could not be verified now" says nothing of the address, even if it is said for a whole day.
  if (subject === '1') return isTemporary ? 'unreachable' : 'unknown_address'
  if (status === '2.2') return 'mailbox_full'
  if (status === '2.1') return 'mailbox_disabled'
  if (status === '2.3' || status === '3.4') return 'too_large'
  if (subject === '3' || subject === '4') return 'unreachable'
  if (subject === '6') return 'content'
  if (subject === '7') return 'policy'
  return 'other'
}

/** In this order: a text that names a policy may also contain words such as "mailbox". */
const wordings: [FailureReason, RegExp][] = [
  ['mailbox_full', /(mailbox|inbox|account|user|recipient)\b.{0,40}\b(is )?full|over ?-?quota|quota (is )?exceeded/i],
  ['content', /\bvirus|malware|\bcontent (is )?(rejected|refused|not accepted)|attachment type/i],
  ['policy', /\bspam|black ?list|block ?list|\bblocked|\bpolic(y|ies)\b|\bspf\b|\bdkim\b|\bdmarc\b|reputation/i],
  ['policy', /gr[ae]y ?list|rate limit|too many (messages|connections)|access denied|relay(ing)? (access )?denied/i],
  ['unknown_address', /no such (user|mailbox|recipient|person|address|account)|no mailbox here/i],
  [
    'unknown_address',
    /\b(unknown|invalid) (user|mailbox|recipient|address|account)|(user|mailbox|recipient|address|account) (is )?unknown/i,
  ],
  ['unknown_address', /(user|mailbox|recipient|address|account)\b.{0,60}\b(not found|does ?n.t exist|does not exist)/i],
  ['too_large', /message (size )?(is )?too (large|big)|exceeds (the )?(maximum|fixed) (message )?size/i],
  ['unreachable', /timed? ?out|ECONN|ENOTFOUND|EAI_AGAIN|connection|greeting|service (is )?(un|not )available/i],
]

const codes: Partial<Record<FailureReason, string>> = {
  unknown_address: '21211 21214 21217 30005',
  unsubscribed: '21610',
  phone_off: '30003 30036',
  policy: '30004',
  not_mobile: '21614 21635 30006',
  filtered: '30007 30038 30039',
  region: '21408 21612 30018',
  sender_not_registered: '21601 21606 30024 30032 30033 30034 30035',
  picture: '12300 21620 21623 30011 30019',
  busy: '20429 21611 30001 30022 30023 30026 30027 30410',
  account: '20003 30002 30010 30044',
}
const meanings = new Map(
  Object.entries(codes).flatMap(([reason, list]) =>
    list.split(' ').map((code) => [code, reason as FailureReason] as const),
  ),
)

/** The error codes of Twilio's documentation for messages. */
const reasonOfText = (code: string | null): FailureReason => meanings.get(code ?? '') ?? 'other'
