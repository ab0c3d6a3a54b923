import { DoubleSide, Group, Matrix4, Mesh, Ray, Vector3 } from 'three'
import { MeshBVH } from 'three-mesh-bvh'
import { openingOf, type Opening } from './shape/opening.ts'
import type { Hotspot, HotspotsFile, Spot } from './vehicle.format.ts'
import type { VehicleModel } from './vehicles.ts'
import { cameraFor, headingOf, imageShots, layoutShots, picture, type Shot } from './view/turntable.ts'

/**
 * Where the hotspots of a vehicle lie in each picture. A spot is left out when its surface faces away, when something
 * stands between it and the camera, or when a more important one (earlier in the list) is too near.
 */

/** Pixels between two spots, so that a finger finds each. */
const apart = 24
/** A spot starts a little above its surface, so that its own surface does not hide it. */
const lift = 0.02
/** Cosine under which a surface is seen too flat. */
const grazing = 0.12

interface Obstacle {
  tree: MeshBVH
  inverse: Matrix4
  open: Opening | undefined
}

export class Sight {
  readonly #obstacles: Obstacle[] = []

  constructor(model: VehicleModel, cell = 0.045) {
    const root = new Group()
    root.add(model.build(cell))
    root.updateMatrixWorld(true)
    root.traverse((object) => {
      if (!(object instanceof Mesh)) return
      this.#obstacles.push({
        // The tree orders the index, which meshes share.
        tree: new MeshBVH(object.geometry.clone()),
        inverse: object.matrixWorld.clone().invert(),
        open: openingOf(object),
      })
    })
  }

  /** Whether a camera, in the vehicle's own coordinates, sees a place. */
  sees(camera: Vector3, place: Vector3): boolean {
    const way = camera.clone().sub(place)
    const far = way.length()
    const ray = new Ray(place, way.normalize())
    return !this.#obstacles.some(({ tree, inverse, open }) => {
      const local = ray.clone().applyMatrix4(inverse)
      return tree.raycast(local, DoubleSide).some(({ distance, point }) => distance < far && !open?.(point))
    })
  }
}

/** The spots of one picture, as shares of its width and height. */
export function spotsIn(shot: Shot, hotspots: readonly Hotspot[], model: VehicleModel, sight: Sight): Spot[] {
  const camera = cameraFor(shot, model.framing)
  const turn = new Matrix4().makeRotationY(headingOf(shot))
  const eye = camera.position.clone().applyMatrix4(turn.clone().invert())
  const spots: Spot[] = []
  for (const { id, part, position, normal } of hotspots) {
    const place = new Vector3(...position)
    const out = new Vector3(...normal).normalize()
    const raised = place.clone().addScaledVector(out, lift)
    if (out.dot(eye.clone().sub(place).normalize()) < grazing || !sight.sees(eye, raised)) continue
    const seen = place.clone().applyMatrix4(turn).project(camera)
    const [x, y] = [seen.x / 2 + 0.5, 0.5 - seen.y / 2]
    const near = spots.some(
      (other) => Math.hypot((other.x - x) * picture.width, (other.y - y) * picture.height) < apart,
    )
    if (!near) spots.push({ id, part, x: round(x), y: round(y) })
  }
  return spots
}

const round = (share: number): number => Number(share.toFixed(4))

export function projectHotspots(hotspots: readonly Hotspot[], model: VehicleModel): HotspotsFile {
  const sight = new Sight(model)
  const spots = (shot: Shot) => spotsIn(shot, hotspots, model, sight)
  return {
    format: 1,
    images: imageShots.map(spots),
    layouts: { front: spots(layoutShots.front), other: spots(layoutShots.other), top: spots(layoutShots.top) },
  }
}
