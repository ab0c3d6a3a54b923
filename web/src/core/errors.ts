import { vvconsolelog } from '@cutaway/contract/rooms/sites/contact.ts'
import { CallFailed, send } from './api.ts'

/**
 * Reports browser errors to the server's log. Each error is sent once and the total is limited, so that a loop cannot
 * flood the log.
 */

const mostReports = 10
const seen = new Set<string>()

/** Returns a short reference with which a user can quote an error: 7F3A-21C. */
export function newReference(): string {
  const hex = Math.random().toString(16).slice(2, 9).padEnd(7, '0').toUpperCase()
  return `${hex.slice(0, 4)}-${hex.slice(4)}`
}

const references = new WeakMap<object, string>()

/** Returns the reference of an error: the same in the log and on the screen. */
export function referenceOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return newReference()
  const reference = references.get(error) ?? newReference()
  references.set(error, reference)
  return reference
}

/**
 * Returns the fields of a report, truncated to the log's limits. Query strings are removed because they may hold
 * tokens.
 */
export function reportOf(error: unknown, where: { type: string; url: string; browser: Browser; reference: string }) {
  const { message, stack, cause } =
    error instanceof Error ? error : { message: String(error), stack: undefined, cause: undefined }
  const url = where.url.split(/[?#]/, 1)[0] ?? ''
  return {
    url: cut(url, 500),
    message: cut(`${message} [${where.reference}]`, 1000),
    type: cut(where.type, 100),
    caller_line: cut(stack ?? '', 3000),
    user_agent: cut(where.browser.userAgent, 300),
    browser_name: cut(browserName(where.browser.userAgent), 100),
    platform: cut(where.browser.platform, 100),
    cause: cut(causeOf(cause), 500),
  }
}

type Browser = Pick<Navigator, 'userAgent' | 'platform'>

const causeOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : ''

/** Names of browsers and their sign in the user agent. Most contain the signs of those below them. */
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
]

/** Returns the name and the main version of a browser: "Firefox 132"; empty if it is unknown. */
export function browserName(userAgent: string): string {
  for (const [name, sign] of browsers) {
    const version = sign.exec(userAgent)?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  return ''
}

/** Replaces NUL and lone surrogates, which truncation can leave: the server refuses both. */
const cut = (text: string, most: number) => text.replaceAll('\0', '').slice(0, most).toWellFormed()

/** Returns whether the log has the report. */
async function post(body: ReturnType<typeof reportOf>): Promise<boolean> {
  try {
    return (await send(vvconsolelog, { body })).status === 1
  } catch {
    // The log cannot be reached, so the error cannot be reported.
    return false
  }
}

const reports = new Map<string, Promise<boolean>>()

/** Reports an error that a page shows, unless it was reported before, and returns whether the log has it. */
export async function whenReported(error: unknown): Promise<boolean> {
  return (await reports.get(reportError(error, 'render'))) ?? false
}

/** Sends an error to the log and returns its reference. Never throws. */
export function reportError(error: unknown, type: string): string {
  const reference = referenceOf(error)
  const report = reportOf(error, { type, url: location.href, browser: navigator, reference })
  const sameness = report.message.replace(reference, '') + report.caller_line
  if (!seen.has(sameness) && seen.size < mostReports) {
    seen.add(sameness)
    reports.set(reference, post(report))
  }
  return reference
}

/** Refusals and failed connections are expected; the caller shows them to the user. */
const isExpected = (reason: unknown) =>
  reason instanceof CallFailed || (reason instanceof DOMException && reason.name === 'AbortError')

/**
 * Reports uncaught errors and unhandled promise rejections. As specified, it suppresses the console message of
 * rejections.
 */
export function watchErrors(): void {
  addEventListener('error', (event) => {
    // A picture or script that fails to load raises an event without an error.
    if (event.error !== undefined && event.error !== null) reportError(event.error, 'error')
  })
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    if (!isExpected(event.reason)) reportError(event.reason, 'unhandledrejection')
  })
}
