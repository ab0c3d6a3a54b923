import { useSyncExternalStore } from 'react'
import { setLocal, getLocal } from './local-storage.ts'

/** Small values that outlive the page in local storage. The keys are those of earlier versions of the portal. */

export interface Preference<T extends string | number> {
  get: () => T | null
  set: (value: T) => void
  /** Subscribes to changes in this tab and in others. */
  use: () => T | null
}

export function stored<T extends string | number>(key: string, read: (text: string) => T | null): Preference<T> {
  const listeners = new Set<() => void>()
  const get = () => {
    const text = getLocal(key)
    return text === null ? null : read(text)
  }
  const set = (value: T) => {
    setLocal(key, String(value))
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }
  return { get, set, use: () => useSyncExternalStore(subscribe, get) }
}

const id = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : null)

export const storedLanguageId = stored('selected_language_id', id)
export const storedLanguageCode = stored('language_code', (text) => text)
export const storedBrandId = stored('brand_id', id)
/** The visitor's answer to the consent question about visit counting. */
export const storedConsent = stored('analytics_consent', (text) =>
  text === 'allowed' || text === 'refused' ? text : null,
)
/** The channel of the last send from this device. */
export const storedShareChannel = stored('share_channel', (text) =>
  text === 'email' || text === 'sms' || text === 'websitePromotion' ? text : null,
)
export const storedVideoType = stored('video_type', (text) =>
  text === 'narrated' || text === 'interactive' ? text : null,
)
