import type * as contract from '@cutaway/contract/rooms/conversations/automatic.ts'
import { defaultWait, type AutomaticAnswers } from '@cutaway/contract/rooms/conversations/automatic.ts'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { findPlaces, writeSettings } from './automatic.queries.ts'

type Place = Awaited<ReturnType<typeof findPlaces>>[number]

/** Roles up to this level change all locations of their business; others their own. */
const allLocationsLevel = 3
const closed = Array.from({ length: 7 }, () => null)

/** The settings of automatic answers. */
export const automatic: Handlers<typeof contract> = {
  getAutomaticAnswers: async (call) => (await placesOf(call)).map(shown),

  saveAutomaticAnswers: async (call) => {
    const { body, site, db, audit } = call
    const { location_id, ...settings } = body
    const place = (await placesOf(call)).find((one) => one.location_id === location_id) ?? notFound()
    const { is_on, after_minutes, hours } = place
    audit({ target: { kind: 'location', id: location_id }, before: { is_on, after_minutes, hours }, after: settings })
    await writeSettings(db, site, location_id, settings)
    return answer(shown({ ...place, ...settings }), { message: 'automatic_answers_saved' })
  },
}

async function placesOf({ caller, site, db }: Pick<AnyCall, 'caller' | 'site' | 'db'>): Promise<Place[]> {
  const { businessentity_id } = caller.user
  if (businessentity_id === null) return []
  const isWhole = caller.level <= allLocationsLevel
  const { locationId } = caller.session
  if (!isWhole && locationId === null) return []
  return findPlaces(db, site, businessentity_id, isWhole ? null : locationId)
}

const shown = (place: Place): AutomaticAnswers => ({
  location_id: place.location_id,
  location: place.businessentity_location_name,
  phone: place.phone,
  is_on: place.is_on ?? false,
  after_minutes: place.after_minutes ?? defaultWait,
  hours: closed.map((_, day) => place.hours?.[day] ?? null),
})
