import type { Source } from '../source.ts'
import type { FilmOrder } from './stage-page.ts'

/** The two films that a part may have. */
export type Kind = 'narrated' | 'interactive'

/** What the renderer needs to know of one film of a part. */
export function filmOrder({ id, part, scene }: Source, kind: Kind): FilmOrder {
  const shot = kind === 'narrated' ? scene.film : scene.interactive_film
  const film = kind === 'narrated' ? part.film : part.interactive_film
  if (!shot || !film) throw new Error(`${id} has no ${kind} film`)
  return {
    rig: scene.rig,
    look: scene.look,
    channels: shot.channels,
    camera: shot.camera,
    duration: film.duration,
    width: film.width,
    height: film.height,
  }
}
