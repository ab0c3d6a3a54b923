import type { WallItem, WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import oilUrl from '../../../../../library/parts/ENGOIL/media/video-270.mp4?url'
import brakeUrl from '../../../../../library/parts/BRKDSC/media/video-270.mp4?url'
import pictureUrl from '../../../../../library/samples/media/signage.webp?url'

/** What walls of component tests play. */

export const film = (item_id: string, title: string, plain: string | null, more: Partial<WallItem> = {}): WallItem => ({
  item_id,
  kind: 'film',
  part_id: 'BRKDSC',
  video_type: 'narrated',
  title,
  language_id: 50,
  language_code: 'en-US',
  poster_url: null,
  sources: { hls: null, dash: null, plain },
  captions_url: null,
  labels_url: null,
  label_texts: {},
  duration: 25,
  files: [],
  when: [],
  menu: null,
  ...more,
})
export const brake = film('i1', 'Brake disc', brakeUrl)
export const oil = film('i2', 'Oil circuit', oilUrl)
export const picture = film('i3', 'Winter check', pictureUrl, { kind: 'image', part_id: null, duration: 0.6 })
export const never = { weekdays: [], from: 0, to: 1, starts_on: '2020-01-01', ends_on: '2020-01-01' }

export const planOf = (items: WallItem[], more: Partial<WallPlan> = {}): WallPlan => ({
  version: items.map(({ item_id }) => item_id).join(),
  now: new Date().toISOString(),
  user_id: 6,
  loop_play_type: 'custom',
  banner_duration: 5,
  play_video_fullscreen: 0,
  muted: 1,
  captions: 1,
  location: {
    name: 'Harbor Road',
    street1: '418 Harbor Road',
    city: 'Portland',
    state: 'OR',
    zip: '97209',
    phone: '(503) 555-0100',
    time_zone: 'America/Los_Angeles',
    opening_hours: null,
  },
  business_name: 'Northgate Motors',
  logo_url: null,
  when: [],
  items,
  ...more,
})

/** Moves the film on the wall to its last moment. */
export function toEnd(video: HTMLVideoElement | null) {
  video!.currentTime = video!.duration - 0.3
}
export const soon = { timeout: 60_000 }
