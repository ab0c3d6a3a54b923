import type { FilmRow } from '@cutaway/contract/rooms/sharing/decisions.ts'
import { mostFilms } from '@cutaway/contract/rooms/sharing/send.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { sanitiseLine, sanitiseText } from '../../../core/sanitise-text.ts'
import type { Film } from '../../catalogue/library/library.ts'
import { withOwnFilms } from '../../catalogue/library/own-films.ts'
import { filmToShare } from '../films.ts'
import type { NewFinding } from '../links/links.queries.ts'

interface Selected {
  part_id: string
  selected?: boolean | undefined
}

export interface FilmsToSend {
  films: Film[]
  findings: NewFinding[]
}

/**
 * Returns the films of a send with what was found: of the field `films`, else of the selected list. A list that older
 * clients send may have one film in a text message; `films` may have several.
 */
export async function filmsToSend(
  { site, caller, db, services }: Pick<AnyCall, 'site' | 'caller' | 'db' | 'services'>,
  body: { films?: readonly FilmRow[] | undefined; brand_id: number; driverside: 'left' | 'right' },
  selectedList: readonly Selected[],
  atMost: 'one' | 'many',
): Promise<FilmsToSend> {
  const selected: readonly FilmRow[] = selectedList.filter((one) => one.selected !== false)
  if (!body.films && atMost === 'one' && selected.length > 1) fail('message_select_only_one_animation')
  const chosen: readonly FilmRow[] = body.films ?? selected.map(({ part_id }) => ({ part_id }))
  if (chosen.length === 0) fail('please_select_an_animation')
  if (chosen.length > mostFilms) fail('select_at_most_20_animations')
  const view = { brand: body.brand_id, side: body.driverside }
  const ids = chosen.map(({ part_id }) => part_id)
  const library = await withOwnFilms(db, site, services.library, ids, caller.user.businessentity_id)
  const found = new Map<Film, NewFinding>()
  for (const row of chosen) {
    const film = filmToShare(library, row.part_id, { site, caller }, view)
    if (found.has(film)) continue
    found.set(film, {
      part_id: film.partId,
      finding: sanitiseLine(row.finding ?? ''),
      measured: sanitiseLine(row.measured ?? ''),
      rating: row.rating ?? null,
      price: row.price ?? null,
      note: sanitiseText(row.note ?? ''),
    })
  }
  return { films: [...found.keys()], findings: [...found.values()] }
}
