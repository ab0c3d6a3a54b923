import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs the URL of the unsubscribe page in mail, so that a person cannot unsubscribe another one. */

interface Unsubscribing {
  secret: string
  webSiteId: number
  address: string
}

export function signatureOf({ secret, webSiteId, address }: Unsubscribing): string {
  const subject = `unsubscribe\n${webSiteId}\n${address.trim().toLowerCase()}`
  return createHmac('sha256', secret).update(subject).digest('base64url')
}

export function isSignedBy(given: Unsubscribing, signature: string): boolean {
  const [right, said] = [Buffer.from(signatureOf(given)), Buffer.from(signature)]
  return right.length === said.length && timingSafeEqual(right, said)
}

/** 'https://host/unsubscribe_email?to=…&wsid=…&lid=…&sig=…' */
export function unsubscribeUrl(given: Unsubscribing & { origin: string; languageId: number }): string {
  const query = new URLSearchParams({
    to: given.address,
    wsid: String(given.webSiteId),
    lid: String(given.languageId),
    sig: signatureOf(given),
  })
  return `${given.origin}/unsubscribe_email?${query.toString()}`
}
