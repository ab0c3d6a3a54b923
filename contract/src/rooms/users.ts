import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { PathId } from '../fields.ts'
import { permissionNames } from '../permissions.ts'

/** Users, roles and permissions. */

export const getUserPermissions = endpoint({
  method: 'GET',
  path: '/getUserPermissions/:user_id',
  who: signedIn,
  actsFor: 'user_id',
  summary: 'Returns the effective rights of the caller, or of a user in the caller’s scope.',
  params: z.object({ user_id: PathId }),
  reply: z.array(z.enum(permissionNames)),
})
