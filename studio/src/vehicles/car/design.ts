import type { Point2 } from '../../kit/shapes.ts'
import type { Ends, Figure } from '../shape/figure.ts'
import type { Layer } from '../shape/skin.ts'
import type { RimStyle } from './rim.ts'

/**
 * A car on paper. Metres: x forward from the middle between the axles, y up from the ground, z to the right.
 * Lines are points of smooth curves; see shell.ts for how they make a body.
 */
export interface CarDesign {
  paint: number
  wheels: {
    /** x of the axles. */
    front: number
    rear: number
    radius: number
    /** Width of a tyre, and z of the middle of it. */
    width: number
    track: number
    rim: RimStyle
  }
  /** Radius of the arch, how far its lip stands out, and a band of black plastic around it (0: none). */
  arch: { radius: number; flare: number; cladding: number }
  lower: {
    /** x of nose and tail by height; both fall back from the middle by z² and z⁶. */
    nose: Point2[]
    noseSweep: Point2
    tail: Point2[]
    tailSweep: Point2
    /** Bonnet, belt and boot: height by x; lower at the sides by z². */
    deck: Point2[]
    crown: number
    /** Half the width by x. */
    plan: Point2[]
    /** How far the side lies inside the plan, by height. */
    tuck: Point2[]
    /** A crease along the side: height by x, and how far the side leans in above it. */
    crease: { line: Point2[]; lean: number }
    /** Height of the floor by x. */
    floor: Point2[]
    /** Radii: nose to side, top to side, top to nose, and the foot. */
    radii: { plan: number; shoulder: number; brow: number; foot: number }
  }
  cabin: {
    /** Foot and head of the windscreen and of the rear window, [x, y] in the middle; both are bowed by z². */
    screen: [foot: Point2, head: Point2]
    screenBow: number
    back: [foot: Point2, head: Point2]
    backBow: number
    /** Half the width at two heights, [z, y]; less by `taper` times x². */
    side: [low: Point2, high: Point2]
    taper: number
    roof: Point2[]
    crown: number
    radii: { roof: number; pillar: number }
  }
  ends: Ends
  openings: Record<'window' | 'headlamp' | 'tailLamp' | 'grille', Figure[]>
  /** Bright lines in the lamps. */
  lights: { front: Figure[]; rear: Figure[] }
  /** Grid of the grille: distance of its bars in metres, along y and along z (0: none). */
  mesh: { rows: number; columns: number }
  layers: Layer[]
  trim: {
    /** Foot of the mirror on the door. */
    mirror: Point2
    /** Middles of the door handles. */
    handles: Point2[]
    /** Heights of the number plates. */
    plates: { front: number; rear: number }
    /** Projector lenses in the headlamps: [z, y]. */
    lenses: Point2[]
    /** x of the aerial on the roof. */
    aerial: number
    exhaust: { z: number; y: number; sides: 1 | 2 } | null
    rails: { from: number; to: number; z: number } | null
    spoiler: { x: number; y: number; half: number; depth: number } | null
  }
  /** Seats and dashboard: height of the seat's cushion, x of the two rows. */
  inside: { seat: number; rows: Point2; dash: number }
}
