import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Material,
} from 'three'
import type { Point3 } from '../../kit/shapes.ts'
import { openAt } from '../shape/opening.ts'
import { enter, type Field } from '../shape/field.ts'
import type { Figure } from '../shape/figure.ts'
import { pair, piece } from '../shape/placing.ts'
import { draw, lay, patch } from '../shape/skin.ts'
import type { CarDesign } from './design.ts'

/** The painted shell with its openings, the glass, and the wheel arches. */

const list = (prefix: string, figures: readonly Figure[]): [string, Figure][] =>
  figures.map((figure, i) => [`${prefix}${i}`, figure])

const nearest = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `d_${prefix}${i}`).reduce((so, next) => `min(${so}, ${next})`)

export function bodyOf(design: CarDesign, field: Field, surface: BufferGeometry): Group {
  const root = new Group()
  const shell = piece(root, surface, shellMaterial(design))
  const { wheels, arch } = design
  openAt(shell, ({ x, y, z }) => {
    const toAxle = Math.min(...[wheels.front, wheels.rear].map((axle) => Math.hypot(x - axle, y - wheels.radius)))
    return Math.abs(z) > 0.45 && toAxle < arch.radius
  })
  const lining = piece(root, surface, liningMaterial(design))
  lining.castShadow = false
  openAt(lining, () => true)
  const glass = piece(
    root,
    patch(surface, design.openings.window, design.ends, { depth: 0.003 }),
    glassMaterial(design),
  )
  glass.castShadow = false
  glass.renderOrder = 1
  for (const axle of [design.wheels.front, design.wheels.rear]) archOf(root, design, field, axle)
  return root
}

function shellMaterial({ paint, openings, layers, ends, wheels, arch }: CarDesign): Material {
  const { window, headlamp, tailLamp, grille } = openings
  const holes = [...headlamp, ...tailLamp, ...grille]
  const figures = new Map([
    ...list('window', window),
    ...list('hole', holes),
    ...list(
      'layer',
      layers.map(({ figure }) => figure),
    ),
  ])
  const glazed = nearest('window', window.length)
  const open = nearest('hole', holes.length)
  const round = [wheels.front, wheels.rear]
    .map((x) => `length(place.xy - vec2(${x.toFixed(4)}, ${wheels.radius.toFixed(4)}))`)
    .reduce((a, b) => `min(${a}, ${b})`)
  const arched = `(abs(place.z) > .45 ? ${round} - ${arch.radius.toFixed(4)} : 9.)`
  const drawn = layers.map(({ finish, grow = 0 }, i) => lay(finish, `d_layer${i} - ${grow.toFixed(4)}`))
  const cladding = arch.cladding > 0 ? lay('plastic', `${arched} - ${arch.cladding.toFixed(4)}`) : ''
  return draw(
    new MeshPhysicalMaterial({
      color: paint,
      metalness: 0.5,
      roughness: 0.3,
      clearcoat: 1,
      clearcoatRoughness: 0.035,
    }),
    {
      ends,
      figures,
      hide: `min(${glazed}, ${open}) < 0. || ${arched} < 0.`,
      paint: `
        ${cladding}
        ${drawn.join('\n')}
        ${lay('gloss', `${glazed} - .017`)}
        ${lay('seam', `abs(${glazed} - .017) - .0022`)}
        ${lay('seam', `${open} - .0035`)}`,
    },
  )
}

/** The inside of the shell is dark wherever it is seen through glass. */
function liningMaterial({ openings, ends }: CarDesign): Material {
  const figures = new Map(list('window', openings.window))
  return draw(new MeshBasicMaterial({ color: 0x08090b, side: BackSide }), {
    ends,
    figures,
    hide: `${nearest('window', openings.window.length)} < 0.`,
  })
}

function glassMaterial({ openings, ends, layers }: CarDesign): Material {
  const pillars = layers.filter(({ finish, figure }) => finish === 'gloss' && figure.view === 'side')
  const figures = new Map([
    ...list('window', openings.window),
    ...list(
      'pillar',
      pillars.map(({ figure }) => figure),
    ),
  ])
  const solid = pillars.length > 0 ? `cover(${nearest('pillar', pillars.length)})` : '0.'
  return draw(
    new MeshPhysicalMaterial({
      color: 0x06090c,
      metalness: 0,
      roughness: 0.04,
      clearcoat: 1,
      clearcoatRoughness: 0.02,
      envMapIntensity: 0.45,
      transparent: true,
      opacity: 0.78,
      depthWrite: false,
    }),
    {
      ends,
      moved: true,
      noGlint: true,
      figures,
      hide: `${nearest('window', openings.window.length)} > .004`,
      // Black print at the edge of a pane, and the pillars behind the side windows.
      paint: `diffuseColor.a = max(mix(1., diffuseColor.a, smoothstep(.012, .02, -(${nearest('window', openings.window.length)}))), ${solid});`,
    },
  )
}

/** The lip of an arch follows the side of the body; the liner behind it hides what is inside. */
function archOf(root: Group, { wheels, arch, paint }: CarDesign, field: Field, axle: number): void {
  const edge: Point3[] = []
  const steps = 72
  for (let i = 0; i <= steps; i++) {
    const angle = -0.55 + (i / steps) * (Math.PI + 1.1)
    const x = axle + Math.cos(angle) * arch.radius
    const y = wheels.radius + Math.sin(angle) * arch.radius
    const hit = enter(field, [x, y, 1.4], [0, 0, -1], 0.85)
    if (hit) edge.push(hit)
  }
  const lipPaint =
    arch.cladding > 0
      ? new MeshStandardMaterial({ color: 0x17191c, roughness: 0.62, side: DoubleSide })
      : new MeshPhysicalMaterial({ color: paint, metalness: 0.35, roughness: 0.4, clearcoat: 1, side: DoubleSide })
  const liner = new MeshStandardMaterial({ color: 0x08090a, roughness: 1, side: DoubleSide })
  const strip = (from: (z: number) => number, to: (z: number) => number, shrink = 0) => {
    const places: number[] = []
    const faces: number[] = []
    edge.forEach(([x, y, z], i) => {
      const [dx, dy] = [(x - axle) * (1 - shrink), (y - wheels.radius) * (1 - shrink)]
      places.push(x, y, from(z), axle + dx, wheels.radius + dy, to(z))
      if (i > 0) faces.push(i * 2 - 2, i * 2 - 1, i * 2, i * 2, i * 2 - 1, i * 2 + 1)
    })
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(places), 3))
    geometry.setIndex(faces)
    geometry.computeVertexNormals()
    return geometry
  }
  pair(
    root,
    strip(
      (z) => z,
      (z) => z - 0.022,
      0.012,
    ),
    lipPaint,
  )
  pair(
    root,
    strip(
      (z) => z - 0.012,
      () => 0.4,
    ),
    liner,
  )
  const back: number[] = []
  const fan: number[] = []
  back.push(axle, wheels.radius, 0.44)
  edge.forEach(([x, y], i) => {
    back.push(x, y, 0.44)
    if (i > 0) fan.push(0, i, i + 1)
  })
  const wall = new BufferGeometry()
  wall.setAttribute('position', new BufferAttribute(new Float32Array(back), 3))
  wall.setIndex(fan)
  wall.computeVertexNormals()
  pair(root, wall, liner)
}
