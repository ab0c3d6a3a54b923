import { vvconsolelog } from '@cutaway/contract/rooms/sites/contact.ts'
import { send } from './api.ts'

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
    url: url.slice(0, 500),
    message: `${message} [${where.reference}]`.slice(0, 1000),
    type: where.type.slice(0, 100),
    caller_line: (stack ?? '').slice(0, 3000),
    user_agent: where.userAgent.slice(0, 300),
    ...(cause instanceof Error ? { cause: cause.message.slice(0, 500) } : {}),
  }
}

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

/**
 * Uncaught errors are reported. Rejected promises that nobody waited for are silenced, as specified: what a person needs
 * to know of a failed call is said where it was made.
 */
export function watchErrors(): void {
  addEventListener('error', (event) => {
    // A picture or script that did not load is an event without an error.
    if (event.error !== undefined && event.error !== null) reportError(event.error, 'error')
  })
  addEventListener('unhandledrejection', (event) => event.preventDefault())
}
