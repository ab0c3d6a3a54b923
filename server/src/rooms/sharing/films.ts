import { fail } from '../../core/http/errors.ts'
import type { Caller } from '../../core/auth/caller.ts'
import type { Site } from '../../core/tenancy.ts'
import type { Film, Library } from '../catalogue/library/library.ts'
import { canPlay } from '../catalogue/library/own-films.ts'
import { filmFor } from '../player/film-facts.ts'

/**
 * Returns the film that a customer gets for a part: always the narrated one, which explains itself. Refuses if the
 * sender may not see the part or it has no narrated film.
 */
export function filmToShare(
  library: Library,
  partId: string,
  asking: { site: Site; caller: Caller },
  view: { brand: number; side: 'left' | 'right' },
): Film {
  const film = filmFor(library, partId, asking, view)
  if (!canPlay(film)) fail('Part no found')
  if (film.kind === 'narrated') return film
  const { narrated } = film.of.part
  return (narrated === null ? undefined : library.film(narrated)) ?? fail('Part no found')
}
