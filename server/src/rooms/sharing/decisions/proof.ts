import { createHmac, createHash, timingSafeEqual } from 'node:crypto'

/** The proof that a request comes from a landing page that the server rendered for the link. */

interface Page {
  secret: string
  webSiteId: number
  token: string
}

export const proofOf = ({ secret, webSiteId, token }: Page): string =>
  createHmac('sha256', secret).update(`landing page\n${webSiteId}\n${token}`).digest('base64url').slice(0, 22)

export function isProofOf(page: Page, given: string | undefined): boolean {
  const [right, said] = [Buffer.from(proofOf(page)), Buffer.from(given ?? '')]
  return right.length === said.length && timingSafeEqual(right, said)
}

/** Returns the visit of a visitor on a day, as a UUID, so that repeated requests without a visit id count once. */
export function visitOfDay(link: { link_id: number }, visitor: { ip: string; userAgent: string }, now: Date): string {
  const day = now.toISOString().slice(0, 10)
  const hex = createHash('sha256').update([link.link_id, visitor.ip, visitor.userAgent, day].join('\n')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
