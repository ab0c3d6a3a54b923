import { BoxGeometry, SphereGeometry, Shape } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import { beltGeometry, BeltMarks } from '../../kit/belt.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { cylinder, extruded, hexagon, hole, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { solid, subtract, unite } from '../../kit/solids.ts'
import {
  beltLine,
  beltMarks,
  beltPlane,
  beltTravel,
  crankPulley,
  engine,
  impellerVanes,
  pulleyHoles,
  pumpHeight,
  pumpPulley,
  pumpTurn,
  thermostat,
} from './layout.ts'

/** The casting at the front of the engine with pump and thermostat, and the belt drive of the pump. */

const beltThickness = 0.06
const beltWidth = 0.28

export interface Pump {
  set(crank: number): void
}

/** A turned piece whose axis is the pump's. */
const onAxis = (profile: readonly Point2[], segments = 64) =>
  turnedBody('x', profile, segments).translate(0, pumpHeight, 0)
const round = (radius: number, from: number, to: number) => cylinder('x', radius, from, to).translate(0, pumpHeight, 0)

export function buildPump<Anchor extends string>(a: Assembly<Anchor>, m: Materials): Pump {
  buildHousing(a, m)
  const turning = a.joint([0, pumpHeight, 0])
  buildImpeller(a, m, turning)
  const balls = a.joint([0, pumpHeight, 0])
  const ball = [-2.5, -2.38].flatMap((x) =>
    Array.from({ length: 8 }, (_, i) => {
      const angle = (i / 8) * 2 * Math.PI
      return new SphereGeometry(0.038, 14, 10).translate(x, Math.cos(angle) * 0.118, Math.sin(angle) * 0.118)
    }),
  )
  a.mesh(mergeGeometries(ball), m.chrome, balls)
  const drive = buildDrive(a, m, turning)
  return {
    set(crank) {
      const turn = pumpTurn(crank)
      turning.rotation.x = turn
      balls.rotation.x = turn / 2
      drive(crank)
    },
  }
}

function buildHousing<Anchor extends string>(a: Assembly<Anchor>, m: Materials): void {
  const x = thermostat.x
  const box = (width: number, height: number, depth: number, at: Point2) =>
    solid(new BoxGeometry(width, height, depth).translate(at[0], at[1], 0), m.aluminium)
  const column = (radius: number, from: number, to: number) =>
    solid(cylinder('y', radius, from, to).translate(x, 0, 0), m.aluminium)
  const neck = (y: number, from: number, to: number) => [
    solid(cylinder('x', 0.2, from, to).translate(0, y, 0), m.aluminium),
    // The bead that holds the hose.
    solid(
      turnedBody('x', [
        [0, from + 0.03],
        [0.2, from + 0.03],
        [0.225, from + 0.06],
        [0.2, from + 0.1],
        [0, from + 0.1],
        [0, from + 0.03],
      ]).translate(0, y, 0),
      m.aluminium,
    ),
  ]
  const lower = unite(
    solid(round(0.53, -2.24, engine.front), m.aluminium),
    solid(
      onAxis([
        [0, -2.58],
        [0.25, -2.58],
        [0.27, -2.3],
        [0.4, -2.22],
        [0, -2.22],
        [0, -2.58],
      ]),
      m.aluminium,
    ),
    box(0.54, 0.84, 0.46, [-2.06, 1.9]),
    column(0.23, 1.7, 2.3),
    ...neck(2.12, -2.66, -2.1),
    column(0.17, 2.1, 2.62),
    column(0.42, 2.56, thermostat.seat),
    solid(
      turnedBody('y', [
        [0, 3.0],
        [0.42, 3.0],
        [0.5, 3.03],
        [0.5, thermostat.seat],
        [0, thermostat.seat],
        [0, 3.0],
      ]).translate(x, 0, 0),
      m.aluminium,
    ),
    box(0.5, 0.36, 0.5, [-1.86, 2.72]),
  )
  a.openable(
    subtract(lower, solid(round(0.19, -2.7, -2.31), m.machined), solid(round(0.13, -2.4, -2.19), m.machined)),
    { axis: 'z', cut: m.cut(cutColours.aluminium) },
  )
  const outlet = unite(
    solid(
      turnedBody('y', [
        [0, 3.14],
        [0.5, 3.14],
        [0.5, 3.21],
        [0.36, 3.24],
        [0.33, 3.45],
        [0.26, 3.62],
        [0.12, 3.7],
        [0, 3.71],
        [0, 3.14],
      ]).translate(x, 0, 0),
      m.aluminium,
    ),
    ...neck(3.46, -2.86, -2.1),
  )
  a.openable(outlet, { axis: 'z', cut: m.cut(cutColours.aluminium) })

  // Screws of both flanges; those on the section line are left out.
  const heads = [-1, 1].flatMap((side) => [
    hexagon('y', 0.06, 3.21, 3.28).translate(x + side * 0.28, 0, -0.34),
    hexagon('x', 0.06, -2.3, -2.23).translate(0, pumpHeight + side * 0.3, -0.37),
  ])
  a.mesh(mergeGeometries(heads), m.zinc)

  // Bearing and seal of the shaft, cut like the housing.
  const steel = m.cut(cutColours.steel)
  a.openable(
    solid(
      onAxis([
        [0.155, -2.57],
        [0.19, -2.57],
        [0.19, -2.31],
        [0.155, -2.31],
        [0.155, -2.57],
      ]),
      m.steel,
    ),
    { axis: 'z', cut: steel },
  )
  const lip: Point2[] = [
    [0.075, -2.3],
    [0.13, -2.3],
    [0.13, -2.2],
    [0.11, -2.17],
    [0.075, -2.14],
    [0.075, -2.2],
    [0.1, -2.24],
    [0.075, -2.3],
  ]
  a.openable(solid(onAxis(lip), m.rubber), { axis: 'z', cut: m.cut(cutColours.rubber) })
}

function buildImpeller<Anchor extends string>(
  a: Assembly<Anchor>,
  m: Materials,
  turning: ReturnType<Assembly<Anchor>['joint']>,
): void {
  a.mesh(cylinder('x', 0.075, -2.95, -1.78), m.machined, turning)
  const disc = turnedBody('x', [
    [0, -1.83],
    [0.37, -1.83],
    [0.375, -1.815],
    [0.37, -1.8],
    [0, -1.8],
  ])
  const hub = turnedBody('x', [
    [0, -2.05],
    [0.09, -2.05],
    [0.12, -1.96],
    [0.16, -1.86],
    [0.2, -1.82],
    [0, -1.82],
  ])
  const vane = new Shape()
  vane.moveTo(0.1, 0)
  vane.quadraticCurveTo(0.24, 0.015, 0.365, 0.14)
  vane.lineTo(0.345, 0.165)
  vane.quadraticCurveTo(0.22, 0.055, 0.1, 0.03)
  vane.closePath()
  const vanes = Array.from({ length: impellerVanes }, (_, i) => {
    const geometry = extruded(vane, 0.18, { bevel: 0.006 })
    geometry.rotateZ((i / impellerVanes) * 2 * Math.PI)
    // Made in x and y with its height along z; the shaft is along x.
    geometry.rotateY(-Math.PI / 2)
    return geometry.translate(-1.82, 0, 0)
  })
  const brass = m.brass
  a.mesh(disc, brass, turning)
  a.mesh(hub, brass, turning)
  a.mesh(mergeGeometries(vanes), brass, turning)
}

/** A belt pulley on x with its rim about the belt's plane, spoked by round holes. */
function pulley(
  radius: number,
  holes: number,
): { rim: ReturnType<typeof turnedBody>; web: ReturnType<typeof turnedBody> } {
  const half = beltWidth / 2 + 0.03
  const seat = radius - beltThickness / 2
  const rim = turnedBody(
    'x',
    [
      [seat - 0.06, beltPlane - half],
      [seat + 0.055, beltPlane - half],
      [seat + 0.06, beltPlane - half + 0.012],
      [seat, beltPlane - half + 0.03],
      [seat, beltPlane + half - 0.03],
      [seat + 0.06, beltPlane + half - 0.012],
      [seat + 0.055, beltPlane + half],
      [seat - 0.06, beltPlane + half],
      [seat - 0.06, beltPlane - half],
    ],
    96,
  )
  const disc = new Shape()
  disc.absarc(0, 0, seat - 0.04, 0, Math.PI * 2, false)
  const openings = Array.from({ length: holes }, (_, i) => {
    const angle = ((i + 0.5) / holes) * 2 * Math.PI
    return hole(Math.cos(angle) * seat * 0.58, Math.sin(angle) * seat * 0.58, seat * 0.2)
  })
  const web = extruded(disc, 0.07, { bevel: 0.012, holes: openings, curveSegments: 48 })
  web.rotateY(Math.PI / 2)
  return { rim, web: web.translate(beltPlane - 0.06, 0, 0) }
}

function buildDrive<Anchor extends string>(
  a: Assembly<Anchor>,
  m: Materials,
  pumpShaft: ReturnType<Assembly<Anchor>['joint']>,
): (crank: number) => void {
  const small = pulley(pumpPulley, pulleyHoles)
  a.mesh(small.rim, m.steel, pumpShaft)
  a.mesh(small.web, m.steel, pumpShaft)
  a.mesh(
    turnedBody('x', [
      [0, -2.95],
      [0.11, -2.95],
      [0.12, -2.93],
      [0.12, -2.6],
      [0, -2.6],
    ]),
    m.steel,
    pumpShaft,
  )
  const bolts = Array.from({ length: pulleyHoles }, (_, i) => {
    const angle = (i / pulleyHoles) * 2 * Math.PI
    return hexagon('x', 0.035, -2.85, -2.8).translate(0, Math.cos(angle) * 0.16, Math.sin(angle) * 0.16)
  })
  a.mesh(mergeGeometries(bolts), m.zinc, pumpShaft)

  const crankNose = a.joint()
  const large = pulley(crankPulley, 0)
  a.mesh(large.rim, m.dark, crankNose)
  a.mesh(large.web, m.dark, crankNose)
  // The rubber of the vibration damper between hub and rim.
  a.mesh(
    turnedBody('x', [
      [0.33, beltPlane - 0.1],
      [0.37, beltPlane - 0.1],
      [0.37, beltPlane + 0.1],
      [0.33, beltPlane + 0.1],
      [0.33, beltPlane - 0.1],
    ]),
    m.rubber,
    crankNose,
  )
  a.mesh(cylinder('x', 0.14, beltPlane - 0.12, -2.3), m.steel, crankNose)
  a.mesh(hexagon('x', 0.1, beltPlane - 0.2, beltPlane - 0.1), m.zinc, crankNose)
  a.mesh(cylinder('x', 0.13, beltPlane - 0.13, beltPlane - 0.1), m.steel, crankNose)

  // The line of the belt is drawn in x and y: turned to face the front of the car.
  const plane = a.joint([beltPlane, 0, 0])
  plane.rotation.y = -Math.PI / 2
  a.mesh(beltGeometry(beltLine, beltWidth, beltThickness), m.rubber, plane)
  const marks = new BeltMarks(beltLine, m.plastic(0xcfd4d8), {
    count: beltMarks,
    width: beltWidth * 0.8,
    thickness: beltThickness,
  })
  plane.add(marks.mesh)
  return (crank) => {
    crankNose.rotation.x = crank
    // Seen from the front the engine turns clockwise: against the direction in which the line is drawn.
    marks.set(-beltTravel(crank))
  }
}
