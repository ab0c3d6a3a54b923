import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Site } from '../../../core/tenancy.ts'
import { brandOf } from '../../catalogue/brands.ts'
import type { Film, Library } from '../../catalogue/library/library.ts'
import { detailsOf } from '../../player/details.ts'

const most = 6

/** Returns the narrated films related to those on a link, the closest first, each once. */
export function relatedOf(
  library: Library,
  films: readonly Film[],
  view: { site: Site; language: Language; brandId: number; side: 'left' | 'right'; now: Date },
): Film[] {
  const { site, language, brandId, side, now } = view
  const found = new Set<Film>()
  for (const film of films) {
    const kind = brandOf(site, brandId).vehicle_kind
    for (const { part_id } of detailsOf({
      library,
      film,
      site,
      language,
      kind,
      side,
      now,
      interactive: false,
      pdf: false,
    }).related) {
      const other = library.film(part_id)
      if (other && other.kind === 'narrated' && !films.includes(other)) found.add(other)
    }
  }
  return [...found].slice(0, most)
}
