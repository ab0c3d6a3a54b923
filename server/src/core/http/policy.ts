import type { FastifyReply } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'

/** What a page may add to the content security policy of a reply (core/http/http.ts). */

/** Returns the policy source for a script or style element with this text. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Adds sources to directives of the reply's policy. */
export function widenPolicy(reply: FastifyReply, sources: Readonly<Record<string, readonly string[]>>): void {
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy !== 'string') return
  const widened = policy.split(';').map((directive) => {
    const [name = ''] = directive.trim().split(' ', 1)
    const more = Object.hasOwn(sources, name) ? sources[name]! : []
    return [directive, ...more].join(' ')
  })
  reply.header('content-security-policy', widened.join(';'))
}

/** Allows style elements with exactly these texts in the page of this reply. */
export const allowStyles = (reply: FastifyReply, ...styles: string[]): void =>
  widenPolicy(reply, { 'style-src-elem': styles.map(hashSource) })

/** Returns a new nonce that style elements in the page of this reply may carry. The page must not be stored. */
export function styleNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  widenPolicy(reply, { 'style-src-elem': [`'nonce-${nonce}'`] })
  return nonce
}
