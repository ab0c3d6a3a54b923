import {
  CylinderGeometry,
  DoubleSide,
  InstancedMesh,
  LatheGeometry,
  Matrix4,
  type Mesh,
  TorusGeometry,
  Vector2,
  type BufferGeometry,
  type Object3D,
} from 'three'
import { Assembly } from '../kit/assembly.ts'
import { materials } from '../kit/materials.ts'
import { clamp } from '../kit/motion.ts'
import { defineRig, share, turning } from '../kit/rig.ts'
import { along, type Point2, type Point3 } from '../kit/shapes.ts'
import { jets } from './tyre/jets.ts'
import { loadedRubber } from './tyre/loaded.ts'
import { barAt, floorAt, inside, lossAt, pitchAngle, sidewall, sizes, type Wear } from './tyre/profile.ts'
import { rim } from './tyre/rim.ts'
import { road } from './tyre/road.ts'
import { section, wedge } from './tyre/section.ts'
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
    depth: share('measures the depth of the tread in the section'),
    patch: share('lights the blocks that carry the car; the road turns to glass'),
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
    tread.color.set(0x383b40)
    tread.roughness = 0.68
    tread.side = DoubleSide
    const faded = tread.clone()
    const bar = m.rubber.clone()
    bar.color.set(0x383b40)
    bar.side = DoubleSide
    for (const material of [tread, faded, bar]) rubber.load(material)

    const carcass = carcassPieces(a, tread, faded, wheel)
    const pitch = new Pitch()
    const pieces = treadPieces(pitch.geometry, tread, faded, wheel)
    wearBars(a, bar, wheel)
    const marks = sidewallMarks(a, tread, faded, bar, wheel)
    const faces = section(m, wheel)
    rim(a, m, wheel, leaning)
    const ground = road(a, m)
    const spray = jets(m, a.root)
    spots(a, leaning)
    return {
      root: a.root,
      anchors: a.anchors,
      update(s) {
        const wear: Wear = s
        const lean = -leanAngle * clamp(s.lean)
        const axle = sizes.radius - lossAt(0, wear) - sizes.sink + (s.pressure > 0 ? 0.03 * s.pressure : 0)
        pitch.set(wear)
        faces.set(wear, s.cut, s.depth)
        leaning.position.y = axle
        leaning.rotation.z = lean
        wheel.rotation.x = s.spin
        rubber.set({ axle, lean, pressure: s.pressure, wear, tint: s.tint, patch: s.patch, leaning: s.lean })
        const open = clamp(s.cut)
        faded.transparent = open > 0.005
        faded.opacity = 1 - open
        for (const mesh of [carcass, pieces, ...marks]) mesh.visible = open < 0.995
        bar.emissive.set(0xe5383b)
        bar.emissiveIntensity = 0.55 * clamp(s.bars)
        ground.set(s.spin, s.patch, s.water)
        spray.set(s.spin, s.water)
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

/** Two fine ribs on each sidewall, and a small arrow at every wear bar that shows where to look for it. */
function sidewallMarks(
  a: Assembly<Anchor>,
  whole: Mesh['material'],
  faded: Mesh['material'],
  bar: Mesh['material'],
  wheel: Object3D,
): Mesh[] {
  const inWedge: Mesh[] = []
  for (const side of [1, -1]) {
    for (const [radius, x] of [
      [2.3, 0.962],
      [2.78, 1.008],
    ] as const) {
      const arc = (from: number, to: number) =>
        new TorusGeometry(radius, 0.012, 8, Math.ceil((to - from) * 20), to - from)
          .rotateY(Math.PI / 2)
          .rotateX(from + Math.PI / 2)
          .translate(side * x, 0, 0)
      a.mesh(arc(wedge.to, wedge.from + Math.PI * 2), whole, wheel)
      inWedge.push(a.mesh(arc(wedge.from, wedge.to), faded, wheel))
    }
    for (let i = 0; i < sizes.bars; i++) {
      const turned = a.joint([0, 0, 0], wheel)
      turned.rotation.x = (i / sizes.bars) * Math.PI * 2 + pitchAngle * 3
      const at = a.joint([side * 0.951, 2.955, 0], turned)
      at.rotation.z = side * 0.46
      a.mesh(along('x', new CylinderGeometry(0.05, 0.05, 0.014, 3).rotateY(-Math.PI / 2)), bar, at)
    }
  }
  return inWedge
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
