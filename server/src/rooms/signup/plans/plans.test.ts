import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { refusal } from '../../sessions/testing.ts'
import { applyPromo } from './promo.ts'

const { signup } = contract

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const plansOf = (person: Person, web_site_id: number, country: string, query: Record<string, string> = {}) =>
  person.send(signup.getAllBillingPlans, { params: { web_site_id, country }, query })

describe('the billing plans', () => {
  test('show the prices of a country, and no promo plan', async () => {
    const { data } = await plansOf(w.visitor(), 31, 'US', { max_location: '6' })
    expect(data).toMatchObject([
      { name: 'Workshop', recurring_frequency: 'monthly', total_amount: '254.00', setup_fee: '50.00', currency: 'USD' },
      { name: 'Workshop', recurring_frequency: 'annually', total_amount: '2294.00', promo_code: null },
    ])
    expect(data![0]!.location_charge).toEqual([
      { from_location: 1, to_location: 5, per_location_amount: '39.00' },
      { from_location: 6, to_location: 10, per_location_amount: '34.00' },
      { from_location: 11, to_location: null, per_location_amount: '29.00' },
    ])
  })

  test('differ by country: tax in Australia and New Zealand, none in Papua New Guinea', async () => {
    const anna = w.visitor({ site: 33 })
    const facts = async (country: string) => {
      const [plan] = (await plansOf(anna, 33, country)).data!
      return [plan!.currency, plan!.gst, plan!.total_amount]
    }
    expect(await facts('AU')).toEqual(['AUD', '10', '126.50'])
    expect(await facts('NZ')).toEqual(['NZD', '15', '133.85'])
    expect(await facts('PG')).toEqual(['AUD', '0', '121.00'])
  })

  test('are in Canadian dollars under their name on the wire', async () => {
    const { data } = await plansOf(w.visitor({ site: 54 }), 54, 'ca')
    expect(data![0]).toMatchObject({ currency: 'CND' })
  })

  test('need a country in which the web site sells', async () => {
    expect(await plansOf(w.visitor(), 31, 'null')).toMatchObject(refusal('invalid_country_code'))
    expect(await plansOf(w.visitor(), 31, 'FR')).toMatchObject(refusal('Subscription Details Not Found.'))
    expect(await plansOf(w.visitor({ site: 2 }), 2, 'US')).toMatchObject(refusal('Subscription Details Not Found.'))
  })

  test('refuse a number of locations that is none', async () => {
    for (const max_location of ['1e2', '-1', '0', '1.5', '1000000000'])
      expect(await plansOf(w.visitor(), 31, 'US', { max_location })).toMatchObject(
        refusal('invalid_number_of_locations'),
      )
    expect((await plansOf(w.visitor(), 31, 'US', { max_location: 'Infinity' })).data![0]!.total_amount).toBe('89.00')
  })

  test('members of Capricorn have their own', async () => {
    const { data } = await plansOf(w.visitor({ site: 33 }), 33, 'AU', { membership: 'capricorn' })
    expect(data).toMatchObject([{ name: 'Workshop', setup_fee: '0.00' }])
  })
})

describe('a promo code', () => {
  const code = (person: Person, promo_code: string, more: Record<string, string> = {}) =>
    plansOf(person, 31, 'US', { promo_code, ...more })

  test('in any letter case shows its plan, and the plan as which it renews', async () => {
    const answer = await code(w.visitor(), ' Welcome ', { max_location: '2' })
    expect(answer).toMatchObject({ status: 1, message: 'promo_code_applied' })
    expect(answer.data).toMatchObject([
      { promo_code: 'welcome', total_amount: '39.00', promo_periods: 3, then_plan: { name: 'Workshop' } },
    ])
  })

  test('that is unknown, empty or of another country is invalid; an expired one says so', async () => {
    for (const unknown of ['nothing', '', 'workshop', "' or 1=1"])
      expect(await code(w.visitor(), unknown)).toMatchObject(refusal('invalid_promo_code'))
    expect(await code(w.visitor(), 'WINTER2025')).toMatchObject(refusal('promo_code_expiry'))
    expect(await plansOf(w.visitor({ site: 33 }), 33, 'NZ', { promo_code: 'workshop' })).toMatchObject(
      refusal('invalid_promo_code'),
    )
  })

  test('counts once for a business', async () => {
    const owner = await w.loggedIn('enterprise')
    const { businessentity_id } = await owner.me()
    const plan = (await code(owner, 'welcome')).data![0]!
    await w.database.system
      .insertInto('promo_redemptions')
      .values({
        web_site_id: 31,
        promo_code: 'welcome',
        businessentity_id: businessentity_id!,
        billing_plan_id: plan.id,
        payment_id: null,
        at: w.clock.now(),
      })
      .execute()
    expect(await code(owner, 'Welcome')).toMatchObject(refusal('promo_code_already_applied'))
  })

  test('that does not cover the locations is refused', async () =>
    expect(await code(w.visitor(), 'welcome', { max_location: '11' })).toMatchObject(
      refusal('invalid_number_of_locations'),
    ))

  test('is not read any more after ten wrong ones in an hour from one address', async () => {
    const guesser = w.visitor({ ip: '203.0.113.60' })
    for (let n = 1; n <= 10; n += 1) await code(guesser, `guess${n}`)
    expect(await code(guesser, 'welcome')).toMatchObject(refusal('invalid_promo_code'))
    expect(await code(w.visitor(), 'welcome')).toMatchObject({ status: 1 })
    w.clock.forward(3601)
    expect(await code(guesser, 'welcome')).toMatchObject({ status: 1 })
  })
})

test('the way to an account follows the country and the web site', async () => {
  const flow = (site: number, country?: string) =>
    w.visitor({ site }).call(signup.getSignupFlow, { params: { web_site_id: site, country } })
  expect(await flow(31)).toMatchObject({ flow: 'cybersource', country_code: 'US', payment_code: true, education: true })
  expect(await flow(33)).toMatchObject({ flow: 'eway_au', tax_label: 'GST', capricorn: true, promo_code: 'WORKSHOP' })
  expect(await flow(154)).toMatchObject({ flow: 'paypal_nz', capricorn: false })
  expect(await flow(31, 'FR')).toMatchObject({ flow: 'notification', countries: ['US', 'CA'] })
  expect(await flow(69)).toMatchObject({ flow: 'none' })
  expect(await flow(151)).toMatchObject({ flow: 'cybersource', education: false })
})

/** What visitors and the administrator of a business find on the web sites that differ. */
test.each([
  [10, { flow: 'eway_au', country_code: 'AU', capricorn: false, education: false }, ['direct_view_subscription'], true],
  [15, { flow: 'paypal_intl', country_code: 'GB', tax_label: 'VAT', education: false }, [], true],
  [69, { flow: 'none' }, ['force_terms_acceptance', 'different_sms_payment'], true],
  [142, { flow: 'israel_teachers', country_code: 'IL' }, ['israeli_teachers', 'billing_details'], true],
  [148, { flow: 'cybersource', subscription_url: null }, ['redirect_subscription_url', 'billing_details'], true],
  [154, { flow: 'paypal_nz', capricorn: false }, ['au_user_type_new_car_dealer', 'job_title_mandatory'], false],
])(
  'web site %i opens the sign-up and the pages of a subscription that belong to it',
  async (site, way, has, maySwitch) => {
    const params = { web_site_id: site, country: undefined }
    expect(await w.visitor({ site }).call(signup.getSignupFlow, { params })).toMatchObject(way)
    const { web_site, permissions } = await (
      await w.loggedIn('enterprise', { site })
    ).call(contract.sessions.getUserSession)
    expect(web_site.features).toEqual(expect.arrayContaining([...has]))
    // Web sites 15 and 69 have no pages of a subscription; those of 142 say that nothing can be paid.
    expect(web_site.features.includes('billing_details')).toBe(![15, 69].includes(site))
    expect(permissions).toContain('manage_billing')
    expect(permissions.includes('show_manage_billing_plan')).toBe(maySwitch)
  },
)

test('web site 148 leads away once an address is set', async () => {
  await w.database.system
    .updateTable('web_sites')
    .set({ settings: sql`settings || '{"subscription_url": "https://shop.example/subscribe"}'::jsonb` })
    .where('web_site_id', '=', 148)
    .execute()
  const flow = () => w.visitor({ site: 148 }).call(signup.getSignupFlow, { params: { web_site_id: 148 } })
  await expect.poll(async () => (await flow()).flow).toBe('redirect')
  expect((await flow()).subscription_url).toBe('https://shop.example/subscribe')
})

test('periods are counted from the day of the web site, not from that of the visitor', async () => {
  const today = async (site: number) =>
    (await w.visitor({ site }).call(signup.getSignupFlow, { params: { web_site_id: site } })).today
  const midnight = new Date('2027-03-31T13:30:00Z')
  w.clock.forward((midnight.getTime() - w.clock.now().getTime()) / 1000)
  // Sydney has April already.
  expect(await today(33)).toBe('2027-04-01')
  expect(await today(31)).toBe('2027-03-31')
})

test('a user name is taken or free', async () => {
  const check = (username: string) =>
    w.visitor().send(signup.checkUserNameAlreadyExists, { params: { web_site_id: 31, username } })
  expect(await check('Advisor')).toMatchObject({ status: 1, message: 'user_name_already_exists' })
  expect(await check('cedar street')).toMatchObject(refusal('user_name_free'))
})

test('who types a name letter by letter meets no limit', async () => {
  const typist = w.visitor({ ip: '203.0.113.62' })
  for (let letters = 1; letters <= 60; letters += 1)
    expect(
      await typist.send(signup.checkUserNameAlreadyExists, {
        params: { web_site_id: 31, username: 'a'.repeat(letters) },
      }),
    ).toMatchObject(refusal('user_name_free'))
})

test('nobody learns who is a customer by trying names: after 100 in a day an address gets no answer', async () => {
  const reader = w.visitor({ ip: '203.0.113.61' })
  const check = (person: Person, username: string) =>
    person.send(signup.checkUserNameAlreadyExists, { params: { web_site_id: 31, username } })
  for (let n = 0; n < 100; n += 1) {
    // Slower than the limit of a minute.
    if (n % 60 === 0) w.clock.forward(61)
    expect(await check(reader, `name${n}`)).toMatchObject(refusal('user_name_free'))
  }
  w.clock.forward(61)
  for (const name of ['Advisor', 'nobody'])
    expect(await check(reader, name)).toMatchObject({ http: 429, message: 'too_many_requests' })
  expect(await check(w.visitor(), 'Advisor')).toMatchObject({ status: 1 })
  w.clock.forward(24 * 3600)
  expect(await check(reader, 'Advisor')).toMatchObject({ status: 1 })
})

test('a promo code of one visitor does not wait for that of another: each address has a lock of its own', async () => {
  const site = w.running.services.sites.byId(31)!
  const locks = await w.database.inTenant(31, async (db) => {
    for (const ip of ['203.0.113.62', '203.0.113.63', '203.0.113.62'])
      await applyPromo({ db, site, services: w.running.services, ip }, { code: 'welcome', country: 'US' })
    const { rows } = await sql<{ held: number }>`select count(*)::int as held from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()`.execute(db)
    return rows[0]!.held
  })
  expect(locks).toBe(2)
})

describe('tiers', () => {
  const insert = (tiers: [number, number | null][]) =>
    w.database.inTenant(31, async (db) => {
      const { billing_plan_id } = await db
        .selectFrom('billing_plans')
        .select('billing_plan_id')
        .where('promo_code', '=', 'stimulus2020')
        .where('web_site_id', '=', 31)
        .executeTakeFirstOrThrow()
      const of = { web_site_id: 31, billing_plan_id }
      await db.deleteFrom('billing_plan_tiers').where('billing_plan_id', '=', billing_plan_id).execute()
      const rows = tiers.map(([from_location, to_location]) => ({
        ...of,
        from_location,
        to_location,
        per_location_minor: 1,
      }))
      await db.insertInto('billing_plan_tiers').values(rows).execute()
    })

  test('that overlap or leave a hole are refused by the database', async () => {
    const bad: [number, number | null][][] = [
      [
        [1, 5],
        [5, 10],
      ],
      [
        [1, 5],
        [7, 10],
      ],
      [[2, 5]],
      [
        [1, null],
        [2, 5],
      ],
    ]
    for (const tiers of bad) await expect(insert(tiers)).rejects.toThrow('overlap or leave a hole')
    await insert([
      [1, 5],
      [6, null],
    ])
  })
})
