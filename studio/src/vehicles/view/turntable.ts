import { PerspectiveCamera } from 'three'

/**
 * The turntable: where the camera stands and how far the vehicle is turned for each picture. Image 1 shows the vehicle
 * from straight ahead; image k is turned by (k - 1) / 46 of a full turn, its nose going to the right of the picture.
 */

export const images = 46
export const picture = { width: 960, height: 540 } as const
export const layouts = ['front', 'other', 'top'] as const
export type Layout = (typeof layouts)[number]

export interface Shot {
  /** File name without its ending. */
  name: string
  /** Turn of the vehicle from straight ahead, and the camera's height above the floor, in radians. */
  turn: number
  elevation: number
}

export interface Framing {
  /** Height in metres at which the camera looks, and its distance. */
  aim: number
  distance: number
}

export const imageShots: readonly Shot[] = Array.from({ length: images }, (_, i) => ({
  name: String(i + 1).padStart(2, '0'),
  turn: (i / images) * 2 * Math.PI,
  elevation: 0.2,
}))

export const layoutShots: Readonly<Record<Layout, Shot>> = {
  front: { name: 'layout-1', turn: 0, elevation: 0.03 },
  other: { name: 'layout-2', turn: 0.92, elevation: 0.36 },
  top: { name: 'layout-3', turn: Math.PI / 2, elevation: Math.PI / 2 - 0.001 },
}

export const shots: readonly Shot[] = [...imageShots, ...layouts.map((layout) => layoutShots[layout])]

/** Turn of the vehicle about y: models look along +x, the camera stands at +z. */
export const headingOf = ({ turn }: Shot): number => turn - Math.PI / 2

export function cameraFor({ elevation }: Shot, { aim, distance }: Framing): PerspectiveCamera {
  const camera = new PerspectiveCamera(20, picture.width / picture.height, 0.5, 60)
  camera.position.set(0, aim + Math.sin(elevation) * distance, Math.cos(elevation) * distance)
  camera.lookAt(0, aim, 0)
  camera.updateMatrixWorld()
  camera.updateProjectionMatrix()
  return camera
}
