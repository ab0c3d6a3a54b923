import { allCalls } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPeople } from '../../../../../../demo/people.ts'
import { exampleOf } from '../../../../testing/examples.ts'
import { ask, checksum, crowd } from '../../../../testing/walk-people.ts'
import { world, type World } from '../../../../testing/world.ts'

/**
 * The subscription of a business belongs to its administrator: an administrator who is an employee has the rights by
 * role, and still reaches nothing; neither does any other role, another business, or the same business of another site.
 */

let w: World
let person: ReturnType<typeof crowd>
let owner: { user_id: number; businessentity_id: number }
beforeAll(async () => {
  w = await world()
  person = crowd(w)
  const { user_id, businessentity_id } = await (await person('enterprise')).me()
  owner = { user_id, businessentity_id: businessentity_id! }
  // A login writes too.
  for (const [username, site] of strangers) await person(username, site)
})
afterAll(() => w.close())

/** Every other role of the business, and the administrators of other businesses, with their web sites. */
const strangers: readonly (readonly [string, number])[] = [
  ...demoPeople.filter(({ username }) => username !== 'enterprise').map(({ username }) => [username, 31] as const),
  ['enterprise2', 31],
  ['enterprise', 33],
  ['enterprise', 44],
]

const calls = allCalls().filter(
  ({ room, endpoint: { who } }) => room === 'billing' && JSON.stringify(who).includes('manage_billing'),
)
/** A valid request for the subscription of the owner. */
const about = (e: (typeof calls)[number]['endpoint'], { user_id, businessentity_id }: typeof owner) =>
  exampleOf(e, {
    user: user_id,
    user_id,
    be_id: businessentity_id,
    entity: businessentity_id,
    'billing_pan.billing_plan_id': 1,
    'billing_pan.max_location': 2,
  })

test('covers every call of the billing pages', () => expect(calls.length).toBeGreaterThan(20))

describe.each(calls)('$name', ({ endpoint }) => {
  test('refuses everybody but the administrator who runs the subscription', async () => {
    const before = await checksum(w, { web_site_id: 31 })
    for (const [username, site] of strangers) {
      const { status } = await ask(await person(username, site), endpoint, about(endpoint, owner))
      expect([username, site, [403, 404].includes(status) ? 'refused' : status]).toEqual([username, site, 'refused'])
    }
    // An employee asks about herself, not about the owner.
    const employee = await person('employee')
    const { user_id, businessentity_id } = await employee.me()
    const own = about(endpoint, { user_id, businessentity_id: businessentity_id! })
    expect([403, 404]).toContain((await ask(employee, endpoint, own)).status)
    expect(await checksum(w, { web_site_id: 31 })).toBe(before)
  })
})
