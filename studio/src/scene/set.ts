import { PerspectiveCamera, Scene, Vector3 } from 'three'
import type { Rig, RigModel } from '../kit/rig.ts'
import { backdrop, defaultLook, floor, lights, type Look } from '../kit/stage.ts'
import type { SceneFile, Shot } from './scene.format.ts'
import { cameraAt, stateAt } from './timeline.ts'

/** A rig on the stage with its camera, posed by time. Needs no graphics: it serves the renderer, the labels and the checks. */
export interface FilmSet {
  scene: Scene
  camera: PerspectiveCamera
  model: RigModel<string>
  pose(time: number): void
  /** Where an anchor stands in the picture, as shares of its width and height from the top left; null behind the camera. */
  project(anchor: string): { x: number; y: number } | null
}

interface Film extends Shot {
  duration: number
  width: number
  height: number
}

export function filmSet(rig: Rig, film: Film, look: SceneFile['look'] = {}): FilmSet {
  const scene = new Scene()
  const camera = new PerspectiveCamera(30, film.width / film.height, 0.1, 80)
  const model = rig.build()
  const { backdrop: colours } = lookOf(look)
  scene.add(backdrop(colours), model.root)
  for (const light of lights()) scene.add(light, light.target)
  if (rig.floor !== null) scene.add(floor(rig.floor))
  const state = stateAt(rig.channels, film.channels, film.duration)
  const spot = new Vector3()
  return {
    scene,
    camera,
    model,
    pose(time) {
      model.update(state(time))
      const pose = cameraAt(film.camera, time)
      camera.position.set(...pose.position)
      camera.fov = pose.fov
      camera.lookAt(...pose.target)
      camera.updateProjectionMatrix()
      scene.updateMatrixWorld(true)
      camera.updateMatrixWorld(true)
    },
    project(anchor) {
      const object = model.anchors[anchor]
      if (!object) throw new Error(`${rig.name} has no anchor ${anchor}`)
      object.getWorldPosition(spot).project(camera)
      if (spot.z > 1) return null
      return { x: spot.x / 2 + 0.5, y: 0.5 - spot.y / 2 }
    },
  }
}

export function lookOf(look: SceneFile['look']): Look {
  return { ...defaultLook, ...look }
}
