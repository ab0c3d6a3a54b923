import type { WarningLight } from '@cutaway/contract/rooms/player/lights.ts'

/** The current step in the warning lights: the colours, the lights of a colour, or a single light. Pure. */

export const lightSets = ['red', 'yellow', 'green'] as const
export type LightSet = (typeof lightSets)[number]

export type LightStep =
  | { window: 'first' }
  | { window: 'colour'; set: LightSet; lights: readonly WarningLight[] }
  | { window: 'detail'; set: LightSet; light: WarningLight }

/** Returns the step of a URL. An unknown colour or light leads to the previous window. */
export function lightStep(lights: readonly WarningLight[], search: URLSearchParams): LightStep {
  const set = lightSets.find((name) => name === search.get('set'))
  if (!set) return { window: 'first' }
  const ofSet = lights.filter((light) => light.set === set)
  const light = ofSet.find(({ id }) => id === search.get('light'))
  return light ? { window: 'detail', set, light } : { window: 'colour', set, lights: ofSet }
}

/** Returns the URL of the previous step within the page; null in the first window, whose Back leaves the page. */
export const stepBack = (step: LightStep): string | null =>
  step.window === 'detail' ? toColour(step.set) : step.window === 'colour' ? '?' : null

export const toColour = (set: LightSet): string => `?set=${set}`
export const toLight = ({ set, id }: WarningLight): string => `?set=${set}&light=${id}`
