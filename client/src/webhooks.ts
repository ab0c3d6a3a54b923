import type { WebhookEvent } from './types.ts'

/** A request to your webhook that the portal did not send, or that is too old. */
export class WebhookNotGenuine extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'WebhookNotGenuine'
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Seconds by which the clocks may differ. */
const tolerance = 300

/**
 * Returns the event of a webhook after checking its signature. `body` is the text of the request exactly as it arrived,
 * `secret` the signing key of the webhook. Throws WebhookNotGenuine otherwise. Store `id` (the header webhook-id) with what
 * you do: an event can arrive more than once.
 */
export async function verifyWebhook(
  { headers, body }: { headers: Headers; body: string },
  secret: string,
  now = new Date(),
): Promise<WebhookEvent & { id: string }> {
  const header = (name: string) => [headers[name]].flat()[0] ?? ''
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!id || !(age <= tolerance)) throw new WebhookNotGenuine('the timestamp is missing or too old')
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret.replace(/^whsec_/, '')), algorithm, false, ['verify'])
  for (const part of header('webhook-signature').split(' ')) {
    const [version, signature] = part.split(',')
    if (version !== 'v1' || !/^[A-Za-z0-9+/]+=*$/.test(signature ?? '')) continue
    if (await crypto.subtle.verify('HMAC', key, bytes(signature!), signed))
      return { ...(JSON.parse(body) as WebhookEvent), id }
  }
  throw new WebhookNotGenuine('the signature does not match')
}
