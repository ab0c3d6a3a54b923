/** Maps keys to player actions. Pure; `useKeys.ts` listens. */

export type KeyAct =
  | { act: 'toggle' | 'mute' | 'captions' | 'labels' | 'fullscreen' | 'help' | 'again' | 'next' }
  | { act: 'seek'; by: number }
  | { act: 'volume'; by: number }
  | { act: 'step'; number: number }

/** Seconds of a jump by key or button. */
export const forwardBy = 5
export const backBy = 2.3
export const volumeStep = 0.05

export interface Pressed {
  key: string
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
  repeat: boolean
}

const acts: Record<string, KeyAct> = {
  ' ': { act: 'toggle' },
  ArrowRight: { act: 'seek', by: forwardBy },
  ArrowLeft: { act: 'seek', by: -backBy },
  ArrowUp: { act: 'volume', by: volumeStep },
  ArrowDown: { act: 'volume', by: -volumeStep },
  m: { act: 'mute' },
  c: { act: 'captions' },
  l: { act: 'labels' },
  f: { act: 'fullscreen' },
  r: { act: 'again' },
  n: { act: 'next' },
  '?': { act: 'help' },
}

/** Returns the action of a key. Jumps and volume repeat while the key is held, toggles do not. */
export function actOf({ key, ctrlKey, altKey, metaKey, repeat }: Pressed): KeyAct | null {
  if (ctrlKey || altKey || metaKey) return null
  const name = key.length === 1 ? key.toLowerCase() : key
  const found: KeyAct | undefined = /^[1-9]$/.test(name) ? { act: 'step', number: Number(name) } : acts[name]
  if (!found || (repeat && found.act !== 'seek' && found.act !== 'volume')) return null
  return found
}

/** Up and down scroll the page, so they change the volume only if the film or its controls have the focus. */
export const needsFilmFocus = ({ act }: KeyAct): boolean => act === 'volume'

/**
 * Whether a key types a character. Such keys can be switched off, because speech input and a resting hand press them by
 * accident.
 */
export const isCharacter = ({ act }: KeyAct): boolean => act !== 'seek' && act !== 'volume' && act !== 'toggle'
