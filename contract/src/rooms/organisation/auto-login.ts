import { z } from 'zod'
import { anyone, endpoint, jsonParam, unscoped } from '../../endpoint.ts'
import { Id } from '../../fields.ts'
import { Session } from '../sessions.ts'
import { IpLoginType } from './ip-ranges.ts'

/** Logging in by the remote address: what an active range of a business offers, and the confirmation of it. */

const Person = z.object({ user_id: Id, name: z.string() })

/** A store number, as businesses write theirs. */
const StoreNumber = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^\P{Cc}*$/u)

export const autoLoginByRemoteIP = endpoint({
  method: 'GET',
  path: '/autoLoginByRemoteIP',
  who: anyone,
  limit: { max: 120 },
  summary:
    'Returns what the remote address may log in as; asking logs no one in. Types 12 and 13 offer one account, type 3 the people of a store, type 2 those of the store whose number is typed.',
  fails: ['auto_login_none'],
  reply: z.object({
    login_type: IpLoginType,
    business_name: z.string(),
    users: z.array(Person),
  }),
})

export const confirmAutoLogin = endpoint({
  method: 'POST',
  path: '/autoLoginByRemoteIP',
  who: anyone,
  actsFor: unscoped('a choice among those whom the range of the remote address offers'),
  audit: { action: 'session.log_in' },
  limit: { max: 30 },
  summary:
    'Logs in as a user whom the range of the remote address offers. The session has no rights over accounts and money.',
  body: z.object({ user_id: Id, store_number: StoreNumber.optional() }),
  fails: ['auto_login_none'],
  reply: Session,
})

export const getUsersByStoreNumber = endpoint({
  method: 'GET',
  path: '/getUsersByStoreNumber/:json',
  who: anyone,
  limit: { max: 30 },
  summary: 'Returns the people of a store, to an address in an active range of its business only.',
  params: z.object({ json: jsonParam(z.object({ store_number: StoreNumber })) }),
  fails: ['auto_login_none'],
  reply: z.array(Person),
})
