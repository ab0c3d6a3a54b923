import { DoubleSide, MeshPhysicalMaterial, MeshStandardMaterial, type ColorRepresentation } from 'three'
import { grain, speckle } from './noise.ts'

/**
 * What the pieces are made of. A rig calls materials() once; a piece that changes its look (heat, fading) takes a clone.
 * Colours: cutColours for section faces (one colour a material in every film), fluidColours, arrowColours.
 */

export const cutColours = {
  iron: 0xc8503a,
  steel: 0x8fb3d1,
  aluminium: 0x7f97ad,
  bronze: 0xb98a3d,
  copper: 0xc9743a,
  rubber: 0x2456a6,
  lining: 0x8a5a3c,
  plastic: 0x59636e,
} as const

export const fluidColours = {
  brakeFluid: 0xf5a01a,
  oil: 0xd98a12,
  coolantCold: 0x2a9df4,
  coolantHot: 0xe8582c,
  air: 0x9fd3ff,
  current: 0xffd23f,
} as const

export const arrowColours = { force: 0x19c37d, reaction: 0x2f9bff, warning: 0xe5383b, turn: 0xffb020 } as const

export function materials() {
  const standard = (options: ConstructorParameters<typeof MeshStandardMaterial>[0]) => new MeshStandardMaterial(options)
  const physical = (options: ConstructorParameters<typeof MeshPhysicalMaterial>[0]) => new MeshPhysicalMaterial(options)
  return {
    /** Bright, turned or ground. */
    machined: standard({ color: 0xc9ced3, metalness: 1, roughness: 0.28, roughnessMap: grain(150, 255, 3, 6) }),
    /** Grey iron with the skin of its mould. */
    cast: standard({
      color: 0x6d7278,
      metalness: 0.85,
      roughness: 0.62,
      bumpMap: grain(0, 255, 5, 5),
      bumpScale: 0.1,
    }),
    aluminium: standard({ color: 0xb9bfc6, metalness: 0.9, roughness: 0.42 }),
    dark: standard({ color: 0x2f3338, metalness: 0.7, roughness: 0.5, bumpMap: grain(0, 255, 6, 5), bumpScale: 0.06 }),
    steel: standard({ color: 0x9aa3ab, metalness: 1, roughness: 0.35 }),
    /** Yellow zinc: screws, fittings. */
    zinc: standard({ color: 0xd8c27a, metalness: 1, roughness: 0.34 }),
    chrome: standard({ color: 0xe9eef2, metalness: 1, roughness: 0.1 }),
    copper: standard({ color: 0xc8794a, metalness: 1, roughness: 0.32 }),
    brass: standard({ color: 0xc9a95a, metalness: 1, roughness: 0.3 }),
    rubber: standard({ color: 0x17181a, metalness: 0, roughness: 0.78 }),
    /** Friction material of pads, shoes and clutches. */
    lining: standard({
      color: 0x8a7f76,
      map: speckle([150, 138, 126], [222, 186, 132], 0.16, 9, 3),
      metalness: 0.1,
      roughness: 0.95,
    }),
    paint: (color: ColorRepresentation) =>
      physical({ color, metalness: 0.15, roughness: 0.42, clearcoat: 0.6, clearcoatRoughness: 0.25 }),
    plastic: (color: ColorRepresentation) => standard({ color, metalness: 0, roughness: 0.5 }),
    /** Face of a section. */
    cut: (color: ColorRepresentation) => standard({ color, metalness: 0, roughness: 0.62, side: DoubleSide }),
    glass: (color: ColorRepresentation, opacity = 0.3) =>
      physical({
        color,
        metalness: 0,
        roughness: 0.08,
        transparent: true,
        opacity,
        depthWrite: false,
        clearcoat: 1,
        side: DoubleSide,
      }),
    fluid: (color: ColorRepresentation, opacity = 0.9) =>
      physical({
        color,
        emissive: color,
        emissiveIntensity: 0.25,
        metalness: 0,
        roughness: 0.18,
        transparent: true,
        opacity,
        clearcoat: 0.8,
        clearcoatRoughness: 0.1,
        side: DoubleSide,
      }),
  }
}

export type Materials = ReturnType<typeof materials>
