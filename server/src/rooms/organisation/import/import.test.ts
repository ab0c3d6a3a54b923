import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { csvOf, fileOf, importing } from '../../../testing/importing.ts'
import { world, type Person, type World } from '../../../testing/world.ts'

/** The business has six locations in North, Centre and South. Rosa manages North. */

const { organisation } = contract
let w: World
let elena: Person
let rosa: Person
let byElena: ReturnType<typeof importing>
beforeAll(async () => {
  w = await world()
  ;[elena, rosa] = await Promise.all([w.loggedIn('enterprise'), w.loggedIn('regional')])
  byElena = importing(elena, 'locations')
})
afterAll(() => w.close())
beforeEach(() => limit(20))

async function limit(max_locations: number) {
  const { businessentity_id } = await elena.me()
  await w.database.system
    .updateTable('business_entities')
    .set({ max_locations })
    .where('businessentity_id', '=', businessentity_id)
    .execute()
}
const found = async (search: string) => (await elena.call(organisation.getLocations, { body: { search } }))[0]
const header = 'Location name,Street address,City,Postal code,Country,Phone,Regions,Store number'

describe('the check', () => {
  test('says what is added, changed, the same and refused', async () => {
    const checked = await byElena.checked(
      csvOf(
        header,
        'Bay Street,1 Bay Street,Salem,97301,Germany,+49 30 1234,North;South,0012',
        'harbor road,,Astoria,,,,,',
        'Mill Lane,,,,,,,',
        ',,Nowhere,,,,,',
        'Bad Country,,,,Atlantis,,,',
        'Bad Region,,,,,,Norht,',
        `"=cmd|'/c calc'!A1",,,,,,,`,
      ),
    )
    expect(checked.counts).toMatchObject({ add: 1, change: 1, same: 1, refused: 4 })
    expect(await byElena.problems(checked)).toEqual({
      5: ['location_name_missing'],
      6: ['import_country_unknown'],
      7: ['import_region_unknown_near'],
      8: ['import_formula'],
    })
    const done = await byElena.start(checked)
    expect(done).toMatchObject({ state: 'done', results: { done: 2 } })
    const bay = await found('Bay Street')
    expect(bay).toMatchObject({ country_code: 'DE', businessentity_phone: '+49 30 1234', store_number: '0012' })
    expect(bay!.location_class.map(({ label }) => label).toSorted()).toEqual(['North', 'South'])
    expect(await found('Harbor Road')).toMatchObject({ businessentity_city: 'Astoria' })
    const undone = await byElena.undo(done)
    expect(undone).toMatchObject({ state: 'undone', results: { undone: 2, kept: 0 } })
    expect(await found('Bay Street')).toBeUndefined()
    expect(await found('Harbor Road')).not.toMatchObject({ businessentity_city: 'Astoria' })
  })

  test('counts the limit of the subscription over the whole import', async () => {
    await limit(8)
    const checked = await byElena.checked(csvOf('Name', 'One Road', 'Two Road', 'Three Road', 'Harbor Road'))
    expect(checked.counts).toMatchObject({ add: 2, change: 0, same: 1, refused: 1 })
    expect(await byElena.problems(checked)).toEqual({ 4: ['can_not_exceed_account_location_limit'] })
    // Another tab takes one of the two places meanwhile.
    await elena.call(organisation.addLocations, { body: { businessentity_location_name: 'Tab Road' } })
    const done = await byElena.start(checked)
    expect(done).toMatchObject({ results: { done: 1, skipped: 1 } })
    expect(await byElena.rows(done, { state: 'skipped' })).toMatchObject([
      { key: 'Two Road', problems: [{ key: 'can_not_exceed_account_location_limit' }] },
    ])
    await byElena.undo(done)
  })

  test('keeps a regional manager within the own regions', async () => {
    const byRosa = importing(rosa, 'locations')
    const checked = await byRosa.checked(
      csvOf('Name,Region,City', 'Own Road,North,', 'No Region,,', 'Far Road,South,', 'Quayside,,Elsewhere'),
    )
    expect(await byRosa.problems(checked)).toEqual({
      3: ['location_needs_region'],
      4: ['import_region_unknown', 'location_needs_region'],
      5: ['location_name_exists', 'location_needs_region'],
    })
  })
})

test('a cell with the word for it empties the field; an empty one changes nothing', async () => {
  const first = await byElena.checked(
    csvOf(header, 'Clear Street,9 Clear Street,Salem,97301,Germany,+49 30 9,North;South,77'),
  )
  await byElena.start(first)
  const checked = await byElena.checked(
    csvOf(
      header,
      // In the language of the person or in English, in any spelling.
      'Clear Street,( clear ),(clear),,,(CLEAR),(clear),(Clear)',
      'Mill Lane,,,,(clear),,,',
      '(clear),,,,,,,',
    ),
  )
  expect(checked.counts).toMatchObject({ change: 1, refused: 2 })
  expect(await byElena.problems(checked)).toEqual({ 3: ['import_cannot_be_cleared'], 4: ['location_name_missing'] })
  const [row] = await byElena.rows(checked, { outcome: 'change' })
  expect(row!.changes).toContainEqual({ field: 'city', before: 'Salem', after: '' })
  const done = await byElena.start(checked)
  expect(await found('Clear Street')).toMatchObject({
    // Only the word itself clears.
    businessentity_street1: '( clear )',
    businessentity_city: '',
    businessentity_zip: '97301',
    businessentity_phone: '',
    store_number: '',
    location_class: [],
  })
  await byElena.undo(done)
  expect(await found('Clear Street')).toMatchObject({ businessentity_city: 'Salem', store_number: '77' })
})

test.each(['csv', 'xlsx'])('an export as %s is imported again without a change', async (format) => {
  // A name that a manager typed in the form, and that a spreadsheet would evaluate.
  const name = `=1+1 ${format}`
  await elena.call(organisation.addLocations, { body: { businessentity_location_name: name } })
  const bytes = new Uint8Array(await (await elena.request(`/api/v1/exportLocations/${format}`)).arrayBuffer())
  const checked = await byElena.checked(fileOf(bytes, `locations.${format}`))
  expect(await byElena.problems(checked)).toEqual({})
  expect(checked.counts).toMatchObject({ add: 0, change: 0, same: checked.rows, refused: 0 })
  expect(checked.rows).toBeGreaterThan(5)
})

test('columns are matched by the headers of the person’s language, and choices are remembered', async () => {
  const template = await elena.request('/api/v1/getLocationImportTemplate/csv', {
    headers: { cookie: `${[...elena.cookies].map((c) => c.join('=')).join('; ')}; cutaway_language=98` },
  })
  const spanish = (await template.text()).trim()
  expect(spanish).toContain('Nombre del centro')
  const file = fileOf(csvOf('Shop no.;Filiale;Notes', '1;Bay Road;x'))
  const first = await byElena.read(file)
  expect(first).toMatchObject({ delimiter: ';', encoding: 'UTF-8', rows: 1 })
  expect(first.columns).toMatchObject([
    { header: 'Shop no.', field: null, samples: ['1'] },
    { header: 'Filiale', field: null, samples: ['Bay Road'] },
    { header: 'Notes', field: null },
  ])
  const send = (fields: (string | null)[]) =>
    elena.send(organisation.checkLocationImport, { body: { id: first.id, fields } })
  expect(await send([null, null, null])).toMatchObject({ message: 'import_columns_missing' })
  expect(await send(['name', 'name', null])).toMatchObject({ message: 'import_column_twice' })
  expect(await send(['store_number', 'name', null])).toMatchObject({ status: 1 })
  await byElena.settled(first.id)
  expect((await byElena.read(file)).columns.map(({ field }) => field)).toEqual(['store_number', 'name', null])
})
