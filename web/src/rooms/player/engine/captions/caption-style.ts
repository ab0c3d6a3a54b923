import { useSyncExternalStore } from 'react'
import { setLocal, getLocal } from '../../../../core/local-storage.ts'

/** The caption style: stored on this device, the same in every player. */

export const captionSizes = ['small', 'normal', 'large', 'largest'] as const
export const captionColours = ['white', 'yellow', 'cyan', 'green'] as const
export const captionGrounds = ['shade', 'black', 'none'] as const
export const captionPlaces = ['bottom', 'top'] as const

export interface CaptionStyle {
  size: (typeof captionSizes)[number]
  colour: (typeof captionColours)[number]
  ground: (typeof captionGrounds)[number]
  place: (typeof captionPlaces)[number]
}

export const firstCaptionStyle: CaptionStyle = { size: 'normal', colour: 'white', ground: 'shade', place: 'bottom' }

/** Scale factors relative to the default size. */
export const sizeFactor: Record<CaptionStyle['size'], number> = { small: 0.8, normal: 1, large: 1.3, largest: 1.6 }

/** Returns the stored style. Invalid entries use the default. */
export function readCaptionStyle(text: string | null): CaptionStyle {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? 'null')
  } catch {
    kept = null
  }
  const entry = <T extends string>(name: keyof CaptionStyle, known: readonly T[], otherwise: T): T => {
    const value: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : undefined
    return known.find((one) => one === value) ?? otherwise
  }
  return {
    size: entry('size', captionSizes, 'normal'),
    colour: entry('colour', captionColours, 'white'),
    ground: entry('ground', captionGrounds, 'shade'),
    place: entry('place', captionPlaces, 'bottom'),
  }
}

const key = 'caption_style'
const listeners = new Set<() => void>()
let style: CaptionStyle | null = null

const current = (): CaptionStyle => (style ??= readCaptionStyle(getLocal(key)))

export function changeCaptionStyle(change: Partial<CaptionStyle>): void {
  style = { ...current(), ...change }
  setLocal(key, JSON.stringify(style))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key) return
    style = null
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** Subscribes to changes in this tab and in others. */
export const useCaptionStyle = (): CaptionStyle => useSyncExternalStore(subscribe, current)
