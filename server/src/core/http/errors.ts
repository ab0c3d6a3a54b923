import { hiddenByFeature, type PermissionName } from '@cutaway/contract/permissions.ts'

/** Errors that a handler throws to respond with something other than success. Each carries a message key. */

/** A business refusal: HTTP 200, status 0. The request's transaction is rolled back. */
export class Refusal extends Error {
  readonly key: string
  readonly data: unknown
  /** Fields beside `data` in the envelope, as the call declares them. */
  readonly beside: object | undefined
  constructor(key: string, data: unknown = null, beside?: object) {
    super(key)
    this.name = 'Refusal'
    this.key = key
    this.data = data
    this.beside = beside
  }
}

/** A refusal at the HTTP level: 400, 401, 403, 404, 405, 409, 413, 429, 503. */
export class HttpRefusal extends Error {
  readonly http: number
  readonly key: string
  readonly retryAfterSeconds: number | undefined
  constructor(http: number, key: string, retryAfterSeconds?: number) {
    super(key)
    this.name = 'HttpRefusal'
    this.http = http
    this.key = key
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Refuses with status 0. `beside` adds fields next to `data`, where the specification places them there. */
export function fail(key: string, data?: unknown, beside?: object): never {
  throw new Refusal(key, data, beside)
}
export function notFound(): never {
  throw new HttpRefusal(404, 'not_found')
}
export function denied(): never {
  throw new HttpRefusal(403, 'permission_denied')
}
/** Refuses what the web site has switched off for everybody, which is no matter of the caller's rights. */
export function switchedOff(): never {
  throw new HttpRefusal(403, 'feature_switched_off')
}
/** Refuses a call whose right the caller lacks: because of a feature of the web site, or of the caller's own rights. */
export function deniedRight({ features }: { features: readonly string[] }, right: PermissionName): never {
  if (features.some((feature) => hiddenByFeature[feature] === right)) switchedOff()
  denied()
}
export function badRequest(): never {
  throw new HttpRefusal(400, 'invalid_request')
}

/** The database is unreachable, or has no free connection in time: 503, try again. */
export class DatabaseGone extends Error {
  constructor(cause?: unknown) {
    super('the database cannot be reached', { cause })
    this.name = 'DatabaseGone'
  }
}
