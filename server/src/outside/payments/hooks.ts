import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ForgedHook } from '../payments.ts'

/** What the webhooks of all providers have in common. */

/** Returns a header of a webhook. Throws ForgedHook if it is missing. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') throw new ForgedHook(`the header ${name} is missing`)
  return value
}

/** Returns the JSON of a webhook's body. Throws ForgedHook for anything else. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new ForgedHook('the body is not JSON')
  }
}

export const hmac = (key: Buffer, text: string | Buffer): string =>
  createHmac('sha256', key).update(text).digest('base64')

/** Compares two texts in a time that depends on neither. */
export function isSame(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}
