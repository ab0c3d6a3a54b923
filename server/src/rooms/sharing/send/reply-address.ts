import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../core/config.ts'

/**
 * The address to which a customer replies: it names the conversation, and its signature keeps strangers from writing
 * into it. The mail provider passes mails for it to the hook of inbound mail.
 */

type Settings = Pick<Config, 'replies' | 'linkSecret'>

const sign = (secret: string, reference: string): string =>
  createHmac('sha256', secret).update(`reply address\n${reference}`).digest('hex').slice(0, 20)

/** Returns 'reply+31.7.<signature>@reply.shop.example'; undefined if no inbound mail is configured. */
export function replyAddress({ replies, linkSecret }: Settings, webSiteId: number, customerId: number) {
  if (!replies || customerId === 0) return undefined
  const reference = `${webSiteId}.${customerId}`
  return `reply+${reference}.${sign(linkSecret, reference)}@${replies.domain}`
}

/** Reads a reply address in any case; undefined for every other address. */
export function readReplyAddress(
  { replies, linkSecret }: Settings,
  address: string,
): { webSiteId: number; customerId: number } | undefined {
  const [, site, customer, signature, domain] =
    /^reply\+(\d{1,10})\.(\d{1,10})\.([0-9a-f]{20})@([^@]+)$/.exec(address.trim().toLowerCase()) ?? []
  if (!replies || !site || !customer || !signature || domain !== replies.domain) return undefined
  const right = Buffer.from(sign(linkSecret, `${site}.${customer}`))
  if (!timingSafeEqual(right, Buffer.from(signature))) return undefined
  return { webSiteId: Number(site), customerId: Number(customer) }
}
