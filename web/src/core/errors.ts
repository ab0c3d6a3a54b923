import { vvconsolelog } from '@cutaway/contract/rooms/sites/contact.ts'
import { CallFailed, send } from './api.ts'

/** Errors of the browser go to the server's log. Each only once, few in all: a loop must not flood it. */

const mostReports = 10
const seen = new Set<string>()

/** A short name by which a person can quote an error: 7F3A-21C. */
export function newReference(): string {
  const hex = crypto.randomUUID().replaceAll('-', '').toUpperCase()
  return `${hex.slice(0, 4)}-${hex.slice(4, 7)}`
}

const references = new WeakMap<object, string>()

/** The reference of an error: the same for the log and for whoever is shown it. */
export function referenceOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return newReference()
  const reference = references.get(error) ?? newReference()
  references.set(error, reference)
  return reference
}

/** The fields of a report, cut to what the log takes. Query strings are left out: they may hold tokens. */
export function reportOf(error: unknown, where: { type: string; url: string; userAgent: string; reference: string }) {
  const { message, stack, cause } =
    error instanceof Error ? error : { message: String(error), stack: undefined, cause: undefined }
  const url = where.url.split(/[?#]/, 1)[0] ?? ''
  return {
    url: cut(url, 500),
    message: cut(`${message} [${where.reference}]`, 1000),
    type: cut(where.type, 100),
    caller_line: cut(stack ?? '', 3000),
    user_agent: cut(where.userAgent, 300),
    ...(cause instanceof Error ? { cause: cut(cause.message, 500) } : {}),
  }
}

/** The server refuses NUL and half of a surrogate pair, which a cut can leave. */
const cut = (text: string, most: number) => text.replaceAll('\0', '').slice(0, most).toWellFormed()

async function post(body: ReturnType<typeof reportOf>): Promise<void> {
  try {
    await send(vvconsolelog, { body })
  } catch {
    // The log cannot be reached: there is nobody left to tell.
  }
}

/** Sends an error to the log and answers its reference. Never throws. */
export function reportError(error: unknown, type: string): string {
  const reference = referenceOf(error)
  const report = reportOf(error, { type, url: location.href, userAgent: navigator.userAgent, reference })
  const sameness = report.message.replace(reference, '') + report.caller_line
  if (!seen.has(sameness) && seen.size < mostReports) {
    seen.add(sameness)
    void post(report)
  }
  return reference
}

/** Refusals and failed connections are part of every day; the place that made the call tells the person. */
const isExpected = (reason: unknown) =>
  reason instanceof CallFailed || (reason instanceof DOMException && reason.name === 'AbortError')

/**
 * Reports uncaught errors and rejected promises that nothing handles. The console stays silent about the rejections, as
 * specified.
 */
export function watchErrors(): void {
  addEventListener('error', (event) => {
    // A picture or script that did not load is an event without an error.
    if (event.error !== undefined && event.error !== null) reportError(event.error, 'error')
  })
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    if (!isExpected(event.reason)) reportError(event.reason, 'unhandledrejection')
  })
}
