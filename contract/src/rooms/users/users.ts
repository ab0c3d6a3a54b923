import { z } from 'zod'
import { isEmail } from '../../addresses.ts'
import { listFields } from '../../administration/list.ts'
import { endpoint, jsonParam, may, notAudited, signedIn, unscoped } from '../../endpoint.ts'
import { Flag, Id, PathId, VideoType } from '../../fields.ts'
import { ChosenPermissions, permissionRefusals } from './permissions.ts'

/** The users of a business: the list, adding, changing, deleting and restoring, log-in details, locks. */

export const mostName = 200
export const mostUserName = 100
/** Users that one call changes at most. */
export const mostAtOnce = 500

/** No control characters: the database does not accept NUL, and none belongs in a name. */
const plain = /^\P{Cc}*$/u
const Name = z.string().trim().max(mostName).regex(plain)
export const UserName = z.string().trim().min(1).max(mostUserName).regex(plain)
const Email = z
  .string()
  .trim()
  .refine((text) => text === '' || isEmail(text), { message: 'email_not_valid' })
  .meta({ example: 'new.user@shop.example' })
const Password = z
  .string()
  .max(200)
  .refine((text) => text === '' || text.length >= 10, { message: 'password_too_short' })
/** A form sends an empty choice as ''. */
const PlaceId = z.union([Id, z.literal('').transform(() => null)]).nullable()
/** One id or a list of ids, as older and newer clients send them. */
const Ids = z.preprocess(
  (given) => (given === undefined || Array.isArray(given) ? given : [given]),
  z.array(Id).min(1).max(mostAtOnce),
)

const place = unscoped('the handler accepts only places in reach')
const role = unscoped('the number of a role')

/**
 * The state of an account. `invited`: no password was chosen yet. `locked`: an administrator locked it, or wrong
 * passwords blocked its name.
 */
export const UserStatus = z.enum(['active', 'invited', 'locked', 'deleted'])
export type UserStatus = z.infer<typeof UserStatus>

/** A user in the list. */
export const UserRow = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string(),
  user_access_id: Id,
  is_employee: Flag,
  businessentity_id: Id.nullable(),
  business_name: z.string(),
  businessentity_location_id: Id.nullable(),
  businessentity_location_name: z.string(),
  /** 1 if the user’s location was deleted. */
  is_location_deleted: Flag,
  /** The regions of a regional manager, or those of the user’s location. */
  location_class: z.array(z.object({ id: Id, label: z.string() })),
  status: UserStatus,
  /** The end of the block after wrong passwords, ISO 8601. */
  blocked_until: z.string().nullable(),
  /** The last log-in or use of a session, ISO 8601; null if the user never logged in. */
  last_seen_at: z.string().nullable(),
  required_password_change: Flag,
  /** 1 if the caller may change the user: the role is lower than the caller’s. */
  may_edit: Flag,
})
export type UserRow = z.infer<typeof UserRow>

export const AccessType = z.object({
  user_access_id: Id,
  name: z.string(),
  /** 1 if the caller may give the role to a user. */
  selectable: Flag,
})
export type AccessType = z.infer<typeof AccessType>

export const userSortings = ['name', 'username', 'role', 'location', 'last_seen', 'status'] as const

export const getUserlistAndUserRegionAndUserLocationAndAccessType = endpoint({
  method: 'POST',
  path: '/getUserlistAndUserRegionAndUserLocationAndAccessType',
  who: may('manage_users'),
  actsFor: 'user_id',
  site: 'web_site_id',
  owns: {
    businessentity_id: place,
    businessentity_location_id: place,
    class_id: place,
    user_access_id: role,
  },
  audit: notAudited('reads only'),
  summary:
    'Returns a page of the users in the caller’s reach, with the regions, locations and roles by which the list is filtered.',
  body: z
    .object({
      user_id: Id.optional(),
      web_site_id: Id.optional(),
      businessentity_id: Id.optional(),
      ...listFields(userSortings),
      user_access_id: Id.optional(),
      businessentity_location_id: Id.optional(),
      class_id: Id.optional(),
      status: UserStatus.optional(),
      /** On: deleted users are in the list too. */
      viewDelete: z.enum(['On', 'Off']).default('Off'),
      /** False: only the page of users. */
      with_lists: z.boolean().default(true),
    })
    .prefault({}),
  reply: z.object({
    users: z.array(UserRow),
    total: z.int(),
    regions: z.array(z.object({ id: Id, class_name: z.string(), businessentity_id: Id })),
    locations: z.array(
      z.object({
        id: Id,
        businessentity_location_name: z.string(),
        businessentity_id: Id,
        location_class_ids: z.array(Id),
      }),
    ),
    access_types: z.array(AccessType),
    /** The businesses in reach: one, except for roles that reach whole web sites. */
    businesses: z.array(z.object({ id: Id, business_name: z.string() })),
  }),
})

/** A user as the form edits it. */
export const UserData = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  username: z.string(),
  businessentity_location_id: Id.nullable(),
  user_access_id: Id,
  /** 1 once the user has chosen a password. */
  is_verified: Flag,
  location_class_ids: z.array(Id),
  /** Always 0: a wish of the form, which is not stored. */
  send_login_detail_to_user: Flag,
  required_password_change: Flag,
  is_employee: Flag,
  /** 0 if an administrator locked the account. */
  active: Flag,
  business_name: z.string(),
  businessentity_id: Id.nullable(),
  web_site_id: Id,
  default_video_type: VideoType.nullable(),
  store_number: z.string().nullable(),
  /** Changes with the data; `updateUser` refuses to overwrite a newer version. */
  version: z.string(),
})
export type UserData = z.infer<typeof UserData>

export const getUserData = endpoint({
  method: 'GET',
  who: signedIn,
  actsFor: 'id',
  notForCustomers: true,
  path: '/getUserData/:id',
  summary: 'Returns a user as the form edits it, without the password.',
  params: z.object({ id: PathId }),
  reply: UserData,
})

export const getUserdetails = endpoint({
  method: 'GET',
  who: signedIn,
  actsFor: 'id',
  notForCustomers: true,
  path: '/getUserdetails/:id',
  summary: 'Returns the same as getUserData.',
  params: z.object({ id: PathId }),
  reply: UserData,
})

const UserNameOf = z.object({ id: Id, username: z.string(), first_name: z.string(), last_name: z.string() })

export const getUsername = endpoint({
  method: 'GET',
  who: signedIn,
  actsFor: 'id',
  notForCustomers: true,
  path: '/getUsername/:id',
  summary: 'Returns the names of a user.',
  params: z.object({ id: PathId }),
  reply: UserNameOf,
})

export const getUsernameData = endpoint({
  method: 'GET',
  who: signedIn,
  actsFor: 'id',
  notForCustomers: true,
  path: '/getUsernameData/:id',
  summary: 'Returns the same as getUsername.',
  params: z.object({ id: PathId }),
  reply: UserNameOf,
})

const UserChoice = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  user_access_id: Id,
  businessentity_location_id: Id.nullable(),
})

export const getUsersByBusinessentityId = endpoint({
  method: 'GET',
  path: '/getUsersByBusinessentityId/:businessentity_id?',
  who: signedIn,
  owns: { businessentity_id: place },
  notForCustomers: true,
  summary: 'Returns the users in the caller’s reach, of one business or of all, for a selection list.',
  params: z.object({ businessentity_id: PathId.optional() }),
  reply: z.array(UserChoice),
})

export const fetchUsersDetails = endpoint({
  method: 'GET',
  path: '/fetchUsersDetails/:json',
  who: signedIn,
  actsFor: 'user_id',
  owns: { businessentity_id: place, businessentity_location_id: place, class_id: place },
  notForCustomers: true,
  summary: 'Returns the users in the caller’s reach of a business, a region or a location, for a selection list.',
  params: z.object({
    json: jsonParam(
      z.object({
        user_id: Id.optional(),
        businessentity_id: Id.optional(),
        businessentity_location_id: Id.optional(),
        class_id: Id.optional(),
      }),
    ),
  }),
  reply: z.array(UserChoice),
})

export const getAllUserAccessType = endpoint({
  method: 'GET',
  path: '/getAllUserAccessType',
  who: signedIn,
  notForCustomers: true,
  summary: 'Returns the roles, and which of them the caller may give to a user.',
  reply: z.array(AccessType),
})

export const checkUsernameAlreadyExists = endpoint({
  method: 'POST',
  path: '/checkUsernameAlreadyExists',
  who: may('manage_users'),
  actsFor: 'id',
  site: 'web_site_id',
  audit: notAudited('reads only'),
  limit: { max: 240 },
  summary:
    'Returns status 1 if the user name is taken on the web site, with a free one as a suggestion; status 0 if it is free. Capitals make no difference.',
  body: z.object({
    username: UserName,
    /** The user who is edited, whose own name is free. */
    id: Id.optional(),
    web_site_id: Id.optional(),
    first_name: Name.optional(),
    last_name: Name.optional(),
  }),
  fails: ['user_name_available'],
  reply: z.object({ suggestion: z.string() }),
})

/** The fields of the form. */
export const UserForm = z.object({
  first_name: Name,
  last_name: Name,
  email: Email,
  username: UserName,
  user_access_id: Id.meta({ example: 6 }),
  businessentity_id: PlaceId,
  businessentity_location_id: PlaceId,
  location_class_ids: z.array(Id).max(500),
  is_employee: Flag,
  /** Empty: none is set. A new user then gets an invitation by mail. */
  password: Password,
  send_login_detail_to_user: Flag,
  required_password_change: Flag,
})

/** What is left out of a change stays as it is. */
const fields = {
  ...UserForm.partial().shape,
  /** Rights of the user's own, for a caller who may set rights. Left out: those of the role, or those saved before. */
  permission: ChosenPermissions.optional(),
  active: Flag.optional(),
  web_site_id: Id.optional(),
  default_video_type: VideoType.nullable().optional(),
  /** The store number of the location, if its id is left out. */
  store_number: z.string().trim().max(100).regex(plain).nullable().optional(),
  /** The portal decides; accepted from older clients. */
  is_verified: Flag.optional(),
  business_name: z.string().max(mostName).optional(),
}

const fieldPlaces = {
  businessentity_location_id: place,
  location_class_ids: place,
  businessentity_id: place,
  user_access_id: role,
} as const

const fieldRefusals = [
  'user_name_already_exists',
  'user_role_not_allowed',
  'user_email_required',
  'user_location_required',
  'user_region_required',
  'user_place_not_available',
  'password_too_easy',
  ...permissionRefusals,
] as const

export const addUser = endpoint({
  method: 'POST',
  path: '/addUser',
  who: may('manage_users'),
  site: 'web_site_id',
  owns: fieldPlaces,
  audit: { action: 'user.add' },
  notWhileActing: ['password', 'permission'],
  limit: { max: 60 },
  summary:
    'Adds a user of a lower role. Without a password, an invitation with a link to choose one is mailed; the link works once, for 7 days.',
  body: z.object({
    ...fields,
    username: UserName,
    user_access_id: UserForm.shape.user_access_id,
    email: Email,
  }),
  fails: fieldRefusals,
  reply: z.object({ id: Id, is_invited: Flag }),
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/updateUser',
  who: may('manage_users'),
  actsFor: 'id',
  site: 'web_site_id',
  owns: fieldPlaces,
  audit: { action: 'user.change' },
  notWhileActing: ['password', 'permission'],
  summary:
    'Changes a user of a lower role, at once also in open sessions. A new password and a required change of password end the sessions.',
  body: z.object({
    ...fields,
    id: Id,
    old_email: z.string().max(254).optional(),
    /** Of getUserData; without it, the last change wins. */
    version: z.string().max(100).optional(),
  }),
  fails: [...fieldRefusals, 'user_changed_meanwhile'],
  reply: UserData,
})

export const deleteManageUser = endpoint({
  method: 'DELETE',
  path: '/deleteManageUser/:json',
  who: may('manage_users'),
  actsFor: 'id',
  audit: { action: 'user.delete' },
  summary: 'Deletes users of lower roles and ends their sessions. They can be restored.',
  params: z.object({ json: jsonParam(z.object({ id: Ids })) }),
  reply: z.object({ deleted: z.int() }),
})

export const undoDeletedUser = endpoint({
  method: 'POST',
  path: '/undoDeletedUser/:id',
  who: may('manage_users'),
  actsFor: 'id',
  audit: { action: 'user.restore' },
  summary: 'Restores a deleted user, unless another user has the user name now.',
  params: z.object({ id: PathId }),
  fails: ['user_name_already_exists'],
  reply: z.object({ restored: z.int() }),
})

const several = z.object({ id: Ids })

export const restoreUsers = endpoint({
  method: 'POST',
  who: may('manage_users'),
  actsFor: 'id',
  body: several,
  path: '/restoreUsers',
  audit: { action: 'user.restore' },
  summary: 'Restores deleted users. If one of the user names is taken, none is restored.',
  fails: ['user_name_already_exists'],
  reply: z.object({ restored: z.int() }),
})

export const sendLoginDetailToUser = endpoint({
  method: 'POST',
  who: may('manage_users'),
  actsFor: 'id',
  body: several,
  path: '/sendLoginDetailToUser',
  audit: { action: 'user.send_login_details' },
  notWhileActing: true,
  limit: { max: 30 },
  summary:
    'Mails users their user name and a link to choose a password, which replaces earlier links. Passwords are never mailed.',
  fails: ['user_cannot_get_mail'],
  reply: z.object({
    sent: z.int(),
    /** Users without an e-mail address or whose account is locked, who get no mail. */
    left_out: z.int(),
  }),
})

export const requiredPasswordChange = endpoint({
  method: 'POST',
  who: may('manage_users'),
  actsFor: 'id',
  body: several,
  path: '/requiredPasswordChange',
  audit: { action: 'user.require_password_change' },
  notWhileActing: true,
  summary: 'Requires users to choose a new password at the next log-in, and ends their sessions.',
  reply: z.object({ changed: z.int() }),
})

export const endUserSessions = endpoint({
  method: 'POST',
  who: may('manage_users'),
  actsFor: 'id',
  body: several,
  path: '/endUserSessions',
  audit: { action: 'user.end_sessions' },
  summary: 'Signs users out on all devices.',
  reply: z.object({ ended: z.int() }),
})

export const lockUsers = endpoint({
  method: 'POST',
  who: may('manage_users'),
  actsFor: 'id',
  body: several,
  path: '/lockUsers',
  audit: { action: 'user.lock' },
  summary: 'Locks accounts: signs the users out and refuses their log-ins.',
  reply: z.object({ changed: z.int() }),
})

export const unlockUsers = endpoint({
  method: 'POST',
  who: may('manage_users'),
  actsFor: 'id',
  body: several,
  path: '/unlockUsers',
  audit: { action: 'user.unlock' },
  summary: 'Unlocks accounts, also after too many wrong passwords.',
  reply: z.object({ changed: z.int() }),
})
