import { userImportFields } from '@cutaway/contract/administration/import-fields.ts'
import { UserForm } from '@cutaway/contract/rooms/users/users.ts'
import { isFormula, isSameList, Places, RowProblems, valueOf } from '../../../core/import/fields.ts'
import { withSynonyms, type Cells, type ImportContext, type ImportKind, type Plan } from '../../../core/import/kind.ts'
import { refused } from '../../../core/import/planning.ts'
import { sanitiseLine } from '../../../core/sanitise-text.ts'
import { reachOf } from '../../../core/scope.ts'
import { findRegions, holdRegions } from '../../organisation/import/regions.queries.ts'
import { endSessionsOf, lockUserNames, markUsers, setRegionsOf, spendLinksOf } from '../edit.queries.ts'
import { queueLoginDetails } from '../login-details.ts'
import { mayGiveRole, mayManage, placeOf } from '../rules.ts'
import { readFlag, readRole, roleNameOf, rolesIn } from './cells.ts'
import * as queries from './users.queries.ts'

/** What an import does with users. The user name identifies a user of the web site. */

type Values = queries.UserValues

interface State {
  byName: Map<string, queries.FoundUser>
  locations: Places
  regions: Places
  roles: Map<string, number>
}

const keyOf = (cells: Cells): string => sanitiseLine(cells['username'] ?? '').toLowerCase()

async function readState(
  { db, site, caller, businessId, language }: ImportContext,
  rows: readonly Cells[],
  { hold }: { hold: boolean },
): Promise<State> {
  const reach = reachOf(caller, site)
  const names = [...new Set(rows.map(keyOf))]
  if (hold) {
    await lockUserNames(db, site, names)
    const held = await queries.findByNames(db, site, reach, names)
    const ids = (await findRegions(db, site, reach, businessId)).map(({ id }) => id)
    const locations = [...new Set(rows.map((cells) => sanitiseLine(cells['location'] ?? '').toLowerCase()))]
    await queries.holdLocations(db, site, businessId, locations)
    await holdRegions(db, site, ids)
    await queries.holdUsers(
      db,
      site,
      held.map(({ user_id }) => user_id),
    )
  }
  const found = await queries.findByNames(db, site, reach, names)
  return {
    byName: new Map(found.map((user) => [user.username.toLowerCase(), user])),
    locations: new Places(await queries.findLocations(db, site, reach, businessId)),
    regions: new Places(await findRegions(db, site, reach, businessId)),
    roles: rolesIn(language),
  }
}

function valuesOf(user: queries.FoundUser): Values {
  const { username, email, first_name, last_name, user_access_id, is_employee, location_id, class_ids } = user
  return { username, email, first_name, last_name, user_access_id, is_employee, location_id, class_ids }
}

function plan(cells: Cells, state: State, context: ImportContext): Plan<Values> {
  const { caller, businessId } = context
  const problems = new RowProblems()
  const username = sanitiseLine(cells['username'] ?? '')
  const user = state.byName.get(username.toLowerCase())
  if (username === '') problems.add('username', 'user_username_missing')
  else if (!UserForm.shape.username.safeParse(username).success)
    problems.add('username', 'import_text_too_long', { most: '100' }, valueOf(cells['username']))
  else if (!user && isFormula(username)) problems.add('username', 'import_formula', {}, valueOf(cells['username']))
  const isForeign = user && (!user.in_reach || user.businessentity_id !== businessId)
  if (isForeign) {
    problems.add('username', 'user_name_already_exists')
    return refused(nameOf(cells, undefined, username), problems.all)
  }

  const role = readRole(cells['role'], user?.user_access_id, state.roles, problems)
  const old = user ? valuesOf(user) : blank(username, role ?? 0)
  const values: Values = {
    ...old,
    first_name: problems.text('first_name', cells['first_name'], old.first_name, 200),
    last_name: problems.text('last_name', cells['last_name'], old.last_name, 200),
    email: problems.checked('email', cells['email'], old.email, UserForm.shape.email),
    is_employee: readFlag('is_employee', cells['is_employee'], old.is_employee, context, problems),
  }
  if (role !== undefined) {
    values.user_access_id = role
    if (role !== user?.user_access_id && !mayGiveRole(caller.level, role))
      problems.add('role', 'import_role_too_high', {}, valueOf(cells['role']))
    readPlace(cells, state, { role, user, values }, problems)
  }

  const name = nameOf(cells, values, username)
  const target = user?.user_id ?? null
  if (user?.is_invited && values.email === '' && old.email !== '') problems.add('email', 'user_email_required')
  const changes = user ? changesOf(old, values, { user, cells, state }) : []
  // Equal values change nothing, also for users whom the caller may not change.
  if (user && changes.length > 0 && !mayManage(caller.user, user))
    problems.add(null, user.user_id === caller.user.user_id ? 'import_own_account' : 'import_user_too_high')
  if (problems.all.length > 0) return refused(name, problems.all, target)
  if (!user) {
    const invite = values.email !== ''
    return { outcome: 'add', name, problems: [], target, before: null, after: values, changes, invite }
  }
  if (changes.length === 0)
    return { outcome: 'same', name, problems: [], target, before: null, after: null, changes, invite: false }
  const invite = user.is_invited && user.active === 1 && values.email !== '' && values.email !== old.email
  return { outcome: 'change', name, problems: [], target, before: old, after: values, changes, invite }
}

const blank = (username: string, role: number): Values => ({
  username,
  email: '',
  first_name: '',
  last_name: '',
  user_access_id: role,
  is_employee: 0,
  location_id: null,
  class_ids: [],
})

const nameOf = (cells: Cells, values: Values | undefined, username: string): string => {
  const first = values?.first_name ?? cells['first_name'] ?? ''
  const last = values?.last_name ?? cells['last_name'] ?? ''
  return (sanitiseLine(`${first} ${last}`) || username).slice(0, 300)
}

/** Reads the places that the role needs. A user keeps places that were deleted or are out of reach. */
function readPlace(
  cells: Cells,
  state: State,
  { role, user, values }: { role: number; user: queries.FoundUser | undefined; values: Values },
  problems: RowProblems,
): void {
  const kind = placeOf(role)
  const keeps = user !== undefined && placeOf(user.user_access_id) === kind
  // A user belongs to a place: its cell cannot be cleared, unless the role has no such place.
  const location = kind === 'location' ? (problems.filled('location', cells['location']) ?? '') : ''
  const regions = kind === 'regions' ? (problems.filled('regions', cells['regions']) ?? '') : ''
  if (kind !== 'location' && !keeps) values.location_id = null
  if (kind !== 'regions' && !keeps) values.class_ids = []
  if (kind === 'location') {
    if (keeps && user.location_id !== null && (location === '' || isSameList(location, [user.location_name]))) return
    // A location manager has only one location to give.
    const found = location === '' ? state.locations.only : state.locations.find('location', location, problems)
    if (found) values.location_id = found.id
    else if (location === '') problems.add('location', 'user_location_required')
  }
  if (kind === 'regions') {
    if (keeps && user.class_ids.length > 0 && (regions === '' || isSameList(regions, user.regions))) return
    const found = regions === '' ? [] : state.regions.findAll('regions', regions, problems)
    values.class_ids = found.map(({ id }) => id).toSorted((a, b) => a - b)
    if (regions === '') problems.add('regions', 'user_region_required')
  }
}

function changesOf(
  old: Values,
  now: Values,
  { user, cells, state }: { user: queries.FoundUser; cells: Cells; state: State },
): Plan['changes'] {
  const changes: Plan['changes'] = []
  const compare = (field: string, before: string, after: string, isChanged = before !== after) => {
    if (isChanged) changes.push({ field, before, after })
  }
  compare('first_name', old.first_name, now.first_name)
  compare('last_name', old.last_name, now.last_name)
  compare('email', old.email, now.email)
  compare('role', String(old.user_access_id), String(now.user_access_id))
  compare('is_employee', String(old.is_employee), String(now.is_employee))
  const location = now.location_id === null ? '' : ((cells['location'] || state.locations.only?.name) ?? '')
  compare('location', user.location_name, location, old.location_id !== now.location_id)
  const regions = now.class_ids.length === 0 ? '' : (cells['regions'] ?? '')
  compare('regions', user.regions.join('; '), regions, old.class_ids.join() !== now.class_ids.join())
  return changes
}

/** Returns whether a user still has the values that the import gave. */
const isAsImported = (user: queries.FoundUser, after: Values): boolean =>
  JSON.stringify(valuesOf(user)) === JSON.stringify(after)

export const userImport: ImportKind<Values, State> = {
  record: 'user_import',
  permission: 'manage_users',
  files: 'users',
  fields: withSynonyms(userImportFields, {
    username: ['user', 'user name', 'login', 'log in', 'account'],
    first_name: ['given name', 'forename', 'first'],
    last_name: ['surname', 'family name', 'last'],
    email: ['e-mail', 'mail', 'email address'],
    role: ['user_access_id', 'access', 'access type', 'user role'],
    location: ['businessentity_location_name', 'shop', 'branch', 'location name'],
    regions: ['region', 'location_class'],
    is_employee: ['employee'],
  }),
  keyOf,
  readState,
  plan,

  async apply({ db, site, services, caller, businessId }, rows, { invite, origin }) {
    const added = rows.filter(({ plan: { outcome } }) => outcome === 'add')
    const changed = rows.filter(({ plan: { outcome } }) => outcome === 'change')
    const ids = new Map<number, number>()
    if (added.length > 0) {
      const values = added.map(({ plan: { after } }) => after!)
      const byName = await queries.insertUsers(db, site, businessId, values)
      for (const {
        row,
        plan: { after },
      } of added)
        ids.set(row, byName.get(after!.username)!)
    }
    for (const {
      row,
      plan: { target },
    } of changed)
      ids.set(row, target!)
    if (changed.length > 0)
      await queries.updateUsers(
        db,
        site,
        changed.map(({ plan: { target, after } }) => ({ user_id: target!, ...after! })),
      )
    const placed = rows.map(({ row, plan: { after } }) => ({ user_id: ids.get(row)!, class_ids: after!.class_ids }))
    if (placed.length > 0) await setRegionsOf(db, site, placed)
    const withNewEmail = changed.filter(({ plan: { before, after } }) => before!.email !== after!.email)
    const spent = withNewEmail.map(({ plan: { target } }) => target!)
    await spendLinksOf(db, site, spent, services.clock.now())
    if (invite) {
      const invited = rows.filter((row) => row.plan.invite).map(({ row }) => ids.get(row)!)
      await queueLoginDetails({ db, site, services, caller, origin }, invited)
    }
    return ids
  },

  async undo({ db, site, caller, services }, rows) {
    const reach = reachOf(caller, site)
    const targets = rows.map(({ target }) => target)
    await queries.holdUsers(db, site, targets)
    const byId = new Map((await queries.findByIds(db, site, reach, targets)).map((user) => [user.user_id, user]))
    const kept = new Map<number, string>()
    for (const { row, target, outcome, after } of rows) {
      const user = byId.get(target)
      if (!user || user.deleted) kept.set(row, 'import_kept_deleted')
      else if (!user.in_reach || !mayManage(caller.user, user)) kept.set(row, 'import_kept_out_of_reach')
      else if (outcome === 'change' && !isAsImported(user, after)) kept.set(row, 'import_kept_changed')
    }
    const left = rows.filter(({ row }) => !kept.has(row))
    const added = left.filter(({ outcome }) => outcome === 'add').map(({ target }) => target)
    const changed = left.filter(({ outcome }) => outcome === 'change')
    const now = services.clock.now()
    await markUsers(db, site, added, { deleted_at: now })
    await endSessionsOf(db, site, added)
    await spendLinksOf(db, site, added, now)
    const values = changed.map(({ target, before }) => ({ user_id: target, ...before! }))
    if (values.length > 0) {
      await queries.updateUsers(db, site, values)
      await setRegionsOf(db, site, values)
    }
    return kept
  },

  audited(action, { id, before, after }) {
    const names = { add: 'user.add', change: 'user.change', undo_add: 'user.delete', undo_change: 'user.change' }
    return { action: names[action], target: { kind: 'user', id }, before, after: action === 'undo_add' ? null : after }
  },

  async exportRows({ db, site, caller, businessId, language }) {
    const rows = await queries.findAll(db, site, reachOf(caller, site), businessId)
    return rows.map((user) => [
      user.username,
      user.first_name,
      user.last_name,
      user.email,
      roleNameOf(language, user.user_access_id),
      user.location_name,
      user.regions.join('; '),
      String(user.is_employee),
    ])
  },
}
