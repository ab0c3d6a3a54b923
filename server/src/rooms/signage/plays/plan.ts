import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import { createHash } from 'node:crypto'
import type { PairedScreen } from '../../../core/auth/screens.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { filmForScreen } from '../screens/customer-film.ts'

type Asking = Pick<AnyCall, 'services' | 'site' | 'db'>

export async function screenPlan({ services, site }: Asking, screen: PairedScreen): Promise<WallPlan> {
  const language = site.languages.find((l) => l.language_id === site.default_lang_id)!
  const films = services.library.films.filter((f) => f.kind === 'narrated').slice(0, 6)
  const items = films.flatMap((f) => filmForScreen(services, site, f.partId, language) ?? [])
  const version = createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 16)
  return Promise.resolve({ version, now: services.clock.now().toISOString(), user_id: screen.paired_by, loop_play_type: 'narrated', banner_duration: 5, play_video_fullscreen: 0, muted: 0, captions: 1, location: { name: '', street1: '', city: '', state: '', zip: '', phone: '', time_zone: site.time_zone, opening_hours: null }, business_name: site.name, logo_url: null, when: [], items })
}
export const screenPlanVersion = async (call: Asking, screen: PairedScreen): Promise<string> => (await screenPlan(call, screen)).version
