import type { FastifyRequest } from 'fastify'

/** What the faces read of requests: JSON of any form, and forms. */

export type Body = Record<string, unknown>

/** Returns the value at a path such as 'Payment.TotalAmount'; undefined if there is none. */
export function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Body)[name] : undefined),
      body,
    )
}

/** Returns the text at a path; undefined for anything else. */
export function textAt(body: unknown, path: string): string | undefined {
  const value = valueAt(body, path)
  return typeof value === 'string' ? value : undefined
}

/** Returns the body as it was sent: the gateway parses none itself. */
export const rawOf = ({ body }: Pick<FastifyRequest, 'body'>): string => (typeof body === 'string' ? body : '')

/** Returns the fields of a form. */
export const formIn = (request: FastifyRequest): URLSearchParams => new URLSearchParams(rawOf(request))

/** Returns parsed JSON; undefined for anything else. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
