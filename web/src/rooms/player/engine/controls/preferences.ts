import { setLocal, getLocal } from '../../../../core/local-storage.ts'

/** What a person switched on or off, kept on this device: captions are a need, not a whim of one film. */
export interface PlayerPreferences {
  labels: boolean
  captions: boolean
  /** Letters and figures work as shortcuts. */
  keys: boolean
  /** Speed of narrated and interactive films. */
  rate: number
}

/** The speeds that can be chosen. */
export const rates = [1, 1.5, 2] as const

const key = 'film_choices'

/** Unknown and unreadable entries are as at first. */
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
