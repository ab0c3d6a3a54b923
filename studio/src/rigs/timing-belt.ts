import type { Material, Mesh, Object3D } from 'three'
import { MeshStandardMaterial, Vector3 } from 'three'
import { arrow, turnArrow } from '../kit/effects.ts'
import { arrowColours, materials, type Materials } from '../kit/materials.ts'
import { clamp, ease } from '../kit/motion.ts'
import { defineRig, share, turning } from '../kit/rig.ts'
import { extruded, roundedPolygon, turnedBody, type Point2 } from '../kit/shapes.ts'
import type { Assembly } from '../kit/assembly.ts'
import type { AnchorName as EngineAnchorName } from './four-stroke/anchors.ts'
import { buildBlock } from './four-stroke/block.ts'
import { buildCrankTrain } from './four-stroke/crank-train.ts'
import { buildHead } from './four-stroke/head.ts'
import { deck } from './four-stroke/kinematics.ts'
import { buildPlug } from './four-stroke/plug.ts'
import { anchorNames, type AnchorName } from './timing-belt/anchors.ts'
import { buildBelt } from './timing-belt/belt.ts'
import { buildDrive } from './timing-belt/drive.ts'
import { belt, BeltPath, beltTeeth, camCentre, camsAsAt, restLean, toothed, travel } from './timing-belt/path.ts'
import { WindowAssembly } from './timing-belt/window.ts'

/** What the section breaks open in the front: one cylinder, its valves, and the cams behind their sprockets. */
const window: Point2[] = [
  [-0.72, 0.86],
  [0.72, 0.86],
  [0.72, deck + 0.3],
  [1.3, deck + 0.9],
  [1.3, deck + 2.2],
  [-1.3, deck + 2.2],
  [-1.3, deck + 0.9],
  [-0.72, deck + 0.3],
]

/** How far the arm swings when the run is pulled, in radians. */
const armSwing = 0.07

/** The front of an engine with its timing belt, and its first cylinder in a broken-out section behind the belt. */
export const rig = defineRig({
  name: 'timing-belt',
  says: 'Timing belt of a four-cylinder engine with two camshafts: sprockets, tensioner, idler, water pump, valves and piston',
  channels: {
    crank: turning('Angle of the crankshaft: 0 is top dead centre at the start of the intake stroke'),
    slip: { says: 'Teeth over which the crank has run ahead of the belt', unit: 'share', range: [0, 22], rest: 0 },
    cut: share('The window in the front of block and head fades away', 1),
    cover: share('The belt cover: 1 on the engine, 0 taken off'),
    arm: {
      says: 'The tensioner arm, from 1 pressed further in to -1 pushed back',
      unit: 'share',
      range: [-1, 1],
      rest: 0,
    },
    wear: share('Cracks at the roots of the teeth and frayed edges'),
    shed: share('Teeth break off and fall; they are those on the crank at an angle of 2 pi'),
    bend: share('The exhaust valve is bent by the piston'),
    marks: share('The timing marks glow'),
    away: share('Belt, tensioner, idler and pump are taken off one after the other: 1 is all gone'),
    turn: share('Arrows of the turning sprockets'),
    force: share('Arrow of the tensioner on the belt'),
    warning: share('Arrow where valve and piston meet'),
  },
  anchors: anchorNames,
  floor: -3.1,
  build() {
    const m = materials()
    const assembly = new WindowAssembly<AnchorName | EngineAnchorName>(roundedPolygon(window, 0.12))
    assembly.root.position.y = -1.68
    // A light sump, against which the belt stands out.
    buildBlock(assembly, { ...m, paint: () => m.paint(0x8d959d) })
    const head = buildHead(assembly, m)
    const train = buildCrankTrain(assembly, m)
    const plug = buildPlug(assembly, m)
    buildRear(assembly, m)
    const rest = new BeltPath(restLean)
    const drive = buildDrive(assembly, m, rest)
    const beltGroup = assembly.joint()
    const band = buildBelt(beltGroup)
    const bend = bendable(head.valve.exhaust)
    assembly.anchor('valve', [0.05, 0.16, 0.14], head.valve.exhaust)
    const spot = rest.at(rest.on('exhaust').from + rest.on('exhaust').length + 1.0)
    assembly.anchor('timing_belt', [spot.x, spot.y, belt.to], beltGroup)
    const low = rest.at(rest.on('crank').length * 0.42)
    const left = rest.at(rest.on('tensioner').from - 0.75)
    assembly.anchor('timing_belt_left', [left.x, left.y, belt.to], beltGroup)
    assembly.anchor('timing_belt_crank', [low.x, low.y, belt.to], beltGroup)

    const cover = buildCover(assembly, m)
    const arrows = buildArrows(assembly)
    const takenOff = [beltGroup, drive.mounted.tensioner, drive.mounted.idler, drive.mounted.pump].map(fadeable)
    const swung = { lean: restLean, path: rest }

    return {
      root: assembly.root,
      anchors: assembly.anchors,
      update(state) {
        const lean = restLean - state.arm * armSwing
        if (swung.lean !== lean) Object.assign(swung, { lean, path: lean === restLean ? rest : new BeltPath(lean) })
        const teeth = travel(state.crank, state.slip)
        const path = swung.path
        train.update(state.crank)
        head.update(camsAsAt(state.crank, state.slip))
        plug(0, 0)
        drive.set(state.crank, teeth, path, lean, state.marks)
        band.set(path, teeth % beltTeeth, state.wear, state.shed)
        bend(state.bend)
        for (const [i, piece] of takenOff.entries()) piece(ease(clamp(state.away * 2.2 - i * 0.4)))
        cover(1 - state.cover)
        arrows.set(state.turn, state.force, state.warning)
        assembly.open(state.cut)
      },
    }
  },
})

/** The other three cylinders, behind the first: outlines only, they are context. */
function buildRear(assembly: Assembly<AnchorName>, m: Materials): void {
  const outlines: [Point2[], Material][] = [
    [
      [
        [-1.15, deck],
        [-1.15, 1.0],
        [-1.34, 0.6],
        [-1.34, -0.28],
        [1.34, -0.28],
        [1.34, 0.6],
        [1.15, 1.0],
        [1.15, deck],
      ],
      m.cast,
    ],
    [
      [
        [-1.15, deck + 0.01],
        [-1.15, deck + 0.2],
        [-1.55, deck + 0.46],
        [-1.55, deck + 1.8],
        [1.55, deck + 1.8],
        [1.55, deck + 0.46],
        [1.15, deck + 0.2],
        [1.15, deck + 0.01],
      ],
      m.aluminium,
    ],
    [
      [
        [-1.58, deck + 1.8],
        [-1.58, deck + 2.3],
        [-1.28, deck + 2.66],
        [1.28, deck + 2.66],
        [1.58, deck + 2.3],
        [1.58, deck + 1.8],
      ],
      m.paint(0x2b3440),
    ],
    [
      [
        [-1.42, -0.28],
        [-1.42, -0.5],
        [-1.22, -1.42],
        [1.22, -1.42],
        [1.42, -0.5],
        [1.42, -0.28],
      ],
      m.paint(0x23272c),
    ],
  ]
  for (const [outline, material] of outlines)
    assembly.mesh(extruded(roundedPolygon(outline, 0.09), 4.9, { bevel: 0.04 }).translate(0, 0, -5.95), material)
  const rib = m.cast
  for (let z = -5.6; z < -1.2; z += 0.62)
    for (const sign of [-1, 1])
      assembly.mesh(
        extruded(
          roundedPolygon(
            [
              [sign * 1.1, 2.7],
              [sign * 1.1, 0.7],
              [sign * 1.34, 0.62],
              [sign * 1.22, 1.0],
              [sign * 1.22, 2.62],
            ],
            0.04,
          ),
          0.09,
          { bevel: 0.015 },
        ).translate(0, 0, z),
        rib,
      )
}

/** The plastic cover over the whole drive; it lifts off forwards and fades. */
function buildCover(assembly: Assembly<AnchorName>, m: Materials): (off: number) => void {
  const group = assembly.joint()
  const top = camCentre.y + toothed(44) + 0.14
  const outline: Point2[] = [
    [-2.05, top - 0.9],
    [-1.6, top],
    [1.6, top],
    [2.05, top - 0.9],
    [1.9, 3.9],
    [1.72, 2.4],
    [1.0, 1.1],
    [0.66, -0.2],
    [0.4, -0.62],
    [-0.4, -0.62],
    [-0.74, -0.2],
    [-1.62, 1.2],
    [-2.2, 3.1],
    [-2.15, 4.0],
  ]
  const plastic = new MeshStandardMaterial({ color: 0x39424c, roughness: 0.5, metalness: 0 })
  const scaled = (size: number) => outline.map(([x, y]) => [x * size, 2.7 + (y - 2.7) * size] as const)
  assembly.mesh(extruded(roundedPolygon(outline, 0.25), 0.72, { bevel: 0.07 }).translate(0, 0, 1.12), plastic, group)
  assembly.mesh(
    extruded(roundedPolygon(scaled(0.86), 0.25), 0.12, { bevel: 0.05 }).translate(0, 0, 1.8),
    plastic,
    group,
  )
  for (const [x, y, radius] of [
    [-camCentre.x, camCentre.y, 0.8],
    [camCentre.x, camCentre.y, 0.8],
    [0, 0, 0.42],
  ] as const) {
    const dome = turnedBody('z', [
      [0, 1.86],
      [radius - 0.1, 1.86],
      [radius - 0.06, 1.98],
      [radius, 1.98],
      [radius + 0.05, 1.84],
      [0, 1.84],
    ])
    assembly.mesh(dome.translate(x, y, 0), plastic, group)
  }
  for (const [x, y] of [
    [-1.5, top - 0.16],
    [1.5, top - 0.16],
    [-2.0, 3.4],
    [1.82, 3.4],
    [-1.1, 0.55],
    [0.84, 0.55],
  ] as Point2[])
    assembly.mesh(
      extruded(
        roundedPolygon(
          [
            [x - 0.07, y - 0.07],
            [x + 0.07, y - 0.07],
            [x + 0.07, y + 0.07],
            [x - 0.07, y + 0.07],
          ],
          0.06,
        ),
        0.1,
        { bevel: 0.02 },
      ).translate(0, 0, 1.82),
      m.zinc,
      group,
    )
  return fadeable(group)
}

/** Lets a group be taken off: it moves forwards and fades; at 0 it is as solid as anything. */
function fadeable(group: Object3D): (off: number) => void {
  const copies = new Map<Material, Material>()
  const own = (material: Material): Material => {
    const made = copies.get(material) ?? material.clone()
    copies.set(material, made)
    return made
  }
  group.traverse((object) => {
    const mesh = object as Mesh
    if (mesh.isMesh) mesh.material = Array.isArray(mesh.material) ? mesh.material.map(own) : own(mesh.material)
  })
  const parts = [...copies.values()]
  return (off) => {
    group.position.z = off * 2.2
    group.visible = off < 0.99
    for (const material of parts) {
      const fading = off > 0.01
      if (material.transparent !== fading) material.needsUpdate = true
      material.transparent = fading
      material.opacity = clamp((1 - off) * 1.6)
    }
  }
}

/** Bends a valve at its neck, towards the middle of the chamber. */
function bendable(valve: Mesh): (bending: number) => void {
  const position = valve.geometry.getAttribute('position')
  const straight = Array.from({ length: position.count }, (_, i) => new Vector3().fromBufferAttribute(position, i))
  const pivot = 0.42
  let bent = 0
  return (bending) => {
    if (bending === bent) return
    bent = bending
    for (const [i, { x, y, z }] of straight.entries()) {
      const angle = 0.15 * bending * ease((pivot - y) / 0.24)
      const drop = y - pivot
      position.setXYZ(
        i,
        y < pivot ? x * Math.cos(angle) - drop * Math.sin(angle) : x,
        y < pivot ? pivot + x * Math.sin(angle) + drop * Math.cos(angle) : y,
        z,
      )
    }
    position.needsUpdate = true
    valve.geometry.computeVertexNormals()
  }
}

function buildArrows(assembly: Assembly<AnchorName>) {
  const turns = [
    { x: 0, y: 0, radius: 0.72 },
    { x: -camCentre.x, y: camCentre.y, radius: 0.56 },
    { x: camCentre.x, y: camCentre.y, radius: 0.56 },
  ].map(({ x, y, radius }) => {
    const made = turnArrow(arrowColours.turn, assembly.root, {
      radius,
      from: x === 0 ? 4.9 : 2.6,
      sweep: -2.2,
      width: 0.1,
    })
    made.mesh.position.set(x, y, belt.to + 0.12)
    return made
  })
  const force = arrow(arrowColours.force, assembly.root, 0.5)
  force.mesh.position.set(-2.68, 3.34, belt.to + 0.1)
  const warning = arrow(arrowColours.warning, assembly.root, 0.42)
  warning.mesh.position.set(0.98, deck - 0.36, 0.4)
  warning.mesh.rotation.z = Math.PI - 0.62
  return {
    set(turn: number, push: number, warn: number): void {
      for (const made of turns) made.show(turn)
      force.show(push)
      warning.show(warn)
    },
  }
}
