import { setLocal, getLocal } from '../../../../core/local-storage.ts'

/** The player's preferences, stored on this device, because a user who needs captions needs them in every film. */
export interface PlayerPreferences {
  labels: boolean
  captions: boolean
  /** Whether letters and digits work as shortcuts. */
  keys: boolean
  /** Playback speed of narrated and interactive films. */
  rate: number
}

/** The available speeds. */
export const rates = [1, 1.5, 2] as const

const key = 'film_choices'

/** Returns the stored preferences. Unknown and invalid entries use the default. */
export function readPreferences(text: string | null): PlayerPreferences {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? 'null')
  } catch {
    kept = null
  }
  const off = (name: string) =>
    typeof kept === 'object' && kept !== null && name in kept && Reflect.get(kept, name) === false
  const rate: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'rate') : undefined
  return {
    labels: !off('labels'),
    captions: !off('captions'),
    keys: !off('keys'),
    rate: rates.find((known) => known === rate) ?? 1,
  }
}

export const storedPreferences = (): PlayerPreferences => readPreferences(getLocal(key))

export function storePreferences(choices: PlayerPreferences): PlayerPreferences {
  setLocal(key, JSON.stringify(choices))
  return choices
}
