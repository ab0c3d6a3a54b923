import type { contract } from '@cutaway/contract'
import type { BodyOf } from '@cutaway/contract/endpoint.ts'
import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { touchScreenRole } from '@cutaway/contract/roles.ts'
import type { UserData } from '@cutaway/contract/rooms/users/users.ts'
import { createHash, randomInt } from 'node:crypto'
import { effectivePermissions, type Caller } from '../../core/auth/caller.ts'
import type { Db } from '../../core/db/database.ts'
import { answer, refuse, type Handlers } from '../../core/http/endpoints.ts'
import { badRequest, denied, fail, notFound } from '../../core/http/errors.ts'
import { sanitiseLine } from '../../core/sanitise-text.ts'
import type { Site } from '../../core/tenancy.ts'
import { forgetAttempts, liftBlocks } from '../sessions/login.queries.ts'
import { refuseEasyPassword } from '../sessions/passwords/easy-passwords.ts'
import { hashPassword } from '../sessions/passwords/hashing.ts'
import * as queries from './edit.queries.ts'
import { queueLoginDetails } from './login-details.ts'
import { holdLocation, holdRegions, isBusinessInReach } from './places.queries.ts'
import { defaultsOf, grantedRights, ownRights } from './rights.ts'
import { mayGiveRole, mayManage, nameForAccount, placeOf } from './rules.ts'

/** One user: reading, adding and changing. */

type Users = typeof contract.users
type Calls = Pick<
  Users,
  | 'getUserData'
  | 'getUserdetails'
  | 'getUsername'
  | 'getUsernameData'
  | 'checkUsernameAlreadyExists'
  | 'addUser'
  | 'updateUser'
>
type Fields = BodyOf<Users['addUser']> | BodyOf<Users['updateUser']>

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)

function dataOf(site: Site, row: queries.Account): UserData {
  const data = {
    id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    username: row.username,
    businessentity_location_id: row.location_id,
    user_access_id: row.user_access_id,
    is_verified: flag(!row.is_invited),
    location_class_ids: row.class_ids,
    send_login_detail_to_user: flag(false),
    required_password_change: flag(row.required_password_change),
    is_employee: flag(row.is_employee === 1),
    active: flag(row.active === 1),
    business_name: row.business_name ?? '',
    businessentity_id: row.businessentity_id,
    web_site_id: site.web_site_id,
    default_video_type: row.default_video_type,
    store_number: row.store_number,
  }
  return { ...data, version: createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22) }
}

/** The values that the audit log keeps. */
const audited = (values: queries.UserValues, regions: readonly number[]) => ({
  username: values.username,
  email: values.email,
  first_name: values.first_name,
  last_name: values.last_name,
  user_access_id: values.user_access_id,
  is_employee: values.is_employee,
  businessentity_id: values.businessentity_id,
  businessentity_location_id: values.location_id,
  location_class_ids: regions,
  default_video_type: values.default_video_type,
  must_change_at_login: values.required_password_change,
  active: values.active,
})

const valuesOf = (row: queries.Account): queries.UserValues => ({
  username: row.username,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  user_access_id: row.user_access_id,
  is_employee: row.is_employee,
  businessentity_id: row.businessentity_id,
  location_id: row.location_id,
  default_video_type: row.default_video_type,
  required_password_change: row.required_password_change,
  active: row.active,
})

/** Returns a user name without invisible characters. Refuses one that has no others. */
const plainUserName = (typed: string): string => sanitiseLine(typed) || badRequest()

/** Applies the fields of the form that are not places; what is missing stays as it is. */
const changed = (old: queries.UserValues, body: Fields): queries.UserValues => ({
  ...old,
  username: body.username === undefined ? old.username : plainUserName(body.username),
  email: body.email ?? old.email,
  first_name: body.first_name === undefined ? old.first_name : sanitiseLine(body.first_name),
  last_name: body.last_name === undefined ? old.last_name : sanitiseLine(body.last_name),
  user_access_id: body.user_access_id ?? old.user_access_id,
  is_employee: body.is_employee ?? old.is_employee,
  default_video_type: body.default_video_type === undefined ? old.default_video_type : body.default_video_type,
  required_password_change:
    body.required_password_change === undefined ? old.required_password_change : body.required_password_change === 1,
  active: body.active ?? old.active,
})

interface Placed {
  location_id: number | null
  regions: readonly number[]
}

/** Returns the places of a user of a role in a business, or refuses those that are missing, deleted or out of reach. */
async function placesOf(
  db: Db,
  site: Site,
  caller: Caller,
  asked: { role: number; businessId: number | null; body: Fields; old?: Placed | undefined },
): Promise<Placed> {
  const { role, businessId, body, old } = asked
  const kind = placeOf(role)
  if (kind === 'none') return { location_id: null, regions: [] }
  if (businessId === null) fail('user_place_not_available')
  if (kind === 'regions') {
    const regions = [...new Set(body.location_class_ids ?? old?.regions ?? [])].toSorted((a, b) => a - b)
    if (regions.length === 0) fail('user_region_required')
    const isSame = old !== undefined && regions.join() === old.regions.join()
    const businesses = isSame ? undefined : await holdRegions(db, site, caller, regions)
    if (businesses && regions.some((id) => businesses.get(id) !== businessId)) fail('user_place_not_available')
    return { location_id: null, regions }
  }
  const { businessentity_location_id: locationId } = body
  const byStore = locationId === undefined && body.store_number ? body.store_number : undefined
  if (old?.location_id != null && (locationId === old.location_id || (locationId === undefined && !byStore)))
    return { location_id: old.location_id, regions: [] }
  if (locationId == null && byStore === undefined) fail('user_location_required')
  const found = await holdLocation(db, site, caller, {
    businessId,
    locationId: locationId ?? undefined,
    storeNumber: byStore,
  })
  return { location_id: found ?? fail('user_place_not_available'), regions: [] }
}

/** Returns the rights that the form chose: what is stored, and what the audit log keeps; undefined if it chose none. */
async function rightsChosen(
  { db, site, caller, body }: { db: Db; site: Site; caller: Caller; body: Fields },
  of: { role: number; businessId: number | null; saved?: PermissionName[] | null },
) {
  if (!body.permission) return undefined
  if (!caller.may('manage_permissions')) denied()
  if (of.role === touchScreenRole) fail('touch_screen_no_permissions')
  const defaults = await defaultsOf(db, site, of.businessId, of.role)
  const before = of.saved ?? defaults
  const after = grantedRights(caller, site, body.permission, before)
  return { before, after, stored: ownRights(after, defaults) }
}

/** Returns the hash of a password that is not too easy. Takes no connection meanwhile. */
async function hashOf(password: string): Promise<string> {
  await refuseEasyPassword(password)
  return hashPassword(password)
}

const names = (row: queries.Account) => ({
  id: row.user_id,
  username: row.username,
  first_name: row.first_name,
  last_name: row.last_name,
})
const found = async (db: Db, site: Site, id: number): Promise<queries.Account> =>
  (await queries.findAccount(db, site, id)) ?? notFound()

export const edit: Handlers<Calls> = {
  getUserData: async ({ owner, site, db }) => dataOf(site, await found(db, site, owner.user_id)),
  getUserdetails: async ({ owner, site, db }) => dataOf(site, await found(db, site, owner.user_id)),
  getUsername: async ({ owner, site, db }) => names(await found(db, site, owner.user_id)),
  getUsernameData: async ({ owner, site, db }) => names(await found(db, site, owner.user_id)),

  checkUsernameAlreadyExists: async ({ body, site, db }) => {
    const username = plainUserName(body.username)
    if (await queries.isUserNameFree(db, site, username, body.id)) return refuse('user_name_available')
    const base = nameForAccount(username, body.first_name ?? '', body.last_name ?? '')
    const wishes = [base, ...Array.from({ length: 20 }, (_, i) => `${base}${i + 2}`)]
    const taken = await queries.findTakenNames(db, site, wishes)
    const suggestion = wishes.find((name) => !taken.has(name)) ?? `${base}.${randomInt(100_000)}`
    return answer({ suggestion }, { message: 'user_name_already_exists' })
  },

  addUser: async (call) => {
    const { body, caller, site } = call
    if (!mayGiveRole(caller.level, body.user_access_id)) fail('user_role_not_allowed')
    const password_hash = body.password ? await hashOf(body.password) : ''
    const isInvited = password_hash === ''
    if (body.email === '' && (isInvited || body.send_login_detail_to_user === 1)) fail('user_email_required')

    const { db } = call
    const businessId = body.businessentity_id ?? (site === caller.site ? caller.user.businessentity_id : null)
    if (businessId !== null && !(await isBusinessInReach(db, site, caller, businessId))) denied()
    const role = body.user_access_id
    const { location_id, regions } = await placesOf(db, site, caller, { role, businessId, body })
    const blank = {
      username: '',
      email: '',
      first_name: '',
      last_name: '',
      user_access_id: role,
      is_employee: 0,
      businessentity_id: businessId,
      location_id,
      default_video_type: null,
      required_password_change: false,
      active: 1,
    }
    const rights = await rightsChosen(call, { role, businessId })
    const wanted = changed(blank, body)
    // An invited user chooses a password anyway.
    const values = isInvited ? { ...wanted, required_password_change: false } : wanted
    if (!(await queries.holdUserName(db, site, values.username))) fail('user_name_already_exists')
    const id = await queries.insertUser(db, site, {
      ...values,
      password_hash,
      ...(rights ? { permissions: rights.stored } : {}),
    })
    await queries.setRegions(db, site, id, regions)
    if (isInvited || body.send_login_detail_to_user === 1) await queueLoginDetails(call, [id])
    call.audit({
      target: { kind: 'user', id },
      after: { ...audited(values, regions), ...(rights ? { permissions: rights.after } : {}) },
    })
    return { id, is_invited: flag(isInvited) }
  },

  updateUser: async (call) => {
    const { body, owner, caller, site, services } = call
    // The hash is made without a connection.
    await call.endTransaction()
    const password_hash = body.password ? await hashOf(body.password) : undefined

    const { db } = call
    const [old] = await queries.holdAccounts(db, site, [owner.user_id])
    if (!old || old.deleted_at !== null) notFound()
    if (!mayManage(caller.user, old)) denied()
    if (body.version !== undefined && body.version !== dataOf(site, old).version) fail('user_changed_meanwhile')

    const before = valuesOf(old)
    const role = body.user_access_id ?? old.user_access_id
    const hasNewRole = role !== old.user_access_id
    if (hasNewRole && !mayGiveRole(caller.level, role)) fail('user_role_not_allowed')
    const businessId = body.businessentity_id === undefined ? old.businessentity_id : body.businessentity_id
    const isMoved = businessId !== old.businessentity_id
    if (isMoved && (businessId === null || !(await isBusinessInReach(db, site, caller, businessId)))) denied()
    // Users keep places that were deleted, until they get other ones.
    const keepsPlace = !isMoved && placeOf(role) === placeOf(old.user_access_id)
    const { location_id, regions } = await placesOf(db, site, caller, {
      role,
      businessId,
      body,
      old: keepsPlace ? { location_id: old.location_id, regions: old.class_ids } : undefined,
    })

    const values = { ...changed(before, body), businessentity_id: businessId, location_id }
    const hasNewEmail = values.email !== old.email
    const isInvited = old.is_invited && password_hash === undefined
    if (values.email === '' && isInvited) fail('user_email_required')
    if (values.username !== old.username && !(await queries.holdUserName(db, site, values.username, old.user_id)))
      fail('user_name_already_exists')

    const id = old.user_id
    const now = services.clock.now()
    const saved = old.permissions && !hasNewRole ? effectivePermissions(site, role, old.permissions, null) : null
    const rights = await rightsChosen(call, { role, businessId, saved })
    await queries.setUser(db, site, id, {
      ...values,
      ...(password_hash === undefined ? {} : { password_hash }),
      // The rights of the old role do not suit the new one.
      ...(hasNewRole ? { permissions: null } : {}),
      ...(rights ? { permissions: rights.stored } : {}),
      // A mail to the old address does not delay one to the new address.
      ...(hasNewEmail ? { invited_at: null } : {}),
    })
    await queries.setRegions(db, site, id, regions)
    const isLocked = values.active === 0 && old.active !== 0
    const mustChange = values.required_password_change && !old.required_password_change
    if (password_hash !== undefined || isLocked || mustChange) await queries.endSessionsOf(db, site, [id])
    if (password_hash !== undefined || isLocked || hasNewEmail) await queries.spendLinksOf(db, site, [id], now)
    if (password_hash !== undefined) await forgetAttempts(db, site, { user_id: id, username: values.username }, now)
    else if (values.active === 1 && old.active === 0) await liftBlocks(db, site, [values.username], now)
    if (values.email !== '' && values.active === 1)
      if (body.send_login_detail_to_user === 1 || (isInvited && hasNewEmail)) await queueLoginDetails(call, [id])

    const after = audited(values, regions)
    call.audit({
      target: { kind: 'user', id },
      before: { ...audited(before, old.class_ids), ...(rights ? { permissions: rights.before } : {}) },
      after: {
        ...after,
        ...(rights ? { permissions: rights.after } : {}),
        ...(password_hash === undefined ? {} : { credentials: 'changed' }),
      },
    })
    return dataOf(site, await found(db, site, id))
  },
}
