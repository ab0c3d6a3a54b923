import { type BufferGeometry, Shape, type Group } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import { beltGeometry, BeltMarks } from '../../kit/belt.ts'
import { turnArrow } from '../../kit/effects.ts'
import { arrowColours, type Materials } from '../../kit/materials.ts'
import { cylinder, extruded, hexagon, hole, roundedPolygon, turnedBody, type Point2 } from '../../kit/shapes.ts'
import {
  alternatorTurn,
  beltLine,
  beltMarks,
  beltPlane,
  beltThickness,
  beltTravel,
  beltWidth,
  pulleys,
  pumpTurn,
  tensionerTurn,
} from './layout.ts'

/** The belt drive: crank, alternator, water pump, sprung tensioner on the back of the belt. */

export interface Drive {
  set(state: { crank: number; slip: number; cracks: number; marks: number; squeal: number }): void
  alternatorShaft: Group
}

/** A ribbed pulley about x = 0: rim with grooves, web with holes. */
function ribbed(radius: number, holes: number): BufferGeometry[] {
  const half = beltWidth / 2 + 0.035
  const seat = radius - beltThickness / 2
  const profile: Point2[] = [
    [seat - 0.05, -half],
    [seat + 0.05, -half],
    [seat + 0.055, -half + 0.02],
    [seat - 0.005, -half + 0.04],
  ]
  const ribs = 6
  for (let i = 0; i < ribs; i++) {
    const x = -beltWidth / 2 + (i * beltWidth) / ribs
    profile.push([seat + 0.012, x], [seat - 0.012, x + beltWidth / ribs / 2])
  }
  profile.push(
    [seat - 0.005, half - 0.04],
    [seat + 0.055, half - 0.02],
    [seat + 0.05, half],
    [seat - 0.05, half],
    [seat - 0.05, -half],
  )
  const disc = new Shape()
  disc.absarc(0, 0, seat - 0.03, 0, 2 * Math.PI, false)
  const openings = Array.from({ length: holes }, (_, i) => {
    const angle = (i / holes) * 2 * Math.PI
    const size = Math.min(seat * 0.16, (seat * 1.25) / Math.max(holes, 1))
    return hole(Math.cos(angle) * seat * 0.62, Math.sin(angle) * seat * 0.62, size)
  })
  const web = extruded(disc, 0.07, { bevel: 0.012, holes: openings, curveSegments: 40 })
  web.rotateY(Math.PI / 2)
  return [turnedBody('x', profile, 80), web.translate(-0.05, 0, 0)]
}

export function buildDrive<Anchor extends string>(a: Assembly<Anchor>, m: Materials): Drive {
  const joint = ({ at }: { at: Point2 }) => a.joint([beltPlane, at[1], at[0]])
  const crank = joint(pulleys.crank)
  for (const piece of ribbed(pulleys.crank.radius, 10)) a.mesh(piece, m.dark, crank)
  a.mesh(
    turnedBody(
      'x',
      [
        [0.56, -0.1],
        [0.61, -0.1],
        [0.61, 0.1],
        [0.56, 0.1],
        [0.56, -0.1],
      ],
      72,
    ),
    m.rubber,
    crank,
  )
  a.mesh(cylinder('x', 0.2, -0.09, 0.5), m.steel, crank)
  a.mesh(
    turnedBody(
      'x',
      [
        [0, -0.15],
        [0.07, -0.15],
        [0.08, -0.2],
        [0.12, -0.2],
        [0.13, -0.18],
        [0.13, -0.1],
        [0, -0.1],
      ],
      40,
    ),
    m.zinc,
    crank,
  )
  a.mesh(cylinder('x', 0.17, -0.11, -0.08), m.steel, crank)

  const shaft = joint(pulleys.alternator)
  for (const piece of ribbed(pulleys.alternator.radius, 12)) a.mesh(piece, m.steel, shaft)
  a.mesh(cylinder('x', 0.12, -0.1, 0.42), m.steel, shaft)
  a.mesh(
    turnedBody(
      'x',
      [
        [0, -0.19],
        [0.07, -0.19],
        [0.1, -0.16],
        [0.1, -0.05],
        [0, -0.05],
      ],
      40,
    ),
    m.dark,
    shaft,
  )

  const pump = joint(pulleys.pump)
  for (const piece of ribbed(pulleys.pump.radius, 6)) a.mesh(piece, m.steel, pump)
  a.mesh(
    turnedBody(
      'x',
      [
        [0, -0.12],
        [0.12, -0.12],
        [0.13, -0.1],
        [0.13, 0.5],
        [0, 0.5],
      ],
      40,
    ),
    m.steel,
    pump,
  )
  const bolts = Array.from({ length: 6 }, (_, i) => {
    const angle = ((i + 0.5) / 6) * 2 * Math.PI
    return hexagon('x', 0.032, -0.1, -0.05).translate(0, Math.cos(angle) * 0.19, Math.sin(angle) * 0.19)
  })
  a.mesh(mergeGeometries(bolts), m.zinc, pump)

  // Tensioner: a smooth roller on an arm; its round housing with the spring is bolted to the engine.
  const roller = joint(pulleys.tensioner)
  const smooth = pulleys.tensioner.radius - beltThickness / 2
  a.mesh(
    turnedBody(
      'x',
      [
        [0, -0.05],
        [0.1, -0.05],
        [0.2, -0.03],
        [smooth - 0.04, -0.03],
        [smooth - 0.03, -0.15],
        [smooth, -0.15],
        [smooth, 0.15],
        [smooth - 0.04, 0.15],
        [0, 0.15],
      ],
      64,
    ),
    m.plastic(0x3a4148),
    roller,
  )
  const spots = Array.from({ length: 4 }, (_, i) =>
    cylinder('x', 0.03, -0.06, -0.02, { segments: 16 }).translate(
      0,
      Math.cos((i * Math.PI) / 2) * 0.15,
      Math.sin((i * Math.PI) / 2) * 0.15,
    ),
  )
  a.mesh(mergeGeometries(spots), m.rubber, roller)
  const [z, y] = pulleys.tensioner.at
  a.mesh(hexagon('x', 0.07, beltPlane - 0.12, beltPlane - 0.04).translate(0, y, z), m.zinc)
  const pivot: Point2 = [-1.62, 0.22]
  const arm = roundedPolygon(
    [
      [z - 0.14, y + 0.1],
      [z + 0.14, y + 0.1],
      [pivot[0] + 0.22, pivot[1]],
      [pivot[0] - 0.22, pivot[1]],
    ],
    0.1,
  )
  a.mesh(
    extruded(arm, 0.12, { bevel: 0.02 })
      .rotateY(-Math.PI / 2)
      .translate(beltPlane + 0.3, 0, 0),
    m.aluminium,
  )
  a.mesh(
    turnedBody(
      'x',
      [
        [0, -0.28],
        [0.12, -0.28],
        [0.28, -0.24],
        [0.3, -0.2],
        [0.3, 0.2],
        [0, 0.2],
      ],
      56,
    ).translate(0, pivot[1], pivot[0]),
    m.aluminium,
  )
  a.mesh(hexagon('x', 0.08, -0.36, -0.27).translate(0, pivot[1], pivot[0]), m.zinc)

  // The line of the belt is drawn in x and y: turned to face the front of the car.
  const plane = a.joint([beltPlane, 0, 0])
  plane.rotation.y = -Math.PI / 2
  a.mesh(beltGeometry(beltLine, beltWidth, beltThickness, 6), m.rubber, plane)
  const flat = { width: beltWidth * 0.82, thickness: beltThickness }
  const marks = new BeltMarks(beltLine, m.plastic(0xcfd4d8), { ...flat, count: beltMarks })
  const splits = new BeltMarks(beltLine, m.plastic(0xa98f6c), {
    width: beltWidth * 1.02,
    thickness: beltThickness,
    count: beltMarks * 4,
    length: 0.022,
  })
  plane.add(marks.mesh, splits.mesh)
  const warning = turnArrow(arrowColours.warning, shaft.parent!, { radius: 0.52, from: 2.2, sweep: -1.9, width: 0.1 })
  warning.mesh.rotation.y = -Math.PI / 2
  warning.mesh.position.set(beltPlane - 0.25, pulleys.alternator.at[1], pulleys.alternator.at[0])

  return {
    alternatorShaft: shaft,
    set({ crank: angle, slip, cracks, marks: shown, squeal }) {
      crank.rotation.x = angle
      shaft.rotation.x = alternatorTurn(angle, slip)
      pump.rotation.x = pumpTurn(angle)
      roller.rotation.x = tensionerTurn(angle)
      // Seen from the front the engine turns clockwise: against the direction in which the line is drawn.
      const travel = -beltTravel(angle)
      marks.set(travel)
      marks.mesh.visible = shown > 0.01
      marks.mesh.scale.z = shown
      splits.set(travel + 0.09)
      splits.mesh.visible = cracks > 0.01
      splits.mesh.scale.z = cracks
      warning.show(squeal)
    },
  }
}
