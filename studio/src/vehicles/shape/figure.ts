import type { Point2 } from '../../kit/shapes.ts'

/**
 * Figures drawn on a body, as on a blueprint: outlines of windows and lamps, shut lines. A figure lies in one view and is
 * projected onto the surface; both sides of the vehicle get it. The same figure is measured here (to choose triangles)
 * and in the shader (to draw its edge sharp at any size).
 */

/** Views: `corner` looks along 40 degrees at the front or rear corner, so that a lamp can wrap around it. */
export type View = 'side' | 'front' | 'rear' | 'top' | 'frontCorner' | 'rearCorner'

export interface Figure {
  view: View
  /** Corners in the view: [x, y] from the side, [z, y] from ahead and behind, [x, z] from above. */
  points: readonly Point2[]
  /** Closed outline with this radius at its corners, or an open line. */
  radius?: number
  open?: boolean
  /** Only where x is within, in metres. */
  within?: readonly [number, number]
}

/** Where the corner views have their zero: nose and tail. */
export interface Ends {
  nose: number
  tail: number
}

const turn = (40 * Math.PI) / 180
const [cos, sin] = [Math.cos(turn), Math.sin(turn)]

/** How far a surface must face a view to carry its figures; from the side, an outline asks only that z is this far out. */
const sideFrom = 0.4
const facing = { side: 0.3, front: 0.12, top: 0.4, corner: 0.9 }

/** A line stretches where the surface turns away; it ends earlier than an outline. */
const lineFacing = 0.5

const endFacing = ({ open }: Figure): number => (open ? lineFacing : facing.front)

interface Shapely {
  points: readonly Point2[]
  inset: number
}

/** A rounded outline is a smaller one, grown again. */
function shapely({ points, radius = 0, open }: Figure): Shapely {
  if (open || radius === 0) return { points, inset: 0 }
  const area = points.reduce((sum, [x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length]!
    return sum + x * ny - nx * y
  }, 0)
  const side = Math.sign(area)
  return {
    inset: radius,
    points: points.map((here, i) => {
      const before = points[(i + points.length - 1) % points.length]!
      const after = points[(i + 1) % points.length]!
      const a = unit(here[0] - before[0], here[1] - before[1])
      const b = unit(after[0] - here[0], after[1] - here[1])
      const inwardA = [-a[1] * side, a[0] * side]
      const inwardB = [-b[1] * side, b[0] * side]
      const miter = 1 + inwardA[0]! * inwardB[0]! + inwardA[1]! * inwardB[1]!
      const scale = radius / Math.max(miter, 0.25)
      return [here[0] + (inwardA[0]! + inwardB[0]!) * scale, here[1] + (inwardA[1]! + inwardB[1]!) * scale]
    }),
  }
}

const unit = (x: number, y: number): Point2 => {
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}

/** Distance to a figure from a point of the surface with its normal: negative inside an outline, 9 where it cannot be seen. */
export function measure(figure: Figure, ends: Ends): (place: readonly number[], normal: readonly number[]) => number {
  const { points, inset } = shapely(figure)
  const distance = figure.open ? lineDistance : outlineDistance
  return ([x = 0, y = 0, z = 0], [nx = 0, ny = 0, nz = 0]) => {
    if (figure.within && (x < figure.within[0] || x > figure.within[1])) return 9
    const side = Math.abs(z)
    switch (figure.view) {
      case 'side':
        return (figure.open ? Math.abs(nz) < facing.side : side < sideFrom) ? 9 : distance(points, x, y) - inset
      case 'front':
        return nx < endFacing(figure) ? 9 : distance(points, side, y) - inset
      case 'rear':
        return nx > -endFacing(figure) ? 9 : distance(points, side, y) - inset
      case 'top':
        return ny < facing.top ? 9 : distance(points, x, side) - inset
      case 'frontCorner':
        return x < 0 || Math.abs(ny) > facing.corner
          ? 9
          : distance(points, side * cos - (x - ends.nose) * sin, y) - inset
      case 'rearCorner':
        return x > 0 || Math.abs(ny) > facing.corner
          ? 9
          : distance(points, side * cos + (x - ends.tail) * sin, y) - inset
    }
  }
}

function outlineDistance(points: readonly Point2[], x: number, y: number): number {
  let nearest = Infinity
  let inside = false
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[i]!
    const [bx, by] = points[j]!
    nearest = Math.min(nearest, toSegment(x, y, ax, ay, bx, by))
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside ? -nearest : nearest
}

function lineDistance(points: readonly Point2[], x: number, y: number): number {
  let nearest = Infinity
  for (let i = 1; i < points.length; i++) nearest = Math.min(nearest, toSegment(x, y, ...points[i - 1]!, ...points[i]!))
  return nearest
}

function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [ex, ey, wx, wy] = [bx - ax, by - ay, x - ax, y - ay]
  const share = Math.max(0, Math.min(1, (wx * ex + wy * ey) / (ex * ex + ey * ey)))
  return Math.hypot(wx - ex * share, wy - ey * share)
}

/** The same measure as GLSL: `float name(vec3 place, vec3 normal)`. */
export function measureGlsl(name: string, figure: Figure, ends: Ends): string {
  const { points, inset } = shapely(figure)
  const number = (value: number) => value.toFixed(5)
  const list = points.map(([x, y]) => `vec2(${number(x)}, ${number(y)})`).join(', ')
  const flat: Record<View, { hidden: string; at: string }> = {
    side: { hidden: figure.open ? `abs(n.z) < ${facing.side}` : `abs(p.z) < ${sideFrom}`, at: 'p.xy' },
    front: { hidden: `n.x < ${endFacing(figure)}`, at: 'vec2(abs(p.z), p.y)' },
    rear: { hidden: `n.x > -${endFacing(figure)}`, at: 'vec2(abs(p.z), p.y)' },
    top: { hidden: `n.y < ${facing.top}`, at: 'vec2(p.x, abs(p.z))' },
    frontCorner: {
      hidden: `p.x < 0. || abs(n.y) > ${facing.corner}`,
      at: `vec2(abs(p.z) * ${number(cos)} - (p.x - ${number(ends.nose)}) * ${number(sin)}, p.y)`,
    },
    rearCorner: {
      hidden: `p.x > 0. || abs(n.y) > ${facing.corner}`,
      at: `vec2(abs(p.z) * ${number(cos)} + (p.x - ${number(ends.tail)}) * ${number(sin)}, p.y)`,
    },
  }
  const { hidden, at } = flat[figure.view]
  const reach = figure.within
    ? `if (p.x < ${number(figure.within[0])} || p.x > ${number(figure.within[1])}) return 9.;`
    : ''
  const n = points.length
  // Far from the figure nobody asks how far: most pixels leave here.
  const margin = 0.14 + inset
  const low = points.reduce((so, [x, y]) => [Math.min(so[0], x), Math.min(so[1], y)], [9, 9])
  const high = points.reduce((so, [x, y]) => [Math.max(so[0], x), Math.max(so[1], y)], [-9, -9])
  const away = `any(lessThan(q, vec2(${number(low[0] - margin)}, ${number(low[1] - margin)}))) || any(greaterThan(q, vec2(${number(high[0] + margin)}, ${number(high[1] + margin)})))`
  const loop = figure.open
    ? `for (int i = 1; i < ${n}; i++) d = min(d, toSegment(q, v[i - 1], v[i]));
       return d;`
    : `bool inside = false;
       for (int i = 0, j = ${n - 1}; i < ${n}; j = i, i++) {
         d = min(d, toSegment(q, v[i], v[j]));
         if ((v[i].y > q.y) != (v[j].y > q.y) && q.x < (v[j].x - v[i].x) * (q.y - v[i].y) / (v[j].y - v[i].y) + v[i].x) inside = !inside;
       }
       return (inside ? -d : d) - ${number(inset)};`
  return /* glsl */ `
    float ${name}(vec3 p, vec3 n) {
      ${reach}
      if (${hidden}) return 9.;
      vec2 q = ${at};
      if (${away}) return 9.;
      vec2 v[${n}] = vec2[${n}](${list});
      float d = 9.;
      ${loop}
    }`
}

export const segmentGlsl = /* glsl */ `
  float toSegment(vec2 q, vec2 a, vec2 b) {
    vec2 e = b - a, w = q - a;
    return length(w - e * clamp(dot(w, e) / dot(e, e), 0., 1.));
  }`
