import { Group, MeshPhysicalMaterial, MeshStandardMaterial, SphereGeometry, type BufferGeometry } from 'three'
import { turnedBody } from '../../kit/shapes.ts'
import { enter, type Field } from '../shape/field.ts'
import type { Figure } from '../shape/figure.ts'
import { group, piece } from '../shape/placing.ts'
import { draw, patch } from '../shape/skin.ts'
import type { CarDesign } from './design.ts'

/** What lies behind the openings of the body: lamp housings with their lights under a clear cover, the bars of the grille. */

const lensGlass = new MeshPhysicalMaterial({ color: 0x8fa3b8, metalness: 0.2, roughness: 0.08, clearcoat: 1 })
const ring = new MeshStandardMaterial({ color: 0xb9c0c7, metalness: 1, roughness: 0.25 })

function named(prefix: string, figures: readonly Figure[]): [string, Figure][] {
  return figures.map((figure, i) => [`${prefix}${i}`, figure])
}

const nearest = (prefix: string, figures: readonly Figure[]): string =>
  figures.reduce((so, _, i) => (so ? `min(${so}, d_${prefix}${i})` : `d_${prefix}${i}`), '') || '9.'

export function lampsOf(design: CarDesign, field: Field, surface: BufferGeometry): Group {
  const root = new Group()
  const { openings, lights, ends, trim } = design
  const lamp = (
    outlines: readonly Figure[],
    bright: readonly Figure[],
    glow: string,
    housing: { color: number; metalness: number; roughness: number },
    cover: MeshPhysicalMaterial,
  ) => {
    const figures = new Map([...named('lamp', outlines), ...named('light', bright)])
    const bucket = draw(new MeshStandardMaterial(housing), {
      ends,
      moved: true,
      figures,
      hide: `${nearest('lamp', outlines)} > .02`,
      paint: `
        float line = ${nearest('light', bright)};
        totalEmissiveRadiance += ${glow} * (cover(line - .0085) + .16 * exp(-max(line, 0.) * 38.));
        diffuseColor.rgb *= .6 + .4 * step(.5, fract(place.y * 55.));`,
    })
    piece(root, patch(surface, outlines, ends, { depth: 0.03, margin: 0.06 }), bucket).castShadow = false
    const shown = draw(cover, {
      ends,
      moved: true,
      figures: new Map(named('lamp', outlines)),
      hide: `${nearest('lamp', outlines)} > 0.`,
      paint: `float rim = -(${nearest('lamp', outlines)}); diffuseColor.a = mix(.85, diffuseColor.a, smoothstep(.0, .012, rim));`,
    })
    const glass = piece(root, patch(surface, outlines, ends, { depth: 0.001 }), shown)
    glass.castShadow = false
    glass.renderOrder = 2
  }
  lamp(
    openings.headlamp,
    lights.front,
    'vec3(2.1, 2.3, 2.6)',
    { color: 0x2a2f35, metalness: 0.8, roughness: 0.35 },
    new MeshPhysicalMaterial({
      color: 0x10161c,
      roughness: 0.03,
      clearcoat: 1,
      clearcoatRoughness: 0.02,
      transparent: true,
      opacity: 0.16,
      depthWrite: false,
    }),
  )
  lamp(
    openings.tailLamp,
    lights.rear,
    'vec3(2.4, .05, .06)',
    { color: 0x5a0d12, metalness: 0.4, roughness: 0.4 },
    new MeshPhysicalMaterial({
      color: 0x6d0910,
      roughness: 0.04,
      clearcoat: 1,
      transparent: true,
      opacity: 0.42,
      depthWrite: false,
    }),
  )

  for (const [z, y] of trim.lenses)
    for (const side of [1, -1]) {
      const front = enter(field, [ends.nose + 0.3, y, z * side], [-1, 0, 0])
      if (!front) continue
      const lens = group(root, [front[0] - 0.05, y, z * side])
      piece(lens, new SphereGeometry(0.027, 24, 16).scale(0.6, 1, 1), lensGlass).castShadow = false
      const collar = turnedBody('x', [
        [0.028, -0.02],
        [0.036, 0.012],
        [0.032, 0.014],
        [0.027, 0],
      ])
      piece(lens, collar, ring).castShadow = false
    }
  root.add(grilleOf(design, surface))
  return root
}

function grilleOf({ openings, ends, mesh }: CarDesign, surface: BufferGeometry): Group {
  const root = new Group()
  const outlines = openings.grille
  const bar = (size: number, axis: string) =>
    size > 0 ? `(1. - smoothstep(.16, .22, abs(fract(${axis} / ${size.toFixed(4)}) - .5)))` : '0.'
  const floor = draw(new MeshStandardMaterial({ color: 0x050607, roughness: 0.9 }), {
    ends,
    moved: true,
    figures: new Map(named('grille', outlines)),
    hide: `${nearest('grille', outlines)} > .03`,
  })
  piece(root, patch(surface, outlines, ends, { depth: 0.07, margin: 0.08 }), floor).castShadow = false
  const bars = draw(new MeshPhysicalMaterial({ color: 0x1b1e22, roughness: 0.35, metalness: 0.3, clearcoat: 0.5 }), {
    ends,
    moved: true,
    figures: new Map(named('grille', outlines)),
    hide: `${nearest('grille', outlines)} > .02 || max(${bar(mesh.rows, 'place.y')}, ${bar(mesh.columns, 'place.z')}) < .5`,
  })
  piece(root, patch(surface, outlines, ends, { depth: 0.022, margin: 0.05 }), bars).castShadow = false
  return root
}

/** Where the front or rear of the body lies at a height and a distance from the middle. */
export function endOf(field: Field, { nose, tail }: CarDesign['ends'], end: 'front' | 'rear', y: number, z: number) {
  const hit =
    end === 'front' ? enter(field, [nose + 0.3, y, z], [-1, 0, 0]) : enter(field, [tail - 0.3, y, z], [1, 0, 0])
  if (!hit) throw new Error(`the body has no ${end} at height ${y}`)
  return hit[0]
}
