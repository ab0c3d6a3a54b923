import { z } from 'zod'
import { isOptOut } from './twilio.ts'

/** Parses the webhooks of Twilio: status reports, and messages from people. The caller has checked the signature. */

type Fields = Record<string, string | undefined>

export interface StatusReport {
  /** Twilio's id of the message. */
  reference: string
  state: 'sent' | 'delivered' | 'failed'
  /** For `failed`: Twilio never sent it, or it did not arrive. */
  failure: 'rejected' | 'undelivered' | null
  code: string | null
  optOut: boolean
}

export interface InboundText {
  from: string
  to: string
  body: string
  /** Twilio's id of the message, which it may deliver twice. */
  reference: string | null
  /** Set if Twilio itself handles the keyword and has already replied. */
  handled: 'stop' | 'start' | 'help' | null
}

const Status = z.object({
  MessageSid: z.string().min(1).max(64),
  MessageStatus: z.string(),
  ErrorCode: z.string().optional(),
})
const number = z.string().regex(/^\+?\d{3,15}$/)
const Inbound = z.object({
  From: number,
  To: number,
  Body: z.string().max(2000).default(''),
  MessageSid: z.string().min(1).max(64).optional().catch(undefined),
  OptOutType: z.enum(['STOP', 'START', 'HELP']).optional().catch(undefined),
})

const states: Record<string, Pick<StatusReport, 'state' | 'failure'>> = {
  accepted: { state: 'sent', failure: null },
  scheduled: { state: 'sent', failure: null },
  queued: { state: 'sent', failure: null },
  sending: { state: 'sent', failure: null },
  sent: { state: 'sent', failure: null },
  delivered: { state: 'delivered', failure: null },
  read: { state: 'delivered', failure: null },
  undelivered: { state: 'failed', failure: 'undelivered' },
  failed: { state: 'failed', failure: 'rejected' },
  canceled: { state: 'failed', failure: 'rejected' },
}

/** Returns a report; undefined for fields of another form and for unknown states. */
export function readStatus(fields: Fields): StatusReport | undefined {
  const { success, data } = Status.safeParse(fields)
  const known = success ? states[data.MessageStatus.toLowerCase()] : undefined
  if (!data || !known) return undefined
  const code = data.ErrorCode && data.ErrorCode !== '0' ? data.ErrorCode.slice(0, 20) : null
  return { reference: data.MessageSid, ...known, code, optOut: isOptOut(code) }
}

/** Returns a message from a person; undefined for fields of another form. */
export function readInbound(fields: Fields): InboundText | undefined {
  const { success, data } = Inbound.safeParse(fields)
  if (!success) return undefined
  const handled = data.OptOutType?.toLowerCase() as 'stop' | 'start' | 'help' | undefined
  return { from: data.From, to: data.To, body: data.Body, reference: data.MessageSid ?? null, handled: handled ?? null }
}

/** Returns a reply in Twilio's own markup. Without words, Twilio sends no message. */
export const twiml = (words: string | undefined): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${words === undefined ? '' : `<Message>${escaped(words)}</Message>`}</Response>`

/** What happens to a call: it is refused, or a text is spoken and it rings at another telephone. */
export type CallAnswer = { kind: 'reject' } | { kind: 'answer'; words: string; tag: string; forwardTo: string }

/** The voices of languages that Twilio's standard voices do not speak. */
const voices: Readonly<Record<string, string>> = {
  'he-IL': 'Google.he-IL-Standard-A',
  'th-TH': 'Google.th-TH-Standard-A',
}

/** Returns the answer to a call in Twilio's own markup. */
export function voiceTwiml(answer: CallAnswer): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>'
  if (answer.kind === 'reject') return `${head}<Response><Reject/></Response>`
  const { words, tag, forwardTo } = answer
  const voice = voices[tag] ? ` voice="${voices[tag]}"` : ''
  const say = words === '' ? '' : `<Say language="${escaped(tag)}"${voice}>${escaped(words)}</Say>`
  const next = forwardTo === '' ? '<Hangup/>' : `<Dial timeout="25">${escaped(forwardTo)}</Dial>`
  return `${head}<Response>${say}${next}</Response>`
}

const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
