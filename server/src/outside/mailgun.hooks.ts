import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Reads the webhook of inbound mail in the form of Mailgun's routes: a form whose `signature` is the HMAC of
 * `timestamp` and `token`. Other providers and mail servers can post the same fields.
 */

export interface InboundMail {
  /** The address to which the mail was sent. */
  recipient: string
  /** The address in From, else the envelope sender. */
  from: string
  subject: string
  /** The new text, without quotations as far as they are recognised. */
  text: string
  messageId: string | null
  /** A machine wrote it: an absence notice, a list, a bounce. */
  isAutomatic: boolean
}

/** Older requests may be replayed ones. */
const validFor = 15 * 60

export const inboundMailSignature = (key: string, timestamp: string, token: string): string =>
  createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')

/** Returns whether the form is signed with the key and recent. */
export function isSignedMail(form: FormData, key: string, now: Date): boolean {
  const [timestamp, token, given] = ['timestamp', 'token', 'signature'].map((name) => textIn(form, name))
  if (!timestamp || !token || !given || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > validFor) return false
  const right = Buffer.from(inboundMailSignature(key, timestamp, token))
  const bytes = Buffer.from(given)
  return bytes.length === right.length && timingSafeEqual(bytes, right)
}

/** Returns the mail of a form; undefined for a form without recipient or sender. */
export function readInboundMail(form: FormData): InboundMail | undefined {
  const recipient = textIn(form, 'recipient')
  const from = addressIn(textIn(form, 'from')) || textIn(form, 'sender')
  if (!recipient || !from) return undefined
  const stripped = textIn(form, 'stripped-text')
  return {
    recipient,
    from,
    subject: textIn(form, 'subject'),
    text: stripped || withoutQuotation(textIn(form, 'body-plain')),
    messageId: textIn(form, 'Message-Id') || null,
    isAutomatic: isAutomatic(headersIn(form), textIn(form, 'sender')),
  }
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** 'Marcus <marcus@mailbox.example>' -> 'marcus@mailbox.example' */
const addressIn = (from: string): string => (/<([^<>\s]+@[^<>\s]+)>/.exec(from)?.[1] ?? from).trim()

/** The headers as Mailgun posts them: a JSON list of pairs. */
function headersIn(form: FormData): Map<string, string> {
  try {
    const pairs = JSON.parse(textIn(form, 'message-headers') || '[]') as unknown
    const isPair = (pair: unknown): pair is [string, string] =>
      Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string'
    return new Map((Array.isArray(pairs) ? pairs : []).filter(isPair).map(([name, v]) => [name.toLowerCase(), v]))
  } catch {
    return new Map()
  }
}

function isAutomatic(headers: Map<string, string>, envelopeSender: string): boolean {
  const submitted = headers.get('auto-submitted')?.trim().toLowerCase()
  if (submitted && submitted !== 'no') return true
  if (/bulk|junk|list|auto_reply/i.test(headers.get('precedence') ?? '')) return true
  if (headers.has('x-autoreply') || headers.has('x-autorespond') || headers.has('list-id')) return true
  return /^(mailer-daemon|postmaster)@/i.test(envelopeSender) || headers.get('return-path')?.trim() === '<>'
}

/** Cuts the quotation of the mail that is answered, as far as common mail programs mark it. */
function withoutQuotation(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const starts = lines.findIndex(
    (line, i) =>
      /^\s*(-{2,}\s*(original message|forwarded)|_{10,}|from:\s.+@)/i.test(line) ||
      (/^\s*>/.test(line) && lines.slice(i).every((later) => /^\s*(>|$)/.test(later))) ||
      /^.{5,200}(wrote|escribió|écrit|כתב\/?ה?|写道|เขียนว่า)\s*[:：]\s*$/i.test(line),
  )
  return (starts > 0 ? lines.slice(0, starts) : lines).join('\n').trim()
}
