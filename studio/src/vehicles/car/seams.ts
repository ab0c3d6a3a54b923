import type { Point2 } from '../../kit/shapes.ts'
import type { Figure } from '../shape/figure.ts'
import type { Layer } from '../shape/skin.ts'

/** The gaps between the panels, and black trim, from the few numbers in which cars differ. */

const seam = (figure: Omit<Figure, 'open'>): Layer => ({
  figure: { ...figure, open: true },
  finish: 'seam',
  grow: 0.0032,
})

interface Doors {
  /** x of the front door's leading edge, of the gap between the doors and of the rear door's trailing edge, at the belt. */
  front: number
  pillar: number
  rear: number
  /** Heights of belt and sill. */
  belt: number
  sill: number
  rearAxle: number
  /** Where the trailing edge meets the arch: radius around the rear axle, and the axle's height. */
  arch: number
  axleHeight: number
}

/** Both doors of a side; the rear one is cut out around the arch. */
export function doorSeams({ front, pillar, rear, belt, sill, rearAxle, arch, axleHeight }: Doors): Layer[] {
  const around = [0.16, 0.42, 0.68, 0.94].map((angle): Point2 => [
    rearAxle + Math.cos(angle) * (arch + 0.075),
    axleHeight + Math.sin(angle) * (arch + 0.075),
  ])
  const middle = (belt + sill) / 2
  return [
    seam({
      view: 'side',
      points: [
        [front, belt],
        [front + 0.04, belt - 0.18],
        [front + 0.03, middle],
        [front - 0.02, sill + 0.07],
        [front - 0.07, sill],
        [pillar + 0.05, sill - 0.008],
        [pillar + 0.02, middle],
        [pillar, belt],
      ],
    }),
    seam({
      view: 'side',
      points: [
        [pillar + 0.05, sill - 0.008],
        [around[0]![0] + 0.08, sill],
        [around[0]![0] + 0.02, sill + 0.05],
        ...around,
        [rear, belt - 0.1],
        [rear - 0.01, belt],
      ],
    }),
  ]
}

/** The black post between the side windows. */
export const pillarCover = (x: number, low: number, high: number, width = 0.055): Layer => ({
  figure: {
    view: 'side',
    points: [
      [x + width / 2 + 0.012, low],
      [x - width / 2 + 0.012, low],
      [x - width / 2 - 0.012, high],
      [x + width / 2 - 0.012, high],
    ],
  },
  finish: 'gloss',
})

export const bonnetSeam = (points: Point2[]): Layer => seam({ view: 'top', points })
export const bumperSeam = (points: Point2[]): Layer => seam({ view: 'side', points })
export const tailSeam = (points: Point2[]): Layer => seam({ view: 'rear', points })
export const bootSeam = (points: Point2[], within: [number, number]): Layer => seam({ view: 'top', points, within })

/** Black plastic below a height, between two places along the side. */
export const sillCover = (height: number, from: number, to: number): Layer => ({
  figure: {
    view: 'side',
    points: [
      [-3, -1],
      [3, -1],
      [3, height],
      [-3, height],
    ],
    within: [from, to],
  },
  finish: 'plastic',
})

/** The black lower part of a bumper, up to two heights in the middle and one at the side. */
export const skirt = (end: 'front' | 'rear', middle: number, side: number): Layer => ({
  figure: {
    view: end === 'front' ? 'frontCorner' : 'rearCorner',
    radius: 0.025,
    points: [
      [-1, 0],
      [1.3, 0],
      [1.2, side],
      [0.7, middle],
      [-1, middle],
    ],
  },
  finish: 'plastic',
})
