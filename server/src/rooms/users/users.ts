import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { findPermissions } from './users.queries.ts'

/** Users, their roles and rights. */
export const users = {
  getUserPermissions: async ({ params, caller, site, db }) => {
    const userId = await caller.mayActFor(params.user_id)
    if (userId === caller.user.user_id) return caller.session.permissions
    return (await findPermissions(db, site, userId)) ?? notFound()
  },
} satisfies Handlers<typeof contract.users>
