import { BufferGeometry, Color, type Material } from 'three'
import { measure, measureGlsl, segmentGlsl, type Ends, type Figure } from './figure.ts'

/** Materials with figures: one smooth surface carries paint, seams, black trim and openings, each with a sharp edge. */

/** What a figure is filled with. */
export const finishes = {
  plastic: { color: 0x17191c, roughness: 0.62, metalness: 0, coat: 0 },
  gloss: { color: 0x050608, roughness: 0.16, metalness: 0, coat: 1 },
  chrome: { color: 0xdfe4e8, roughness: 0.14, metalness: 1, coat: 0 },
  seam: { color: 0x020203, roughness: 0.9, metalness: 0, coat: 0 },
} as const

export type Finish = keyof typeof finishes

export interface Layer {
  figure: Figure
  finish: Finish
  /** Metres by which an outline is grown; for a line, half its width. */
  grow?: number
}

export interface Drawing {
  ends: Ends
  /** By name; GLSL then knows the distance to each as `d_<name>`. */
  figures: ReadonlyMap<string, Figure>
  /** The geometry was moved inwards by patch(): its figures stay where they were on the surface. */
  moved?: boolean
  /** Lamps leave no bright spot: on a turning pane it would flash. The room is still mirrored. */
  noGlint?: boolean
  /** GLSL condition: where the surface is not there. */
  hide?: string
  /** GLSL statements that change diffuseColor, roughnessFactor, metalnessFactor, coat and totalEmissiveRadiance. */
  paint?: string
}

const vec3 = (color: number) => {
  const { r, g, b } = new Color(color)
  return `vec3(${r.toFixed(5)}, ${g.toFixed(5)}, ${b.toFixed(5)})`
}

/** GLSL that lays a finish where `distance` (GLSL) is negative. */
export function lay(finish: Finish, distance: string): string {
  const { color, roughness, metalness, coat } = finishes[finish]
  return `finish(cover(${distance}), ${vec3(color)}, ${roughness.toFixed(2)}, ${metalness.toFixed(2)}, ${coat.toFixed(2)});`
}

let made = 0

/** Makes a standard or physical material draw figures. Places are those of the geometry, before the vehicle is turned. */
export function draw<M extends Material>(
  material: M,
  { ends, figures, moved = false, noGlint = false, hide, paint = '' }: Drawing,
): M {
  const functions = [...figures].map(([name, figure]) => measureGlsl(`f_${name}`, figure, ends)).join('\n')
  const distances = [...figures.keys()].map((name) => `float d_${name} = f_${name}(place, facing);`).join('\n')
  const key = `figures-${++made}`
  material.customProgramCacheKey = () => key
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace(
        '#include <common>',
        `varying vec3 place, facing;\n${moved ? 'attribute vec3 origin;' : ''}\n#include <common>`,
      )
      .replace(
        '#include <begin_vertex>',
        `#include <begin_vertex>\nplace = ${moved ? 'origin' : 'position'}; facing = normal;`,
      )
    shader.fragmentShader = shader.fragmentShader
      .replace(
        'void main() {',
        /* glsl */ `
        varying vec3 place, facing;
        float edgeWidth;
        float cover(float d) { return 1. - smoothstep(-edgeWidth, edgeWidth, d); }
        ${segmentGlsl}
        ${functions}
        #define finish(share, c, r, m, k) { float s_ = share; diffuseColor.rgb = mix(diffuseColor.rgb, c, s_); roughnessFactor = mix(roughnessFactor, r, s_); metalnessFactor = mix(metalnessFactor, m, s_); coat = mix(coat, k, s_); }
        void main() {
          edgeWidth = length(fwidth(place)) * .5;
          float coat = 1.;
          ${distances}
          ${hide ? `if (${hide}) discard;` : ''}`,
      )
      .replace('#include <metalnessmap_fragment>', `#include <metalnessmap_fragment>\n${paint}`)
      .replace(
        '#include <lights_physical_fragment>',
        `#include <lights_physical_fragment>
        #ifdef USE_CLEARCOAT
          material.clearcoat *= coat;
        #endif`,
      )
      .replace(
        '#include <lights_fragment_end>',
        `#include <lights_fragment_end>
        ${noGlint ? 'reflectedLight.directSpecular = vec3(0.); clearcoatSpecularDirect = vec3(0.);' : ''}`,
      )
  }
  return material
}

/** The triangles of a surface on which a figure may lie, moved inwards by `depth` metres. */
export function patch(
  whole: BufferGeometry,
  figures: readonly Figure[],
  ends: Ends,
  { margin = 0.03, depth = 0 }: { margin?: number; depth?: number } = {},
): BufferGeometry {
  const places = whole.getAttribute('position')
  const normals = whole.getAttribute('normal')
  const measures = figures.map((figure) => measure(figure, ends))
  const near = new Uint8Array(places.count)
  for (let v = 0; v < places.count; v++) {
    const place = [places.getX(v), places.getY(v), places.getZ(v)]
    const normal = [normals.getX(v), normals.getY(v), normals.getZ(v)]
    if (measures.some((distance) => distance(place, normal) < margin)) near[v] = 1
  }
  const faces = whole.getIndex()!
  const kept: number[] = []
  for (let f = 0; f < faces.count; f += 3) {
    const corners = [faces.getX(f), faces.getX(f + 1), faces.getX(f + 2)]
    if (corners.some((v) => near[v])) kept.push(...corners)
  }
  const part = new BufferGeometry()
  part.setAttribute('normal', normals)
  part.setAttribute('position', places)
  if (depth !== 0) {
    const moved = places.clone()
    for (let v = 0; v < places.count; v++)
      moved.setXYZ(
        v,
        places.getX(v) - normals.getX(v) * depth,
        places.getY(v) - normals.getY(v) * depth,
        places.getZ(v) - normals.getZ(v) * depth,
      )
    part.setAttribute('position', moved)
    part.setAttribute('origin', places)
  }
  part.setIndex(kept)
  return part
}
