import { locationImportFields } from '@cutaway/contract/administration/import-fields.ts'
import { LocationFields } from '@cutaway/contract/rooms/organisation/locations.ts'
import { countryName } from '../../../core/formats.ts'
import { isFormula, isSameList, plainName, Places, RowProblems, valueOf } from '../../../core/import/fields.ts'
import {
  cleared,
  withSynonyms,
  type Cells,
  type ImportContext,
  type ImportKind,
  type Plan,
} from '../../../core/import/kind.ts'
import { refused } from '../../../core/import/planning.ts'
import { sanitiseLine } from '../../../core/sanitise-text.ts'
import { reachOf } from '../../../core/scope.ts'
import { findBusiness, lockBusiness } from '../businesses.ts'
import { countLocations, replaceRegions } from '../locations.queries.ts'
import * as queries from './locations.queries.ts'
import { findRegions, holdRegions } from './regions.queries.ts'

/** What an import does with locations. The name identifies a location of the business. */

type Values = queries.LocationValues
type Text = Exclude<keyof Values, 'class_ids' | 'country_code' | 'businessentity_location_name'>

/** The texts of a location: the field of a file, the column of the table, and the longest text. */
const texts: readonly [field: string, column: Text, most: number][] = [
  ['type', 'location_type', 60],
  ['street', 'street1', 200],
  ['city', 'city', 100],
  ['state', 'state', 100],
  ['postcode', 'zip', 20],
  ['phone', 'phone', 40],
  ['business_unit', 'business_unit', 100],
  ['store_number', 'store_number', 60],
  ['account_number', 'account_number', 60],
]

interface State {
  byName: Map<string, queries.FoundLocation>
  regions: Places
  countries: Map<string, string>
  /** How many locations the subscription still allows. */
  free: number
}

/** Maps names of countries in a language and in English, and codes, to codes. */
function countriesIn(language: string): Map<string, string> {
  const found = new Map<string, string>()
  for (let a = 65; a <= 90; a += 1)
    for (let b = 65; b <= 90; b += 1) {
      const code = String.fromCharCode(a, b)
      for (const tag of ['en', language]) {
        const name = countryName(code, tag)
        if (name !== undefined && name !== code) found.set(plainName(name), code).set(code.toLowerCase(), code)
      }
    }
  return found
}

async function readState(
  { db, site, caller, businessId, language }: ImportContext,
  rows: readonly Cells[],
  { hold }: { hold: boolean },
): Promise<State> {
  const reach = reachOf(caller, site)
  const business = hold ? await lockBusiness(db, site, businessId) : await findBusiness(db, site, businessId)
  const names = [...new Set(rows.map(keyOf))]
  const found = await queries.findByNames(db, site, reach, businessId, names)
  let regions = await findRegions(db, site, reach, businessId)
  if (hold) {
    await holdRegions(
      db,
      site,
      regions.map(({ id }) => id),
    )
    regions = await findRegions(db, site, reach, businessId)
  }
  return {
    byName: new Map(found.map((one) => [one.businessentity_location_name.toLowerCase(), one])),
    regions: new Places(regions),
    countries: countriesIn(language),
    free: (business?.max_locations ?? 0) - (await countLocations(db, site, businessId)),
  }
}

const keyOf = (cells: Cells): string => sanitiseLine(cells['name'] ?? '').toLowerCase()

const blank = (name: string, country: string): Values => ({
  businessentity_location_name: name,
  location_type: '',
  country_code: country,
  street1: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  store_number: '',
  business_unit: '',
  account_number: '',
  class_ids: [],
})

function valuesOf(found: queries.FoundLocation): Values {
  const { location_id: _id, regions: _regions, in_reach: _reach, deleted: _deleted, ...values } = found
  return values
}

function plan(cells: Cells, state: State, { site, caller }: ImportContext): Plan<Values> {
  const problems = new RowProblems()
  const name = sanitiseLine(cells['name'] ?? '')
  if (name === '') problems.add('name', 'location_name_missing')
  if (!LocationFields.shape.businessentity_location_name.safeParse(name).success && name !== '')
    problems.add('name', 'import_text_too_long', { most: '200' }, valueOf(cells['name']))
  const found = state.byName.get(name.toLowerCase())
  if (found && !found.in_reach) problems.add('name', 'location_name_exists')
  if (!found && isFormula(name)) problems.add('name', 'import_formula', {}, valueOf(cells['name']))
  const old = found ? valuesOf(found) : blank(name, site.country_code_iso.toUpperCase())
  const values = { ...old }
  for (const [field, column, most] of texts) values[column] = problems.text(field, cells[field], old[column], most)

  const country = problems.filled('country', cells['country'])
  if (country) {
    const code = state.countries.get(plainName(country))
    if (code) values.country_code = code
    else problems.add('country', 'import_country_unknown', { name: country.slice(0, 80) }, valueOf(country))
  }
  const regions = cells['regions']
  if (regions === cleared) values.class_ids = []
  else if (regions && !isSameList(regions, found?.regions ?? []))
    values.class_ids = state.regions
      .findAll('regions', regions, problems)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
  // Otherwise a regional manager would add a location that is out of the own reach.
  if (caller.reach === 'regions' && values.class_ids.length === 0) problems.add('regions', 'location_needs_region')

  const target = found?.location_id ?? null
  if (problems.all.length > 0) return refused(name, problems.all, target)
  if (!found) {
    if (state.free <= 0) {
      problems.add(null, 'can_not_exceed_account_location_limit')
      return refused(name, problems.all)
    }
    state.free -= 1
    return { outcome: 'add', name, problems: [], target, before: null, after: values, changes: [], invite: false }
  }
  const changes = changesOf(old, values, {
    before: found.regions.join('; '),
    after: regions === cleared ? '' : (regions ?? ''),
  })
  if (changes.length === 0)
    return { outcome: 'same', name, problems: [], target, before: null, after: null, changes, invite: false }
  return { outcome: 'change', name, problems: [], target, before: old, after: values, changes, invite: false }
}

function changesOf(old: Values, now: Values, regions: { before: string; after: string }): Plan['changes'] {
  const changes = [...texts, ['country', 'country_code'] as const].flatMap(([field, column]) =>
    old[column] === now[column] ? [] : [{ field, before: old[column], after: now[column] }],
  )
  if (old.class_ids.join() !== now.class_ids.join()) changes.push({ field: 'regions', ...regions })
  return changes
}

export const locationImport: ImportKind<Values, State> = {
  record: 'location_import',
  permission: 'manage_locations',
  files: 'locations',
  fields: withSynonyms(locationImportFields, {
    name: ['businessentity_location_name', 'location', 'location name', 'shop', 'site', 'branch'],
    type: ['businessentity_location_type', 'location type'],
    street: ['businessentity_street1', 'street', 'address', 'address 1', 'address line 1'],
    city: ['businessentity_city', 'town'],
    state: ['businessentity_state', 'state', 'province', 'county'],
    postcode: ['businessentity_zip', 'zip', 'zip code', 'post code', 'postal code', 'plz'],
    country: ['country_code', 'country code'],
    phone: ['businessentity_phone', 'telephone', 'phone number', 'tel'],
    business_unit: ['unit'],
    store_number: ['store', 'store no', 'store id'],
    account_number: ['account', 'account no'],
    regions: ['region', 'location_class', 'class_name'],
  }),
  keyOf,
  readState,
  plan,

  async apply({ db, site, caller, businessId }, rows) {
    const reach = reachOf(caller, site)
    const added = rows.filter(({ plan: { outcome } }) => outcome === 'add')
    const changed = rows.filter(({ plan: { outcome } }) => outcome === 'change')
    const ids = new Map<number, number>()
    if (added.length > 0) {
      const values = added.map(({ row, plan: { after } }) => ({ row, ...after! }))
      const byName = await queries.insertLocations(db, site, businessId, values)
      for (const { row, businessentity_location_name } of values)
        ids.set(row, byName.get(businessentity_location_name)!)
    }
    for (const {
      row,
      plan: { target },
    } of changed)
      ids.set(row, target!)
    const updated = changed.map(({ plan: { target, after } }) => ({ location_id: target!, ...after! }))
    if (updated.length > 0) await queries.updateLocations(db, site, updated)
    const placed = rows.map(({ row, plan: { after } }) => ({ location_id: ids.get(row)!, class_ids: after!.class_ids }))
    if (placed.length > 0) await replaceRegions(db, site, placed, reach)
    return ids
  },

  async undo({ db, site, caller, businessId, services }, rows) {
    const reach = reachOf(caller, site)
    await lockBusiness(db, site, businessId)
    const found = await queries.findByIds(
      db,
      site,
      reach,
      rows.map(({ target }) => target),
    )
    const byId = new Map(found.map((one) => [one.location_id, one]))
    const kept = new Map<number, string>()
    const isReached = ({ row, target }: { row: number; target: number }) => {
      const one = byId.get(target)
      if (!one || one.deleted) kept.set(row, 'import_kept_deleted')
      else if (!one.in_reach) kept.set(row, 'import_kept_out_of_reach')
      return !kept.has(row)
    }
    const added = rows.filter((row) => row.outcome === 'add' && isReached(row))
    const changed = rows.filter((row) => {
      if (row.outcome !== 'change' || !isReached(row)) return false
      const isSame = changesOf(row.after, valuesOf(byId.get(row.target)!), { before: '', after: '' }).length === 0
      if (!isSame) kept.set(row.row, 'import_kept_changed')
      return isSame
    })
    const deleted = { at: services.clock.now(), by: caller.user.user_id }
    await queries.deleteLocations(
      db,
      site,
      added.map(({ target }) => target),
      deleted,
    )
    const values = changed.map(({ target, before }) => ({ location_id: target, ...before! }))
    if (values.length > 0) {
      await queries.updateLocations(db, site, values)
      await replaceRegions(db, site, values, reach)
    }
    return kept
  },

  audited(action, { id, before, after }) {
    const names = {
      add: 'location.add',
      change: 'location.change',
      undo_add: 'location.delete',
      undo_change: 'location.change',
    }
    return {
      action: names[action],
      target: { kind: 'location', id },
      before,
      after: action === 'undo_add' ? null : after,
    }
  },

  async exportRows({ db, site, caller, businessId }) {
    const rows = await queries.findAll(db, site, reachOf(caller, site), businessId)
    return rows.map((row) => [
      row.businessentity_location_name,
      row.location_type,
      row.street1,
      row.city,
      row.state,
      row.zip,
      row.country_code,
      row.phone,
      row.business_unit,
      row.store_number,
      row.account_number,
      row.regions.join('; '),
    ])
  },
}
