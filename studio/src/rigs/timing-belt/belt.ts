import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  type Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
} from 'three'
import { clamp, ease, mix } from '../../kit/motion.ts'
import { seeded } from '../../kit/noise.ts'
import { extruded, roundedPolygon } from '../../kit/shapes.ts'
import { belt, type BeltPath, beltTeeth, pitch } from './path.ts'

/** The toothed belt on its path: a band, and teeth, cracks and frayed cords that travel with it. */

/** Samples of the band for each tooth. */
const fineness = 6
/** Corners of the band: from the cords outwards, and z. */
const corners = [
  [belt.back, belt.from],
  [belt.back, belt.to],
  [-belt.land, belt.to],
  [-belt.land, belt.from],
] as const
/** Teeth that the belt loses: those on the crank when it has turned once. */
export const lost = { from: beltTeeth - 22, count: 8 }
const upright = new Vector3(0, 0, 1)

export function buildBelt(parent: Group) {
  const rubber = new MeshStandardMaterial({ color: 0x2b2f34, roughness: 0.66, metalness: 0 })
  const fabric = new MeshStandardMaterial({ color: 0x343b44, roughness: 0.85, metalness: 0 })
  const cords = new MeshStandardMaterial({ color: 0xd9c59a, roughness: 0.9, metalness: 0 })
  const samples = beltTeeth * fineness
  const geometry = new BufferGeometry()
  const positions = new BufferAttribute(new Float32Array((samples + 1) * 8 * 3), 3)
  const normals = new BufferAttribute(new Float32Array((samples + 1) * 8 * 3), 3)
  geometry.setAttribute('position', positions)
  geometry.setAttribute('normal', normals)
  const index: number[] = []
  for (let i = 0; i < samples; i++)
    for (let face = 0; face < 4; face++) {
      const here = i * 8 + face * 2
      index.push(here, here + 1, here + 8, here + 1, here + 9, here + 8)
    }
  geometry.setIndex(index)
  const band = new Mesh(geometry, rubber)
  band.frustumCulled = false

  const half = pitch * 0.25
  const tooth = extruded(
    roundedPolygon(
      [
        [-half * 1.3, 0.004],
        [-half * 0.82, -belt.tooth, 0.016],
        [half * 0.82, -belt.tooth, 0.016],
        [half * 1.3, 0.004],
      ],
      0.004,
    ),
    belt.to - belt.from,
    { curveSegments: 6 },
  ).translate(0, -belt.land, belt.from)
  const teeth = new InstancedMesh(tooth, fabric, beltTeeth)
  const thickness = belt.back + belt.land
  const crack = new BoxGeometry(0.016, thickness + 0.004, belt.to - belt.from + 0.006).translate(
    0,
    (belt.back - belt.land) / 2,
    (belt.from + belt.to) / 2,
  )
  const cracks = new InstancedMesh(crack, new MeshStandardMaterial({ color: 0xc9b48a, roughness: 1 }), beltTeeth * 2)
  const fibre = new BoxGeometry(0.03, 0.0035, 0.0035).translate(0.015, 0, 0)
  const fibres = new InstancedMesh(fibre, cords, beltTeeth * 5)
  for (const mesh of [band, teeth, cracks, fibres]) {
    mesh.frustumCulled = false
    mesh.castShadow = mesh.receiveShadow = true
    parent.add(mesh)
  }
  const random = seeded(7)
  const flaws = Array.from({ length: beltTeeth * 2 }, () => ({ from: random() * 0.55, depth: 0.45 + 0.55 * random() }))
  const hairs = Array.from({ length: beltTeeth * 5 }, () => ({
    along: random(),
    out: mix(-belt.land, belt.back, random()),
    lean: (random() - 0.5) * 2.2,
    length: 0.35 + random(),
    from: 0.25 + random() * 0.6,
    front: random() < 0.75,
  }))

  const matrix = new Matrix4()
  const at = new Vector3()
  const turn = new Quaternion()
  const scale = new Vector3()
  let shaped: BeltPath | null = null

  const shape = (path: BeltPath) => {
    for (let i = 0; i <= samples; i++) {
      const { x, y, angle } = path.at((i / samples) * path.length)
      const [outX, outY] = [-Math.sin(angle), Math.cos(angle)]
      for (let face = 0; face < 4; face++)
        for (const side of [0, 1]) {
          const [out, z] = corners[(face + side) % 4]!
          const vertex = i * 8 + face * 2 + side
          positions.setXYZ(vertex, x + outX * out, y + outY * out, z)
          const sign = face === 0 ? 1 : -1
          if (face % 2 === 0) normals.setXYZ(vertex, outX * sign, outY * sign, 0)
          else normals.setXYZ(vertex, 0, 0, face === 1 ? 1 : -1)
        }
    }
    positions.needsUpdate = normals.needsUpdate = true
  }

  return {
    /** `travelled` counts teeth; `shed` tears the lost teeth off. */
    set(path: BeltPath, travelled: number, wear: number, shed: number): void {
      if (shaped !== path) shape(path)
      shaped = path
      const step = path.length / beltTeeth
      for (let i = 0; i < beltTeeth; i++) {
        const along = (i + 0.5 + travelled) * step
        const place = path.at(along)
        turn.setFromAxisAngle(upright, place.angle)
        at.set(place.x, place.y, 0)
        const order = i - lost.from
        let size = 1
        if (order >= 0 && order < lost.count && shed > 0) {
          const gone = clamp(shed * 2.2 - order * 0.12)
          const drop = ease(gone)
          at.y -= drop * drop * 2.6
          at.x += (order - lost.count / 2) * 0.09 * drop
          at.z += 0.25 * drop
          size = gone > 0.98 ? 0.0001 : 1
        }
        teeth.setMatrixAt(i, matrix.compose(at, turn, scale.setScalar(size)))
        for (const side of [0, 1]) {
          const flaw = flaws[i * 2 + side]!
          const root = path.at(along + (side ? 1 : -1) * half * 1.35)
          const open = clamp((wear - flaw.from) / 0.45) * flaw.depth
          turn.setFromAxisAngle(upright, root.angle)
          at.set(root.x, root.y, 0)
          cracks.setMatrixAt(
            i * 2 + side,
            matrix.compose(at, turn, scale.set(Math.max(open, 0.0001), open > 0.01 ? 1 : 0.0001, 1)),
          )
        }
        for (let k = 0; k < 5; k++) {
          const hair = hairs[i * 5 + k]!
          const root = path.at(along + (hair.along - 0.5) * step)
          const grown = clamp((wear - hair.from) / 0.35) * hair.length
          turn.setFromAxisAngle(upright, root.angle + hair.lean)
          at.set(
            root.x - Math.sin(root.angle) * hair.out,
            root.y + Math.cos(root.angle) * hair.out,
            hair.front ? belt.to + 0.002 : belt.from - 0.002,
          )
          fibres.setMatrixAt(i * 5 + k, matrix.compose(at, turn, scale.setScalar(Math.max(grown, 0.0001))))
        }
      }
      teeth.instanceMatrix.needsUpdate = true
      cracks.instanceMatrix.needsUpdate = fibres.instanceMatrix.needsUpdate = true
      cracks.visible = fibres.visible = wear > 0.01
    },
  }
}
