import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { useMay } from '../../core/session.ts'

/** What is shared, and by which channels. Small, because a film page loads it with its button. */

/** The tabs of the dialog, under their API names. */
export type Channel = 'email' | 'sms' | 'websitePromotion'

/** A film as the dialog shows it. */
export type ShareFilm = Pick<FilmTile, 'part_id' | 'part_name' | 'duration' | 'poster_url'>

/** Returns the channels that the user may use, in tab order. */
export function useChannels(): Channel[] {
  const email = useMay('allow_share_email')
  const sms = useMay('allow_share_sms')
  const mms = useMay('allow_share_mms')
  const link = useMay('allow_generate_link')
  return [
    ...(email ? (['email'] as const) : []),
    ...(sms || mms ? (['sms'] as const) : []),
    ...(link ? (['websitePromotion'] as const) : []),
  ]
}

/** Returns the narrated film of a part, because it explains itself to customers; null if there is none. */
export function filmToShare({ video, part_name, equivalent_narrated_part_id }: AnimationDetails): ShareFilm | null {
  const part_id = video.video_type === 'narrated' ? video.partId : equivalent_narrated_part_id
  if (!part_id) return null
  return {
    part_id,
    part_name,
    duration: video.video_type === 'narrated' ? video.duration : 0,
    poster_url: video.posterUrl,
  }
}
