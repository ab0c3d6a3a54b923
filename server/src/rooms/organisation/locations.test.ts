import { encodeName } from '@cutaway/contract/administration/encoded-name.ts'
import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

/** The six locations of the demo's business: two in each of North, Centre and South. Rosa manages North. */

const calls = contract.organisation
let w: World
let elena: Person
let rosa: Person
let sam: Person
beforeAll(async () => {
  w = await world()
  ;[elena, rosa, sam] = await Promise.all([w.loggedIn('enterprise'), w.loggedIn('regional'), w.loggedIn('super')])
})
afterAll(() => w.close())
beforeEach(() => limit(7))

const businessId = async (person = elena) => (await person.me()).businessentity_id!
async function limit(max_locations: number) {
  const update = w.database.system.updateTable('business_entities').set({ max_locations })
  await update.where('businessentity_id', '=', await businessId()).execute()
}
const list = (person: Person, body: object = {}) => person.send(calls.getLocations, { body })
const namesOf = async (person: Person, body: object = {}) =>
  ((await list(person, body)).data ?? []).map((row) => row.businessentity_location_name)
/** The location in use with a name, else a deleted one. */
const idOf = async (name: string) => {
  const [row] = (await list(elena, { location: { viewDelete: 'All' }, search: name, sort: 'state' })).data!.toSorted(
    (a, b) => b.active - a.active,
  )
  return row!.id
}
const add = (person: Person, name: string, more: object = {}) =>
  person.send(calls.addLocations, { body: { businessentity_location_name: name, ...more } })
const change = (person: Person, id: number, name: string, more: object = {}) =>
  person.send(calls.updateLocation, { body: { id, businessentity_location_name: name, ...more } })
const remove = async (person: Person, id: number) =>
  person.send(calls.deleteLocation, { params: { id, user_id: (await person.me()).user_id, web_site_id: 31 } })
const restore = (person: Person, id: number) => person.send(calls.undoDeletedLocation, { params: { id } })
const regionId = async (name: string) =>
  (await elena.call(calls.getClasses, { body: {} })).find((region) => region.class_name === name)!.id
/** Deletes what a test added, so that each begins with the six. */
async function forget(...names: string[]) {
  for (const name of names) await remove(elena, await idOf(name))
}

const all = ['Harbor Road', 'Mill Lane', 'Orchard Park', 'Quayside', 'Station Street', 'Summit Avenue']

describe('the list', () => {
  test('holds the locations that a role reaches', async () => {
    expect(await namesOf(elena)).toEqual(all)
    expect(await namesOf(rosa)).toEqual(['Harbor Road', 'Mill Lane'])
    // The super user sees those of both businesses, and of one if it is named.
    expect(await namesOf(sam)).toHaveLength(12)
    expect(await namesOf(sam, { businessentity_id: await businessId() })).toEqual(all)
    const other = await w.loggedIn('enterprise2')
    const ids = (await list(other)).data!.map(({ id }) => id)
    expect(ids).not.toContain(await idOf('Mill Lane'))
    expect(await list(other, { businessentity_id: await businessId() })).toMatchObject({ http: 404 })
    expect(await list(await w.loggedIn('location'))).toMatchObject({ http: 403, message: 'permission_denied' })
  })

  test('says the limit, the number of locations and of people', async () => {
    expect(await list(elena, { size: 5 })).toMatchObject({
      total: 6,
      max_locations: 7,
      counts_businessentity_locations: 6,
      user_count: 11,
    })
  })

  test('counts the sends of this month of each location, as the sent report does', async () => {
    const dana = await w.loggedIn('advisor')
    const sends = async (person: Person) => {
      const { data, sent_this_month } = await list(person)
      const nameOf = (id: number) => data!.find((row) => row.id === id)!.businessentity_location_name
      return Object.fromEntries(sent_this_month.map((one) => [nameOf(one.location_id), one.sends]))
    }
    const other = await w.loggedIn('enterprise2')
    const [before, ofOthers] = [await sends(elena), await sends(other)]
    await dana.call(contract.sharing.sendEmail, {
      body: {
        brand_id: 1,
        lang_id: 50,
        driverside: 'left',
        email: {
          toEmail: 'joan@mailbox.example,tom@mailbox.example',
          subject: 'What Dana found on the brakes',
          emailMessage: 'Hello',
          selectedList: [{ part_id: 'BRKDSC' }],
        },
      },
    })
    expect(await sends(elena)).toEqual({ ...before, 'Harbor Road': (before['Harbor Road'] ?? 0) + 2 })
    expect(await sends(other)).toEqual(ofOthers)
    // Letters of the month before are not among them.
    await w.database.system
      .updateTable('sends')
      .set({ created_at: new Date(w.clock.now().getTime() - 32 * 86_400_000) })
      .where('subject', '=', 'What Dana found on the brakes')
      .execute()
    expect((await sends(elena))['Harbor Road']).toBe(before['Harbor Road'])
  })

  test('pages in a stable order, also between equal values, and a page after the last is empty', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => namesOf(elena, { page, size: 2, sort: 'city', descending: false })),
    )
    expect(pages.flat().toSorted()).toEqual(all)
    expect(pages[3]).toEqual([])
    expect(await list(elena, { page: 4, size: 2 })).toMatchObject({ total: 6 })
    const byRegion = await namesOf(elena, { sort: 'state', descending: true, size: 5 })
    expect([
      ...byRegion,
      ...(await namesOf(elena, { sort: 'state', descending: true, size: 5, page: 2 })),
    ]).toHaveLength(6)
  })

  test('is searched by the words of a name, a city or a store number, and filtered by region', async () => {
    expect(await namesOf(elena, { search: 'LANE salem' })).toEqual(['Mill Lane'])
    expect(await namesOf(elena, { search: '100%' })).toEqual([])
    expect(await namesOf(elena, { search: 'S3112' })).toEqual(['Station Street'])
    expect(await namesOf(elena, { location: { class_id: await regionId('South') } })).toEqual([
      'Quayside',
      'Summit Avenue',
    ])
    expect(await namesOf(elena, { location: { businessentity_location_name: 'park', class_id: '' } })).toEqual([
      'Orchard Park',
    ])
    expect(await list(elena, { size: 501 })).toMatchObject({ http: 400 })
    expect(await list(elena, { sort: 'password' })).toMatchObject({ http: 400 })
  })

  test('reads ten thousand rows by the index of the business', async () => {
    const business = await businessId()
    await w.database.system
      .transaction()
      .execute(async (db) => {
        await db
          .insertInto('locations')
          .values(
            Array.from({ length: 10_000 }, (_, i) => ({
              web_site_id: 31,
              businessentity_id: business,
              businessentity_location_name: `Shop ${i}`,
              country_code: 'US',
            })),
          )
          .execute()
        const plan = await db
          .selectFrom('locations')
          .select('location_id')
          .where('web_site_id', '=', 31)
          .where('businessentity_id', '=', business)
          .where('deleted_at', 'is', null)
          .orderBy((eb) => eb.fn('lower', ['businessentity_location_name']))
          .orderBy('location_id')
          .limit(5)
          .explain()
        expect(JSON.stringify(plan)).toContain('locations_by_name')
        throw new Error('not to be kept')
      })
      .catch((error: Error) => expect(error.message).toBe('not to be kept'))
  })
})

describe('adding and changing', () => {
  test('keeps every field; the name may come encoded or plain', async () => {
    const fields = {
      businessentity_location_type: 'Body shop',
      country_code: 'us',
      businessentity_state: 'OR',
      businessentity_city: 'Newport',
      businessentity_zip: '97365',
      businessentity_street1: '12 Ferry Lane',
      businessentity_phone: '+1 541 555 0182',
      business_unit: 'Retail service',
      store_number: '98',
      account_number: 'NG-20417',
      location_class_ids: [await regionId('South'), await regionId('North')],
    }
    const added = await add(elena, encodeName('  Ferry Lane '), fields)
    expect(added).toMatchObject({
      status: 1,
      message: 'location_added',
      data: {
        ...fields,
        businessentity_location_name: 'Ferry Lane',
        country_code: 'US',
        location_class_ids: [await regionId('North'), await regionId('South')],
        location_class: [{ label: 'North' }, { label: 'South' }],
        class_name: 'North',
        user_count: 0,
        active: 1,
      },
    })
    const changed = await change(elena, added.data!.id, 'Ferry Street', { store_number: '99' })
    expect(changed.data).toMatchObject({ businessentity_location_name: 'Ferry Street', store_number: '99' })
    // Left out, the country and the regions stay.
    expect(changed.data).toMatchObject({ country_code: 'US', class_name: 'North', businessentity_city: '' })
    expect((await change(elena, added.data!.id, 'Ferry Street', { location_class_ids: [] })).data?.class_id).toBeNull()
    await forget('Ferry Street')
  })

  test.each(['א'.repeat(200), 'כביש הנמל "צפון"', '海港路', 'Änderung & Söhne', `=cmd|'/c'!A1`])(
    'takes the name %s',
    async (name) => {
      expect(await add(elena, encodeName(name))).toMatchObject({ data: { businessentity_location_name: name } })
      expect(await namesOf(elena, { search: name.slice(0, 50) })).toEqual([name])
      await forget(name.slice(0, 50))
    },
  )

  test.each(['', '   ', 'x'.repeat(201)])('refuses the name "%s"', async (name) => {
    expect(await add(elena, name)).toMatchObject({ http: 400, message: 'invalid_request' })
  })

  test('a name is unique in the business, regardless of case; another business may have it', async () => {
    expect(await add(elena, 'MILL lane ')).toMatchObject({ status: 0, message: 'location_name_exists' })
    const mill = await idOf('Mill Lane')
    expect(await change(elena, mill, 'quayside')).toMatchObject({ status: 0, message: 'location_name_exists' })
    expect(await change(elena, mill, 'Mill Lane')).toMatchObject({ status: 1, message: 'location_saved' })
    expect(await namesOf(await w.loggedIn('enterprise2'))).toEqual(all)
  })

  test('a name can be checked before', async () => {
    const check = (name: string, id?: number) =>
      elena.send(calls.checkLocationNameAlreadyExists, { body: { businessentity_location_name: encodeName(name), id } })
    expect(await check('mill LANE')).toMatchObject({ status: 0, message: 'location_name_exists' })
    expect(await check('Ferry Lane')).toMatchObject({ status: 1 })
    expect(await check('mill lane', await idOf('Mill Lane'))).toMatchObject({ status: 1 })
  })

  test('a regional manager adds and changes only in the own regions, and keeps the regions of others', async () => {
    const [north, south] = [await regionId('North'), await regionId('South')]
    expect(await add(rosa, 'Ferry Lane')).toMatchObject({ status: 0, message: 'location_needs_region' })
    expect(await add(rosa, 'Ferry Lane', { location_class_ids: [south] })).toMatchObject({ http: 404 })
    expect(await add(rosa, 'Ferry Lane', { location_class_ids: [north] })).toMatchObject({ status: 1 })
    const id = await idOf('Ferry Lane')
    await change(elena, id, 'Ferry Lane', { location_class_ids: [north, south] })
    const changed = await change(rosa, id, 'Ferry Lane', { location_class_ids: [north] })
    expect(changed.data?.location_class).toEqual([{ id: north, label: 'North' }])
    expect((await list(elena, { search: 'ferry' })).data![0]?.location_class_ids).toEqual([north, south])
    expect(await change(rosa, await idOf('Quayside'), 'Taken over')).toMatchObject({ http: 404 })
    await forget('Ferry Lane')
  })

  test('a super user adds to the business of another user, or to a named one', async () => {
    const { user_id } = await elena.me()
    expect(await add(sam, 'Ferry Lane', { user_id })).toMatchObject({
      data: { businessentity_id: await businessId() },
    })
    await forget('Ferry Lane')
    const foreign = await w.loggedIn('enterprise2')
    expect(await add(foreign, 'Ferry Lane', { businessentity_id: await businessId() })).toMatchObject({ http: 404 })
    expect(await add(foreign, 'Ferry Lane', { user_id })).toMatchObject({ http: 403 })
  })

  test('a region that was deleted meanwhile is refused with a sentence', async () => {
    const gone = (await elena.call(calls.addClass, { body: { class_name: 'Gone' } })).id
    await elena.call(calls.deleteClass, { params: { id: gone, userId: (await elena.me()).user_id } })
    expect(await add(elena, 'Ferry Lane', { location_class_ids: [gone] })).toMatchObject({
      status: 0,
      message: 'region_was_deleted',
    })
  })
})

describe('the limit of the subscription', () => {
  const refused = { status: 0, message: 'can_not_exceed_account_location_limit' }

  test('is not passed by two requests at once, neither by adding nor by restoring', async () => {
    const node = await w.another()
    const cookies = new Map(elena.cookies)
    const elsewhere = { ...elena, cookies }
    const answers = await Promise.all([
      add(elena, 'Ferry Lane'),
      add(elsewhere, 'Ferry Street'),
      add(elena, 'Ferry Road'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([0, 0, 1])
    expect(answers.filter(({ status }) => status === 0)).toEqual([
      expect.objectContaining(refused),
      expect.objectContaining(refused),
    ])
    const added = answers.find(({ status }) => status === 1)!.data!
    const quayside = await idOf('Quayside')
    await Promise.all([remove(elena, added.id), remove(elena, quayside)])
    await limit(6)
    const restored = await Promise.all([restore(elena, added.id), restore(elsewhere, quayside)])
    expect(restored.map(({ status }) => status).toSorted()).toEqual([0, 1])
    expect(restored).toContainEqual(expect.objectContaining(refused))
    await limit(7)
    await restore(elena, quayside)
    if ((await namesOf(elena)).length > 6) await remove(elena, added.id)
    expect(await namesOf(elena)).toEqual(all)
    await node.close()
  })

  test('one name is not taken by two requests at once', async () => {
    const answers = await Promise.all([add(elena, 'Ferry Lane'), add(elena, 'ferry lane')])
    expect(answers.map(({ message }) => message).toSorted()).toEqual(expect.arrayContaining(['location_added']))
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1)
    await forget('Ferry Lane')
  })
})

describe('deleting and restoring', () => {
  test('tells the number of people, keeps their accounts and their link, and can be undone', async () => {
    const id = await idOf('Harbor Road')
    const dana = await w.loggedIn('advisor')
    expect(await elena.call(calls.getUserCount, { params: { location_id: id, web_site_id: 31 } })).toEqual({
      user_count: 4,
    })
    expect(await remove(elena, id)).toMatchObject({ status: 1, message: 'location_deleted' })
    expect(await namesOf(elena)).not.toContain('Harbor Road')
    const deleted = await list(elena, { location: { viewDelete: 'On' }, search: 'harbor' })
    expect(deleted.data).toEqual([expect.objectContaining({ id, active: 0, user_count: 4 })])
    expect((await dana.me()).username).toBe('advisor')
    expect(await remove(elena, id)).toMatchObject({ status: 0, message: 'location_was_deleted' })
    expect(await change(elena, id, 'Harbour Street')).toMatchObject({ status: 0, message: 'location_was_deleted' })
    expect(await restore(elena, id)).toMatchObject({ status: 1, message: 'location_restored' })
    expect(await restore(elena, id)).toMatchObject({ status: 1, message: 'location_restored' })
    expect((await list(elena, { search: 'harbor' })).data).toEqual([
      expect.objectContaining({ class_name: 'North', active: 1, deleted_at: null }),
    ])
  })

  test('is refused if the name was taken meanwhile; the name can be given again while it is deleted', async () => {
    const id = await idOf('Mill Lane')
    await remove(elena, id)
    expect(await add(elena, 'Mill lane')).toMatchObject({ status: 1 })
    expect(await restore(elena, id)).toMatchObject({ status: 0, message: 'location_name_exists' })
    const [second] = (await list(elena, { search: 'mill lane' })).data!
    await remove(elena, second!.id)
    expect(await restore(elena, id)).toMatchObject({ status: 1 })
  })

  test('is not possible beyond the own reach', async () => {
    const id = await idOf('Quayside')
    for (const person of [rosa, await w.loggedIn('enterprise2')]) {
      expect(await remove(person, id)).toMatchObject({ http: 404 })
      expect(await restore(person, id)).toMatchObject({ http: 404 })
    }
    const counts = { params: { location_id: id, web_site_id: 44 } }
    expect(await elena.send(calls.getUserCount, counts)).toMatchObject({ http: 403 })
    expect(await sam.send(calls.getUserCount, counts)).toMatchObject({ http: 404 })
  })

  test('is in the audit log with before and after', async () => {
    const id = await idOf('Quayside')
    await change(elena, id, 'Quayside North', { businessentity_city: 'Astoria' })
    await remove(elena, id)
    await restore(elena, id)
    await change(elena, id, 'Quayside', { businessentity_city: 'Astoria' })
    const rows = await w.database.system
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('target_kind', '=', 'location')
      .where('target_id', '=', String(id))
      .orderBy('audit_id', 'desc')
      .limit(4)
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'location.change',
      'location.restore',
      'location.delete',
      'location.change',
    ])
    expect(rows[3]).toMatchObject({
      before: { businessentity_location_name: 'Quayside' },
      after: { businessentity_location_name: 'Quayside North' },
    })
  })
})

describe('look-ups', () => {
  test('hold what the caller reaches', async () => {
    const names = async (person: Person, id?: number) =>
      (await person.call(calls.getLocationsByBusinessId, { params: { id } })).map(
        (row) => row.businessentity_location_name,
      )
    expect(await names(elena)).toEqual(all)
    expect(await names(rosa)).toEqual(['Harbor Road', 'Mill Lane'])
    expect(await names(await w.loggedIn('location'))).toEqual(['Harbor Road'])
    expect(await names(await w.loggedIn('advisor'))).toEqual(['Harbor Road'])
    expect(await names(sam, await businessId())).toEqual(all)
    const businesses = async (person: Person, of: Person = person) =>
      (await person.call(calls.getEntity, { params: { userId: (await of.me()).user_id } })).map(({ id }) => id)
    expect(await businesses(elena)).toEqual([await businessId()])
    expect(await businesses(sam)).toHaveLength(2)
    expect(await businesses(sam, elena)).toEqual([await businessId()])
  })

  test('count people and locations of a business', async () => {
    const counted = await elena.send(calls.getUserCountAndLocationCount, { params: { json: {} } })
    expect(counted).toMatchObject({
      data: { user_count: 15, location_count: 6 },
      max_locations: 7,
      counts_businessentity_locations: 6,
    })
  })
})
