import type { Object3D } from 'three'

/**
 * A rig: a model whose motion is given by named channels and nothing else. The same numbers give the same picture, so a film
 * can be cut, looped and made again. A part keyframes channels and camera; it knows no geometry.
 */

export interface Channel {
  /** What it moves, for the author of a film. */
  says: string
  /** `rad` turns (may be given as a speed), `share` goes from 0 to 1. */
  unit: 'rad' | 'share' | 'mm'
  /** The values it takes; `null`: any number. */
  range: readonly [number, number] | null
  /** Where it stands when a film does not mention it. */
  rest: number
}

export type State<Name extends string> = Readonly<Record<Name, number>>

export interface RigModel<Name extends string> {
  root: Object3D
  anchors: Record<string, Object3D>
  /** Poses the model. Depends on nothing but the state. */
  update(state: State<Name>): void
}

export interface Rig<Name extends string = string, Anchor extends string = string> {
  /** The file's name, and `rig` in scene.yaml. */
  name: string
  says: string
  channels: Record<Name, Channel>
  /** Spots that labels may point at. */
  anchors: readonly Anchor[]
  /** Height of the floor that takes the shadow; null: none. */
  floor: number | null
  build(): RigModel<Name>
}

/** Gives a rig its types; every file in rigs/ exports one as `rig`. */
export function defineRig<const Name extends string, const Anchor extends string>(
  rig: Rig<Name, Anchor>,
): Rig<Name, Anchor> {
  return rig
}

/** A channel from 0 to 1. */
export const share = (says: string, rest = 0): Channel => ({ says, unit: 'share', range: [0, 1], rest })
/** A share that may go beyond 0 and 1 both ways, such as a damper's travel from -1 to 1. */
export const signedShare = (says: string, rest = 0): Channel => ({ says, unit: 'share', range: [-1, 1], rest })
/** An angle without limits: keyframe it, or give a speed in rad/s. */
export const turning = (says: string, rest = 0): Channel => ({ says, unit: 'rad', range: null, rest })
