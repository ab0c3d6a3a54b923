import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rig } from '../kit/rig.ts'
import { filmOrder } from '../render/film-order.ts'
import { labelTrack, stepLabels, type LabelTrack, type StepLabels } from '../scene/labels.ts'
import { filmSet } from '../scene/set.ts'
import type { Source } from '../source.ts'

/** Where the labels of a part stand in its pictures. */
export interface Tracks {
  narrated: LabelTrack | null
  steps: StepLabels | null
}

/** As the build wrote them down. */
export function builtTracks({ folder }: Source): Tracks {
  const read = (name: string): unknown => {
    const path = join(folder, 'media', name)
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  }
  return { narrated: read('labels.json') as LabelTrack | null, steps: read('steps.json') as StepLabels | null }
}

/**
 * As the build would make them. The rig is built for that, which takes seconds. Throws where a label points behind the
 * camera.
 */
export function computedTracks(source: Source, rig: Rig): Tracks {
  const { part, scene } = source
  // Both films pose one model, one after the other.
  const model = rig.build()
  const once: Rig = { ...rig, build: () => model }
  return {
    narrated:
      part.film && scene.film ? labelTrack(filmSet(once, filmOrder(source, 'narrated')), scene.film, part.film) : null,
    steps:
      part.interactive_film && scene.interactive_film
        ? stepLabels(
            filmSet(once, filmOrder(source, 'interactive')),
            scene.interactive_film,
            part.interactive_film.steps,
            part.interactive_film,
          )
        : null,
  }
}
