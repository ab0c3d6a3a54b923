import {
  DoubleSide,
  InstancedMesh,
  LatheGeometry,
  MeshBasicMaterial,
  PlaneGeometry,
  Matrix4,
  Mesh,
  Shape,
  ShapeGeometry,
  Vector2,
  type BufferGeometry,
  type Object3D,
} from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { Assembly } from '../kit/assembly.ts'
import { arrowColours, cutColours, materials, type Materials } from '../kit/materials.ts'
import { clamp, mix } from '../kit/motion.ts'
import { grain } from '../kit/noise.ts'
import { defineRig, share, turning } from '../kit/rig.ts'
import { along, pipe, type Point2, type Point3 } from '../kit/shapes.ts'
import { loadedRubber } from './tyre/loaded.ts'
import {
  barAt,
  contactPatch,
  floorAt,
  inside,
  lossAt,
  pitchAngle,
  ribs,
  sidewall,
  sizes,
  topAt,
  type Wear,
} from './tyre/profile.ts'
import { rim } from './tyre/rim.ts'
import { Pitch } from './tyre/tread.ts'

/**
 * A tyre on its rim, on a road at y = 0; 1 unit is 100 mm. The axis is x with the outer side at +x; the car comes towards +z.
 * A sixth of a turn (ten pitches, one wear bar to the next) closes a loop.
 */

const anchors = [
  'tread_block',
  'groove',
  'wear_bar',
  'sipe',
  'shoulder',
  'inner_shoulder',
  'centre',
  'sidewall',
  'steel_belts',
  'contact_patch',
  'patch_edge',
  'sidewall_low',
  'section_groove',
  'section_block',
] as const
type Anchor = (typeof anchors)[number]

/** The wedge that is taken out, as angles from the top towards the front. */
const wedge = { from: pitchAngle * 5, to: pitchAngle * 10 }
const leanAngle = (Math.PI * 3) / 180

export const rig = defineRig({
  name: 'tyre',
  says: 'Tyre with wearing tread, wear bars, section and contact patch',
  channels: {
    spin: turning('rolls the wheel towards the camera'),
    cut: share('takes a wedge out of the tread'),
    wear: { says: 'tread lost everywhere', unit: 'mm', range: [0, 6.4], rest: 0 },
    centre: { says: 'tread lost in the middle', unit: 'mm', range: [0, 5.5], rest: 0 },
    edges: { says: 'tread lost at both edges', unit: 'mm', range: [0, 5.5], rest: 0 },
    side: { says: 'tread lost at the inner side', unit: 'mm', range: [0, 5.5], rest: 0 },
    pressure: { says: 'too low is -1, too high is 1', unit: 'share', range: [-1, 1], rest: 0 },
    lean: share('leans the wheel inwards by 3 degrees'),
    patch: share('colours the contact patch; the road turns to glass'),
    tint: share('colours the worn zones'),
    bars: share('colours the wear bars'),
    water: share('a film of water on the road'),
  },
  anchors,
  floor: null,
  build() {
    const m = materials()
    const a = new Assembly<Anchor>()
    const leaning = a.joint()
    const wheel = a.joint([0, 0, 0], leaning)
    const rubber = loadedRubber()
    const tread = m.rubber.clone()
    tread.color.set(0x24262a)
    tread.side = DoubleSide
    const faded = tread.clone()
    const bar = m.rubber.clone()
    bar.color.set(0x2c2f33)
    bar.side = DoubleSide
    for (const material of [tread, faded, bar]) rubber.load(material)

    const carcass = carcassPieces(a, tread, faded, wheel)
    const pitch = new Pitch()
    const pieces = treadPieces(pitch.geometry, tread, faded, wheel)
    wearBars(a, bar, wheel)
    const section = sectionFaces(m, wheel)
    rim(a, m, wheel, leaning)
    const road = roadSlab(a, m)
    const patch = contactZone(a)
    spots(a, leaning)
    return {
      root: a.root,
      anchors: a.anchors,
      update(s) {
        const wear: Wear = s
        const lean = -leanAngle * clamp(s.lean)
        const axle = sizes.radius - lossAt(0, wear) - sizes.sink + (s.pressure > 0 ? 0.03 * s.pressure : 0)
        pitch.set(wear)
        section.set(wear, s.cut)
        leaning.position.y = axle
        leaning.rotation.z = lean
        wheel.rotation.x = s.spin
        rubber.set({ axle, lean, pressure: s.pressure, wear, tint: s.tint })
        const open = clamp(s.cut)
        faded.transparent = open > 0.005
        faded.opacity = 1 - open
        for (const mesh of [carcass, pieces]) mesh.visible = open < 0.995
        bar.emissive.set(0xe5383b)
        bar.emissiveIntensity = 0.55 * clamp(s.bars)
        road(s.patch, s.water)
        patch(s.patch, s.pressure, s.lean)
      },
    }
  },
})

/** Sidewalls, the floor of the grooves and the inside; answers the part in the wedge. */
function carcassPieces(a: Assembly<Anchor>, whole: Mesh['material'], faded: Mesh['material'], wheel: Object3D): Mesh {
  const side = sidewall.map(([radius, x]): Point2 => [radius, x])
  const floor = Array.from({ length: 21 }, (_, i) => {
    const x = sizes.halfTread * (1 - i / 10)
    return [floorAt(x), x] as const
  })
  const inner = [...inside.toReversed(), ...inside.map(([radius, x]) => [radius, -x] as const)]
  const outline = [
    ...side,
    ...floor,
    ...side.toReversed().map(([radius, x]) => [radius, -x] as const),
    ...inner.toReversed(),
    side[0]!,
  ].map(([radius, x]) => new Vector2(radius, x))
  const turnedThrough = (from: number, to: number, segments: number) =>
    along('x', new LatheGeometry(outline, segments, from - Math.PI / 2, to - from))
  a.mesh(turnedThrough(wedge.to, wedge.from + Math.PI * 2, 165), whole, wheel)
  return a.mesh(turnedThrough(wedge.from, wedge.to, 15), faded, wheel)
}

/** The pitches round the tyre; answers those in the wedge. */
function treadPieces(
  pitch: BufferGeometry,
  whole: Mesh['material'],
  faded: Mesh['material'],
  wheel: Object3D,
): InstancedMesh {
  const first = Math.round(wedge.from / pitchAngle)
  const last = Math.round(wedge.to / pitchAngle)
  const inWedge = Array.from({ length: last - first }, (_, i) => first + i)
  const others = Array.from({ length: sizes.pitches - inWedge.length }, (_, i) => (last + i) % sizes.pitches)
  const made = [
    [whole, others],
    [faded, inWedge],
  ].map(([material, numbers]) => {
    const list = numbers as number[]
    const mesh = new InstancedMesh(pitch, material as Mesh['material'], list.length)
    for (const [i, number] of list.entries()) mesh.setMatrixAt(i, new Matrix4().makeRotationX(number * pitchAngle))
    mesh.castShadow = mesh.receiveShadow = true
    mesh.frustumCulled = false
    wheel.add(mesh)
    return mesh
  })
  return made[1]!
}

/** Six bars in each main groove, 12 mm long. */
function wearBars(a: Assembly<Anchor>, material: Mesh['material'], wheel: Object3D): void {
  for (const x of sizes.grooves)
    for (let i = 0; i < sizes.bars; i++) {
      const points = (radius: number, half: number) => [new Vector2(radius, half), new Vector2(radius, -half)]
      const profile = [
        ...points(barAt(x), sizes.grooveHalf),
        ...points(floorAt(x) - 0.01, sizes.grooveHalf).toReversed(),
      ]
      profile.push(profile[0]!)
      const angle = (i / sizes.bars) * Math.PI * 2 + pitchAngle * 3
      const half = 0.06 / sizes.radius
      const geometry = along('x', new LatheGeometry(profile, 4, angle - half - Math.PI / 2, 2 * half))
      a.mesh(geometry.translate(x, 0, 0), material, wheel)
    }
}

/** The two faces of the wedge: rubber with the profile of the tread, belts, carcass ply, bead wires. */
function sectionFaces(m: Materials, wheel: Object3D): { set(wear: Wear, cut: number): void } {
  const rubber = m.cut(cutColours.rubber)
  const bronze = m.cut(cutColours.bronze)
  const steel = m.cut(cutColours.steel)
  const faces = [wedge.from, wedge.to].map((angle, index) => {
    const face = new Mesh(undefined, rubber)
    const up = [0, Math.cos(angle), Math.sin(angle)] as const
    face.matrixAutoUpdate = false
    face.matrix.set(1, 0, 0, 0, 0, up[1], -up[2], 0, 0, up[2], up[1], 0, 0, 0, 0, 1)
    const out = index === 0 ? 0.003 : -0.003
    const belt = (radius: number, half: number) => {
      const points: Point3[] = Array.from({ length: 9 }, (_, i) => {
        const x = half * (i / 4 - 1)
        return [x, radius - 0.018 * (x / sizes.halfTread) ** 2, out]
      })
      face.add(new Mesh(pipe(points, 0.0075, { segments: 40, around: 8 }), bronze))
    }
    belt(3.055, 0.74)
    belt(3.03, 0.8)
    const ply = [
      ...inside.toReversed().map(([r, x]): Point3 => [x, r + 0.02, out]),
      ...inside.slice(1).map(([r, x]): Point3 => [-x, r + 0.02, out]),
    ]
    face.add(
      new Mesh(
        pipe(
          ply.map(([x, r, z]): Point3 => [x * 1.02, r, z]),
          0.006,
          { segments: 120, around: 8 },
        ),
        steel,
      ),
    )
    for (const x of [-0.72, 0.72])
      for (const [dx, dr] of [
        [0, 0],
        [0.035, 0],
        [0, 0.035],
        [0.035, 0.035],
      ] as const) {
        const wire = new Mesh(
          pipe(
            [
              [x + dx * Math.sign(x), 2.1 + dr, out - 0.004],
              [x + dx * Math.sign(x), 2.1 + dr, out + 0.004],
            ],
            0.016,
            { segments: 2 },
          ),
          steel,
        )
        face.add(wire)
      }
    wheel.add(face)
    return face
  })
  let shown = ''
  return {
    set(wear, cut) {
      for (const face of faces) face.visible = cut > 0.02
      const key = [wear.wear, wear.centre, wear.edges, wear.side].join()
      if (key === shown) return
      shown = key
      const side = sidewall.map(([radius, x]) => new Vector2(x, radius))
      const top = ribs()
        .toReversed()
        .flatMap(([from, to]) => [
          new Vector2(to, floorAt(to)),
          ...Array.from({ length: 9 }, (_, i) => {
            const x = mix(to, from, i / 8)
            return new Vector2(x, topAt(x, wear))
          }),
          new Vector2(from, floorAt(from)),
        ])
      const mirrored = side.toReversed().map(({ x, y }) => new Vector2(-x, y))
      const inner = [
        ...inside.toReversed().map(([r, x]) => new Vector2(-x, r)),
        ...inside.slice(1).map(([r, x]) => new Vector2(x, r)),
      ]
      const geometry = new ShapeGeometry(new Shape([...side, ...top, ...mirrored, ...inner]))
      for (const face of faces) {
        face.geometry.dispose()
        face.geometry = geometry.clone()
      }
    },
  }
}

/** Asphalt with a film of water; it turns to glass to show the contact patch. */
function roadSlab(a: Assembly<Anchor>, m: Materials): (glass: number, water: number) => void {
  const asphalt = m.plastic(0x2c2f33)
  asphalt.roughness = 0.9
  asphalt.bumpMap = grain(0, 255, 21, 18)
  asphalt.bumpScale = 1.5
  asphalt.transparent = true
  const slab = a.mesh(new RoundedBoxGeometry(7, 0.3, 8.5, 3, 0.05).translate(0, -0.155, 0), asphalt)
  slab.castShadow = false
  const film = m.fluid(0x4f7f9f, 0.3)
  film.roughness = 0.4
  film.clearcoat = 0.15
  film.emissiveIntensity = 0.05
  const wet = a.mesh(new RoundedBoxGeometry(6.9, 0.02, 8.4, 2, 0.008).translate(0, 0.006, 0), film)
  wet.castShadow = false
  return (glass, water) => {
    asphalt.opacity = mix(1, 0.14, clamp(glass))
    asphalt.depthWrite = glass < 0.5
    film.opacity = 0.22 * clamp(water)
    wet.visible = water > 0.01
  }
}

/** Where the tyre touches the road, as a light on the glass: seen from below. */
function contactZone(a: Assembly<Anchor>): (shown: number, pressure: number, lean: number) => void {
  const material = new MeshBasicMaterial({
    color: arrowColours.force,
    transparent: true,
    depthTest: false,
    toneMapped: false,
    side: DoubleSide,
  })
  const halves = [0, 1].map(() => {
    const half = a.mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), material)
    half.castShadow = half.receiveShadow = false
    half.renderOrder = 5
    return half
  })
  return (shown, pressure, lean) => {
    material.opacity = 0.85 * clamp(shown)
    for (const [index, [from, to]] of contactPatch(pressure, lean).entries()) {
      const half = halves[index]!
      half.visible = shown > 0.01
      half.position.set((from + to) / 2, -0.012, 0)
      half.scale.set(to - from, 1, 1.45)
    }
  }
}

/** The tread looks the same every sixth of a turn, so the spots stand still. */
function spots(a: Assembly<Anchor>, wheel: Object3D): void {
  const at = (x: number, degrees: number, radius: number): Point3 => {
    const angle = (degrees * Math.PI) / 180
    return [x, Math.cos(angle) * radius, Math.sin(angle) * radius]
  }
  a.anchor('tread_block', at(0.36, 72, 3.15), wheel)
  a.anchor('groove', at(-0.2, 66, 3.085), wheel)
  a.anchor('wear_bar', at(0.2, 78, 3.096), wheel)
  a.anchor('sipe', at(0.38, 69, 3.15), wheel)
  a.anchor('sidewall', at(1.02, 60, 2.6), wheel)
  a.anchor('steel_belts', at(0.45, 30, 3.05), wheel)
  a.anchor('centre', [0, 0.75, 2.15])
  a.anchor('shoulder', [0.8, 0.75, 2.1])
  a.anchor('inner_shoulder', [-0.8, 0.75, 2.1])
  a.anchor('contact_patch', [0, 0.005, 0.35])
  a.anchor('patch_edge', [-0.68, 0.005, 0.3])
  a.anchor('sidewall_low', [1.0, 0.8, 0.35])
  a.anchor('section_groove', at(-0.2, 29.5, 3.09), wheel)
  a.anchor('section_block', at(0.36, 28.5, 3.15), wheel)
}
