import { clamp } from '../../kit/motion.ts'
import type { Point2, Point3 } from '../../kit/shapes.ts'

/**
 * Places and motion of the oil circuit, 1 unit = 60 mm. The crank's axis is x, the front of the engine is at -x; the section
 * is the plane z = 0, stepped forward to z = `near` where the main gallery runs.
 */

export const near = 0.78
export const mains = [-1.75, 0, 1.75] as const
export const cylinders = [-0.875, 0.875] as const
export const half = 2.3
export const bore = 0.62
export const crankRadius = 0.6
export const rodLength = 1.95
export const compressionHeight = 0.42
export const deck = 2.99
export const camHeight = 4.46
export const galleryHeight = 1.25
export const filterAt = { x: -1.75, z: 1.42, radius: 0.5, from: -0.55, to: 0.92 }
export const pan = { floor: -2.5, full: -1.32, low: -2.36 }
export const pickup = { x: -0.55, mouth: -2.2 }

/** Height and depth of a crank pin; the two stand opposite. */
export function crankpin(crank: number, cylinder: 0 | 1): [y: number, z: number] {
  const angle = crank + cylinder * Math.PI
  return [Math.cos(angle) * crankRadius, Math.sin(angle) * crankRadius]
}

export function pistonPin(crank: number, cylinder: 0 | 1): number {
  const [y, z] = crankpin(crank, cylinder)
  return y + Math.sqrt(rodLength * rodLength - z * z)
}

/** Surface of the oil for a level from 0 (below the pickup) to 1 (full). */
export const oilSurface = (level: number): number => pan.low + (pan.full - pan.low) * level

/** The way of the oil, in the order in which it fills: [share at which a run begins, at which it is full]. */
export interface Run {
  name: string
  points: readonly Point3[]
  radius: number
  fills: readonly [from: number, to: number]
  /** Stripes along it: about three a unit of length. */
  stripes: number
}

const main = (x: number, from: number): Run => ({
  name: `main ${x}`,
  points: [
    [x, galleryHeight, near],
    [x, 0.8, 0.52],
    [x, 0.36, 0.26],
  ],
  radius: 0.07,
  fills: [from, from + 0.1],
  stripes: 3,
})

const cam = (x: number, from: number): Run => ({
  name: `cam ${x}`,
  points: [
    [x, 5.06, 0],
    [x, 4.9, 0],
    [x, 4.7, 0],
  ],
  radius: 0.05,
  fills: [from, from + 0.05],
  stripes: 1,
})

export const runs: readonly Run[] = [
  {
    name: 'suction',
    points: [
      [pickup.x, pickup.mouth + 0.12, 0],
      [pickup.x, -1.85, 0],
      [-0.85, -1.62, 0],
      [-1.9, -1.55, 0],
      [-2.45, -1.4, 0],
      [-2.62, -1.0, 0],
      [-2.62, -0.45, 0.05],
    ],
    radius: 0.13,
    fills: [0, 0.14],
    stripes: 9,
  },
  {
    name: 'delivery',
    points: [
      [-2.62, 0.45, 0.1],
      [-2.62, 0.85, 0.4],
      [-2.62, 1.12, 1.0],
      [-2.5, 1.2, filterAt.z],
      [-2.2, 1.2, filterAt.z],
      [filterAt.x - 0.36, 1.2, filterAt.z],
      [filterAt.x - 0.36, 1.0, filterAt.z],
    ],
    radius: 0.09,
    fills: [0.16, 0.3],
    stripes: 7,
  },
  {
    name: 'filter outlet',
    points: [
      [filterAt.x, filterAt.from + 0.25, filterAt.z],
      [filterAt.x, 0.6, filterAt.z],
      [filterAt.x, 1.08, filterAt.z],
      [filterAt.x, 1.22, filterAt.z - 0.12],
      [filterAt.x, galleryHeight, near + 0.05],
    ],
    radius: 0.1,
    fills: [0.4, 0.5],
    stripes: 6,
  },
  {
    name: 'main gallery',
    points: [
      [-2.1, galleryHeight, near],
      [-1, galleryHeight, near],
      [1, galleryHeight, near],
      [2.1, galleryHeight, near],
    ],
    radius: 0.1,
    fills: [0.5, 0.68],
    stripes: 12,
  },
  main(mains[0], 0.54),
  main(mains[1], 0.6),
  main(mains[2], 0.66),
  {
    name: 'riser',
    points: [
      [2.1, galleryHeight, near],
      [2.1, 1.5, 0.5],
      [2.1, 1.9, 0.03],
      [2.1, 3.2, 0],
      [2.1, 4.7, 0],
      [2.02, 5.02, 0],
      [1.75, 5.08, 0],
    ],
    radius: 0.075,
    fills: [0.68, 0.86],
    stripes: 12,
  },
  {
    name: 'cam rail',
    points: [
      [1.75, 5.08, 0],
      [0.6, 5.08, 0],
      [-0.6, 5.08, 0],
      [-1.75, 5.08, 0],
    ],
    radius: 0.075,
    fills: [0.86, 0.96],
    stripes: 10,
  },
  cam(mains[2], 0.87),
  cam(mains[1], 0.91),
  cam(mains[0], 0.95),
]

/** How far a run is filled when the whole circuit is filled to a share. */
export const filled = (run: Pick<Run, 'fills'>, share: number): number =>
  clamp((share - run.fills[0]) / (run.fills[1] - run.fills[0]))

/** Gerotor: the outer ring has one tooth more, so it turns 6 / 7 as fast. Its middle lies `eccentric` below the crank's axis. */
export const gerotor = { inner: 6, outer: 7, eccentric: 0.07 }
export const outerTurn = (inner: number): number => (inner * gerotor.inner) / gerotor.outer

/** Outline of a rotor with cycloid teeth on a pitch circle of `teeth` times the eccentricity; it begins on that circle, at +y. */
export function rotorOutline(teeth: number, perTooth = 24): Point2[] {
  const rolling = gerotor.eccentric / 2
  const radius = teeth * gerotor.eccentric
  const points: Point2[] = []
  for (let lobe = 0; lobe < teeth * 2; lobe++) {
    // Teeth are rolled on the outside of the pitch circle, gaps on its inside.
    const sign = lobe % 2 === 0 ? 1 : -1
    const start = (lobe * Math.PI) / teeth
    for (let i = 0; i < perTooth; i++) {
      const turn = ((i / perTooth) * Math.PI) / teeth
      const arm = radius + sign * rolling
      const inward = start + turn + (sign * radius * turn) / rolling
      const x = arm * Math.cos(start + turn) - sign * rolling * Math.cos(inward)
      const y = arm * Math.sin(start + turn) - sign * rolling * Math.sin(inward)
      points.push([-y, x])
    }
  }
  return points
}

/** Main bearing, enlarged: radii of shell and journal, and where the journal's middle lies. */
export const bearing = { shell: 0.8, journal: 0.67, clearance: 0.13 }

/** At rest the journal lies on the shell; when it turns the oil lifts it and carries it over to one side. */
export function journalMiddle(lift: number): [x: number, y: number] {
  const eccentricity = bearing.clearance * (1 - 0.35 * lift)
  const angle = -Math.PI / 2 + 0.75 * lift
  return [Math.cos(angle) * eccentricity, Math.sin(angle) * eccentricity]
}
