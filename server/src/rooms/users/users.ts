import type * as contract from '@cutaway/contract/rooms/users.ts'
import type { Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { findPermissions } from './users.queries.ts'

/** Users, their roles and rights. */
export const users: Handlers<typeof contract> = {
  getUserPermissions: async ({ owner, caller, site, db }) => {
    if (owner.user_id === caller.user.user_id) return caller.session.permissions
    return (await findPermissions(db, site, owner.user_id)) ?? notFound()
  },
}
