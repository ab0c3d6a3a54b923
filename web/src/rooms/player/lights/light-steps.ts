import type { WarningLight } from '@cutaway/contract/rooms/player/lights.ts'

/** Where one stands among the warning lights: the colours, the lights of one, or a single light. Pure. */

export const lightSets = ['red', 'yellow', 'green'] as const
export type LightSet = (typeof lightSets)[number]

export type LightStep =
  | { window: 'first' }
  | { window: 'colour'; set: LightSet; lights: readonly WarningLight[] }
  | { window: 'detail'; set: LightSet; light: WarningLight }

/** The step of an address. What it names and is not there leads to the window before. */
export function lightStep(lights: readonly WarningLight[], search: URLSearchParams): LightStep {
  const set = lightSets.find((name) => name === search.get('set'))
  if (!set) return { window: 'first' }
  const ofSet = lights.filter((light) => light.set === set)
  const light = ofSet.find(({ id }) => id === search.get('light'))
  return light ? { window: 'detail', set, light } : { window: 'colour', set, lights: ofSet }
}

/** The address of the step before, within the page; null before the first window, which leads out of it. */
export const stepBack = (step: LightStep): string | null =>
  step.window === 'detail' ? toColour(step.set) : step.window === 'colour' ? '?' : null

export const toColour = (set: LightSet): string => `?set=${set}`
export const toLight = ({ set, id }: WarningLight): string => `?set=${set}&light=${id}`
