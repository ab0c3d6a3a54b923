import type { WallItem } from '@cutaway/contract/rooms/signage/plan.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { brandOf } from '../../catalogue/brands.ts'
import { isShownFor } from '../../catalogue/tiles.ts'
import { detailsOf } from '../../player/details.ts'

/** Returns the narrated film of a part as an item of a wall; undefined if the site does not show it. */
export function filmForScreen(
  { library, clock }: Pick<Services, 'library' | 'clock'>,
  site: Site,
  partId: string,
  language: Language,
): WallItem | undefined {
  const asked = library.film(partId)
  const narrated = asked?.of.part.narrated ?? null
  const film = narrated === null ? undefined : library.film(narrated)
  const kind = brandOf(site, 0).vehicle_kind
  const side = site.driverside
  if (!film || !isShownFor(film, kind, side)) return undefined
  const view = { library, film, site, language, kind, side, now: clock.now(), interactive: false, pdf: false } as const
  const { video, part_name, captions } = detailsOf(view)
  const caption = captions.find(({ language_id }) => language_id === language.language_id)
  return {
    item_id: `f-${film.partId}`,
    kind: 'film',
    part_id: film.partId,
    video_type: 'narrated',
    title: part_name,
    language_id: language.language_id,
    language_code: language.language_code,
    poster_url: video.posterUrl,
    sources: { hls: video.videoUrlVodHLS, dash: video.videoUrlVodDASH, plain: video.videoUrl },
    captions_url: caption?.url ?? null,
    duration: video.duration,
    files: [],
    when: [],
    menu: null,
  }
}
