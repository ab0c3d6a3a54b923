import { BufferAttribute, BufferGeometry } from 'three'
import { floorAt, pitchAngle, ribs, sizes, topAt, type Wear } from './profile.ts'

/** One pitch of the tread: blocks of all five ribs with side grooves and sipes. It is repeated round the tyre. */

/** Where the blocks of a rib begin and end along a pitch, as shares; between them lie the side groove and a sipe. */
const blocks = [
  [0.075, 0.49],
  [0.515, 0.925],
] as const
const across = 6
const along = 3

/** Side grooves run straight across, so that a section between two pitches cuts no block. */
export class Pitch {
  readonly geometry = new BufferGeometry()
  #key = ''

  set(wear: Wear): void {
    const key = [wear.wear, wear.centre, wear.edges, wear.side].join()
    if (key === this.#key) return
    this.#key = key
    const places: number[] = []
    const point = (x: number, share: number, radius: number): [number, number, number] => {
      const angle = share * pitchAngle
      return [x, Math.cos(angle) * radius, Math.sin(angle) * radius]
    }
    type Corner = [number, number, number]
    const quad = (a: Corner, b: Corner, c: Corner, d: Corner) => places.push(...a, ...b, ...c, ...a, ...c, ...d)
    for (const [from, to] of ribs()) {
      const xs = Array.from({ length: across + 1 }, (_, i) => from + ((to - from) * i) / across)
      const step = (i: number) => [xs[i]!, xs[i + 1]!] as const
      const floor = (x: number) => Math.min(sizes.sideFloor - (sizes.grooveFloor - floorAt(x)), topAt(x, wear))
      // The floor of the side grooves, and its walls down to the main grooves.
      for (let j = 0; j < 4; j++)
        for (let i = 0; i < across; i++) {
          const [x, next] = step(i)
          const [low, high] = [j / 4, (j + 1) / 4]
          quad(
            point(x, low, floor(x)),
            point(x, high, floor(x)),
            point(next, high, floor(next)),
            point(next, low, floor(next)),
          )
        }
      for (const [x, flip] of [
        [from, false],
        [to, true],
      ] as const)
        for (let j = 0; j < 4; j++) {
          const corners: Corner[] = [
            point(x, j / 4, floorAt(x) - 0.01),
            point(x, (j + 1) / 4, floorAt(x) - 0.01),
            point(x, (j + 1) / 4, floor(x)),
            point(x, j / 4, floor(x)),
          ]
          const [a, b, c, d] = (flip ? corners.toReversed() : corners) as [Corner, Corner, Corner, Corner]
          quad(a, b, c, d)
        }
      for (const [begin, end] of blocks) {
        const shares = Array.from({ length: along + 1 }, (_, j) => begin + ((end - begin) * j) / along)
        const top = (x: number) => topAt(x, wear) + 0.0005
        for (let i = 0; i < across; i++) {
          const [x, next] = step(i)
          for (let j = 0; j < along; j++) {
            const [low, high] = [shares[j]!, shares[j + 1]!]
            quad(
              point(x, low, top(x)),
              point(x, high, top(x)),
              point(next, high, top(next)),
              point(next, low, top(next)),
            )
          }
          quad(
            point(x, begin, floor(x)),
            point(x, begin, top(x)),
            point(next, begin, top(next)),
            point(next, begin, floor(next)),
          )
          quad(
            point(next, end, floor(next)),
            point(next, end, top(next)),
            point(x, end, top(x)),
            point(x, end, floor(x)),
          )
        }
        for (let j = 0; j < along; j++) {
          const [low, high] = [shares[j]!, shares[j + 1]!]
          quad(
            point(from, low, floor(from)),
            point(from, high, floor(from)),
            point(from, high, top(from)),
            point(from, low, top(from)),
          )
          quad(point(to, low, top(to)), point(to, high, top(to)), point(to, high, floor(to)), point(to, low, floor(to)))
        }
      }
    }
    this.geometry.setAttribute('position', new BufferAttribute(new Float32Array(places), 3))
    this.geometry.setAttribute('uv', new BufferAttribute(new Float32Array((places.length / 3) * 2), 2))
    this.geometry.computeVertexNormals()
    this.geometry.computeBoundingSphere()
  }
}
