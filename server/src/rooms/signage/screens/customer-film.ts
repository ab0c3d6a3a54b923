import type { WallItem } from '@cutaway/contract/rooms/signage/plan.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { brandOf } from '../../catalogue/brands.ts'
import { isShownFor } from '../../catalogue/tiles.ts'
import { wallFilm } from '../wall-film.ts'

/** Returns the narrated film of a part as an item of a wall; undefined if the site does not show it. */
export function filmForScreen(
  services: Pick<Services, 'library' | 'sites' | 'clock'>,
  site: Site,
  partId: string,
  language: Language,
): WallItem | undefined {
  const { library } = services
  const narrated = library.film(partId)?.of.part.narrated ?? null
  const film = narrated === null ? undefined : library.film(narrated)
  if (!film || !isShownFor(film, brandOf(site, 0).vehicle_kind, site.driverside)) return undefined
  return wallFilm(services, site, film, language)
}
