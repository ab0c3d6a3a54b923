import { twilioSignature } from '../../../twilio.signature.ts'
import { randomText } from '../engine.ts'
import type { Parts } from '../gateway.ts'
import type { NumberEntry } from '../ledger.ts'

/** The telephones of customers: they write to the numbers that the gateway sold and call them, as the carrier reports it. */

type Needs = Pick<Parts, 'ledger' | 'secrets' | 'portal'>

export interface FromCustomer {
  /** E.164. */
  from: string
  to: string
  /** The words of a text message; null for a call. */
  body: string | null
}

/** What the portal says; null if it did not answer. */
export interface Answer {
  status: number | null
  text: string
}

/** Returns the numbers that were ever sold, each once, the newest first. Those that went back can be written to as well. */
export function soldNumbers({ ledger }: Pick<Parts, 'ledger'>): { phoneNumber: string; isReleased: boolean }[] {
  const sold = ledger.lines.flatMap((line) => (line.kind === 'number' ? [line.phoneNumber] : []))
  const owned = new Set([...ledger.numbers.values()].map(({ phoneNumber }) => phoneNumber))
  return [...new Set(sold.toReversed())].map((phoneNumber) => ({ phoneNumber, isReleased: !owned.has(phoneNumber) }))
}

/** Writes to a number or calls it: asks the address that was given for it, signed. The ledger keeps what the portal says. */
export async function contact(parts: Needs, given: FromCustomer): Promise<Answer> {
  const { from, to, body } = given
  const answer =
    body === null
      ? await post(parts, to, 'voice', { CallSid: newSid('CA'), From: from, To: to, CallStatus: 'ringing' })
      : await post(parts, to, 'inbound', { MessageSid: newSid('SM'), From: from, To: to, Body: body, NumMedia: '0' })
  parts.ledger.record({ kind: 'contact', id: newSid('CT'), ...given, ...answer })
  return answer
}

const newSid = (prefix: string) => prefix + randomText('0123456789abcdef', 32)

async function post(
  { ledger, secrets, portal }: Needs,
  to: string,
  kind: 'voice' | 'inbound',
  about: Record<string, string>,
): Promise<Answer> {
  // A number that went back keeps its address, for a message that the carrier delivers late.
  const number = ledger.lines.findLast((line): line is typeof line & NumberEntry => {
    return line.kind === 'number' && line.phoneNumber === to
  })
  const given = kind === 'voice' ? number?.voiceUrl : number?.smsUrl
  // The portal of a demo has no public address to give.
  const url = given ?? (portal() === null ? null : `${portal()}/hooks/twilio/${kind}`)
  if (!number || url === null) return { status: null, text: '' }
  const { account_sid: AccountSid, auth_token } = secrets.twilio
  const fields = { AccountSid, ...about }
  const signature = twilioSignature(
    auth_token,
    url,
    new Map(Object.entries(fields).map(([name, value]) => [name, [value]])),
  )
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    return { status: null, text: '' }
  }
}
