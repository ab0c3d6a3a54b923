import { BufferAttribute, BufferGeometry, InstancedMesh, Matrix4, Vector3, BoxGeometry, type Material } from 'three'
import type { Point2 } from './shapes.ts'

/** A belt around pulleys, given in the order in which the line meets them anticlockwise. */

export interface Pulley {
  at: Point2
  /** Radius on which the middle of the belt runs. */
  radius: number
  /** The belt runs over it with its back: a tensioner or idler that lies outside. */
  outside?: boolean
}

interface Piece {
  length: number
  /** Point and outward direction after a length of this piece. */
  at(length: number): { point: Point2; outward: Point2 }
}

/** The line on which the belt runs: straight strands that touch the pulleys, and arcs around them. */
export class BeltLine {
  readonly length: number
  readonly strands: { from: Point2; to: Point2 }[] = []
  /** Angle of each pulley that the belt covers. */
  readonly wraps: number[] = []
  readonly #pieces: Piece[] = []

  constructor(pulleys: readonly Pulley[]) {
    const count = pulleys.length
    const outwards = pulleys.map((pulley, i) => outwardOfStrand(pulley, pulleys[(i + 1) % count]!))
    for (const [i, pulley] of pulleys.entries()) {
      const next = pulleys[(i + 1) % count]!
      const start = outwards[(i + count - 1) % count]!
      const end = outwards[i]!
      const side = sideOf(pulley)
      const sweep = turn(side * (end - start))
      this.wraps.push(sweep)
      this.#pieces.push({
        length: sweep * pulley.radius,
        at: (length) => onCircle(pulley, start + (side * length) / pulley.radius),
      })
      const from = onCircle(pulley, end).point
      const to = onCircle(next, end).point
      const run = Math.hypot(to[0] - from[0], to[1] - from[1])
      this.strands.push({ from, to })
      this.#pieces.push({
        length: run,
        at: (length) => ({
          point: [from[0] + ((to[0] - from[0]) * length) / run, from[1] + ((to[1] - from[1]) * length) / run],
          outward: [Math.cos(end), Math.sin(end)],
        }),
      })
    }
    this.length = this.#pieces.reduce((sum, piece) => sum + piece.length, 0)
  }

  /** The point of the line that lies a length along it, and the direction away from the pulleys. */
  at(length: number): { point: Point2; outward: Point2 } {
    let rest = ((length % this.length) + this.length) % this.length
    for (const piece of this.#pieces) {
      if (rest <= piece.length) return piece.at(rest)
      rest -= piece.length
    }
    return this.#pieces[0]!.at(0)
  }
}

/** 1 for a pulley inside the belt, -1 for one outside. */
const sideOf = (pulley: Pulley): 1 | -1 => (pulley.outside ? -1 : 1)

/** An angle within one turn, from 0. */
const turn = (angle: number): number => ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)

/** Direction, as an angle, of the belt's back where a strand leaves one pulley for the next. */
function outwardOfStrand(from: Pulley, to: Pulley): number {
  const [dx, dy] = [to.at[0] - from.at[0], to.at[1] - from.at[1]]
  const along = Math.atan2(dy, dx)
  const lean = Math.asin((sideOf(from) * from.radius - sideOf(to) * to.radius) / Math.hypot(dx, dy))
  return along - Math.PI / 2 + lean
}

/** The belt on a pulley where its back points in a direction. */
function onCircle(pulley: Pulley, angle: number): { point: Point2; outward: Point2 } {
  const outward: Point2 = [Math.cos(angle), Math.sin(angle)]
  const radius = sideOf(pulley) * pulley.radius
  return { point: [pulley.at[0] + outward[0] * radius, pulley.at[1] + outward[1] * radius], outward }
}

/** A ribbed belt in the x-y plane of the line, `width` wide about z = 0: its smooth back, and ribs that run along it inside. */
export function beltGeometry(line: BeltLine, width: number, thickness: number, ribs = 5): BufferGeometry {
  const depth = thickness * 0.45
  const outline: [height: number, z: number][] = [
    [thickness / 2, -width / 2],
    [thickness / 2, width / 2],
  ]
  for (let i = ribs; i >= 0; i--) {
    const z = (i / ribs - 0.5) * width
    outline.push([-thickness / 2 + (i === ribs || i === 0 ? 0 : depth), z])
    if (i > 0) outline.push([-thickness / 2, z - width / ribs / 2])
  }
  outline.push(outline[0]!)
  const steps = 260
  const positions: number[] = []
  const index: number[] = []
  const columns = outline.length
  for (let i = 0; i <= steps; i++) {
    const { point, outward } = line.at((i / steps) * line.length)
    // Every edge of the outline has points of its own, so that ribs and flanks stay sharp.
    for (let c = 0; c < columns - 1; c++)
      for (const [height, z] of [outline[c]!, outline[c + 1]!])
        positions.push(point[0] + outward[0] * height, point[1] + outward[1] * height, z)
  }
  const row = (columns - 1) * 2
  for (let i = 0; i < steps; i++)
    for (let c = 0; c < columns - 1; c++) {
      const a = i * row + 2 * c
      index.push(a, a + row, a + 1, a + 1, a + row, a + row + 1)
    }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array((positions.length / 3) * 2), 2))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  return geometry
}

/** Marks or cracks across the back of a belt, evenly spaced, by which one sees it run. */
export class BeltMarks {
  readonly mesh: InstancedMesh
  readonly #line: BeltLine
  readonly #height: number

  constructor(
    line: BeltLine,
    material: Material,
    { count, width, thickness, length = 0.1 }: { count: number; width: number; thickness: number; length?: number },
  ) {
    this.#line = line
    this.#height = thickness / 2
    this.mesh = new InstancedMesh(new BoxGeometry(length, 0.012, width), material, count)
    this.set(0)
  }

  /** How far the belt has run. */
  set(travel: number): void {
    const { count } = this.mesh
    for (let i = 0; i < count; i++) {
      const { point, outward } = this.#line.at(travel + (i / count) * this.#line.length)
      const up = new Vector3(outward[0], outward[1], 0)
      const across = new Vector3(0, 0, 1)
      const place = new Matrix4().makeBasis(new Vector3().crossVectors(up, across), up, across)
      this.mesh.setMatrixAt(i, place.setPosition(point[0] + up.x * this.#height, point[1] + up.y * this.#height, 0))
    }
    this.mesh.instanceMatrix.needsUpdate = true
    this.mesh.frustumCulled = false
  }
}
