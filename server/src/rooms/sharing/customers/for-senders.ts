import type { PermissionName } from '@cutaway/contract/permissions.ts'
import type { AnyCall } from '../../../core/http/endpoints.ts'
import { denied } from '../../../core/http/errors.ts'

/** Any of these rights allows a user to write to customers, and so to read what customers write. */
const rights = ['allow_share_email', 'allow_share_sms', 'allow_share_mms'] as const satisfies readonly PermissionName[]

type AnyHandler = (call: AnyCall) => unknown

/** Restricts handlers to users who may write to customers: a touch screen, for example, reads no conversation. */
export const forSenders = <H extends object>(handlers: H): H =>
  Object.fromEntries(
    Object.entries(handlers as Record<string, AnyHandler>).map(([name, handler]) => [
      name,
      (call: AnyCall) => {
        if (!rights.some((right) => call.caller.may(right))) denied()
        return handler(call)
      },
    ]),
  ) as H
