import type { WallItem } from '@cutaway/contract/rooms/signage/plan.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { brandOf } from '../catalogue/brands.ts'
import type { Film } from '../catalogue/library/library.ts'
import { detailsOf } from '../player/details.ts'

/** Returns a film as a wall plays it: heard in a language if it is spoken in it, with captions and labels in it. */
export function wallFilm(
  { library, sites, clock }: Pick<Services, 'library' | 'sites' | 'clock'>,
  site: Site,
  film: Film,
  language: Language,
): WallItem {
  const details = detailsOf({
    library,
    film,
    site,
    language,
    kind: brandOf(site, 0).vehicle_kind,
    side: site.driverside,
    now: clock.now(),
    interactive: film.kind === 'interactive',
    pdf: false,
  })
  const { video } = details
  const spoken = sites.language(video.language_id) ?? language
  const captions = details.captions.find(({ language_id }) => language_id === language.language_id)
  return {
    item_id: `f-${film.partId}`,
    kind: 'film',
    part_id: film.partId,
    video_type: film.kind,
    title: details.part_name,
    language_id: spoken.language_id,
    language_code: spoken.language_code,
    poster_url: video.posterUrl,
    sources: { hls: video.videoUrlVodHLS, dash: video.videoUrlVodDASH, plain: video.videoUrl },
    captions_url: captions?.url ?? null,
    labels_url: details.labelsUrl,
    label_texts: details.labelsUrl === null ? {} : details.labelTexts,
    duration: video.duration,
    // A wall keeps files of this portal only: it may not read those of other websites.
    files: video.videoUrl?.startsWith('/') ? [{ url: video.videoUrl, size: null, hash: film.of.version }] : [],
    when: [],
    menu: null,
  }
}
