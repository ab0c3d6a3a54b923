import { z } from 'zod'
import { ForgedHook, type RawHook } from '../../payments.ts'
import { headerOf, hmac, isSame, jsonOf } from '../hooks.ts'

/**
 * CyberSource's webhooks carry `v-c-signature: t=<ms>;keyId=<id>;sig=<base64>`. The signature is an HMAC over the time
 * and the payload. The description signs the JSON of `payload`; other accounts sign the raw body, so both are accepted:
 * each needs the key.
 */

const Event = z.object({
  webhookId: z.string().optional(),
  notificationId: z.string().optional(),
  eventType: z.string().min(1).max(200),
  payload: z.unknown(),
})
const oldest = 5 * 60_000

const Objects = z.object({
  clientReferenceInformation: z.object({ code: z.string().optional() }).optional(),
  data: z.object({ clientReferenceInformation: z.object({ code: z.string().optional() }).optional() }).optional(),
})

/** Verifies an event. Throws ForgedHook. */
export function readEvent(
  { headers, body, now }: RawHook,
  key: { keyId: string; secret: string } | null,
): { eventId: string; kind: string; references: string[] } {
  if (!key) throw new ForgedHook('this account has no key for webhooks')
  const header = headerOf(headers, 'v-c-signature')
  const parts = Object.fromEntries(
    header.split(';').map((pair) => {
      const [name = '', ...value] = pair.trim().split('=')
      return [name, value.join('=')] as const
    }),
  )
  const { t = '', keyId = '', sig = '' } = parts
  if (keyId !== key.keyId) throw new ForgedHook('the signature is of another key')
  if (!/^\d{13}$/.test(t) || Math.abs(now.getTime() - Number(t)) > oldest) throw new ForgedHook('the event is too old')
  const event = Event.safeParse(jsonOf(body))
  if (!event.success) throw new ForgedHook('the event has no known form')
  const secret = Buffer.from(key.secret, 'base64')
  const signed = [`${t}.${JSON.stringify(event.data.payload)}`, `${t}.${body.toString('utf8')}`]
  if (!signed.some((text) => isSame(hmac(secret, text), sig))) throw new ForgedHook('the signature is wrong')
  const found = Objects.safeParse(event.data.payload)
  const code = found.data?.data?.clientReferenceInformation?.code ?? found.data?.clientReferenceInformation?.code
  return {
    eventId: event.data.notificationId ?? event.data.webhookId ?? sig,
    kind: event.data.eventType,
    references: code === undefined ? [] : [code],
  }
}
