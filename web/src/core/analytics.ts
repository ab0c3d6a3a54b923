import { useSyncExternalStore } from 'react'
import { boot } from './boot.ts'
import { storedConsent } from './preferences.ts'

/**
 * Counts visits, on sites that count and for visitors who consent. Nothing of the service is loaded, stored or sent
 * before consent; withdrawing consent stops the counting. No other module talks to the service.
 */

type Values = Record<string, string>
interface Counter extends Window {
  dataLayer?: unknown[]
  [disabled: `ga-disable-${string}`]: boolean
}
const counter = window as unknown as Counter
let loaded = false

/** The service requires the `arguments` object of a call, not an array. */
function say(..._words: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params -- see above
  counter.dataLayer?.push(arguments)
}

const allowed = () => boot.analytics !== null && storedConsent.get() === 'allowed'

function load({ id, script }: { id: string; script: string }): void {
  loaded = true
  counter.dataLayer ??= []
  say('js', new Date())
  say('config', id, { send_page_view: false, anonymize_ip: true, allow_google_signals: false })
  const element = document.createElement('script')
  element.async = true
  element.src = `${script}?id=${encodeURIComponent(id)}`
  document.head.append(element)
}

function count(event: string, values: Values): void {
  if (!boot.analytics || !allowed()) return
  if (!loaded) load(boot.analytics)
  say('event', event, values)
}

/** Counts a page view. `path` must not contain personal data (see countedPath). */
export const countPage = (path: string): void =>
  count('page_view', { page_path: path, page_location: `${location.origin}${path}` })

export const countFilm = (partId: string): void => count('film_play', { part_id: partId })

/** Stores the visitor's answer on this device. */
export function decide(answer: 'allowed' | 'refused'): void {
  storedConsent.set(answer)
  if (boot.analytics) counter[`ga-disable-${boot.analytics.id}`] = answer === 'refused'
  if (answer === 'refused') forgetCookies()
  ask(false)
}

/** Deletes what the service has stored on this device. */
function forgetCookies(): void {
  const hosts = location.hostname.split('.').map((_, i, parts) => parts.slice(i).join('.'))
  for (const name of document.cookie.split('; ').map((cookie) => cookie.split('=')[0] ?? ''))
    if (name.startsWith('_ga'))
      for (const domain of ['', ...hosts.map((host) => `;domain=${host}`)])
        document.cookie = `${name}=;path=/;max-age=0${domain}`
}

let asking = false
const listeners = new Set<() => void>()
/** Shows or hides the consent question. */
export function ask(wanted = true): void {
  asking = wanted
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the consent question is visible: until it is answered, and after a request to see it again. */
export function useAsking(): boolean {
  const answered = storedConsent.use() !== null
  return useSyncExternalStore(subscribe, () => asking) || !answered
}
