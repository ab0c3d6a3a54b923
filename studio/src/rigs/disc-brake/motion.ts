import { clamp } from '../../kit/motion.ts'

/** How the pieces of a floating-caliper disc brake stand to each other. 1 unit is 100 mm; the axle is z, outboard is +z. */

export const sizes = {
  /** Half of the disc's thickness. */
  disc: 0.14,
  /** Running clearance on each side; five times the real one, so that it is seen. */
  clearance: 0.02,
  /** Steel plate with its damping shim. */
  backingPlate: 0.06,
  shim: 0.01,
  newLining: 0.12,
  /** The wear indicator touches the disc when this much lining is left. */
  indicatorLining: 0.02,
  pistonLength: 0.62,
  pistonRadius: 0.27,
  /** In the caliper, which stands at 0 with new pads at rest. */
  boreBottom: -1.07,
  finger: 0.34,
  seal: [-0.66, -0.57],
  /** Height of the cylinder's axis above the axle. */
  cylinder: 1.235,
  /** Travel of the master cylinder's piston, and the lever from the pedal's pivot to the push rod. */
  masterTravel: 0.36,
  pedalLever: 1.6,
} as const

export interface PadState {
  /** 0 released, 1 full braking. */
  press: number
  /** 0 new, 1 lining gone on both pads. */
  wear: number
}

export interface PadPlaces {
  /** Thickness of each lining. */
  lining: number
  /** Faces of the linings; the disc's faces are -disc and +disc. */
  innerFace: number
  outerFace: number
  /** The caliper's way from its place with new pads; inboard is negative. */
  caliper: number
  /** The piston's front face. */
  piston: number
  /** Length of the fluid's room behind the piston. */
  fluid: number
}

/** The piston brings the inner pad to the disc first; then the caliper slides and brings the outer one. */
export function padPlaces({ press, wear }: PadState): PadPlaces {
  const innerGap = sizes.clearance * (1 - clamp(press / 0.4))
  const outerGap = sizes.clearance * (1 - clamp((press - 0.45) / 0.4))
  const lining = sizes.newLining * (1 - clamp(wear))
  const innerFace = -sizes.disc - innerGap
  const outerFace = sizes.disc + outerGap
  const caliper = outerFace + lining + sizes.backingPlate - sizes.finger
  const piston = innerFace - lining - sizes.backingPlate
  return {
    lining,
    innerFace,
    outerFace,
    caliper,
    piston,
    fluid: piston - sizes.pistonLength - caliper - sizes.boreBottom,
  }
}

/** Where the tip of the inner pad's wear indicator stands. */
export const indicatorTip = (places: PadPlaces): number => places.innerFace - places.lining + sizes.indicatorLining

/** The push rod's way and the pedal's angle for a pedal share of 0 to 1. */
export function pedalMotion(pedal: number): { travel: number; angle: number } {
  const travel = sizes.masterTravel * clamp(pedal)
  return { travel, angle: -Math.asin(travel / sizes.pedalLever) }
}
