/** Errors that a handler throws to respond with something other than success. Each carries a message key. */

/** A business refusal: HTTP 200, status 0. The request's transaction is rolled back. */
export class Refusal extends Error {
  readonly key: string
  readonly data: unknown
  constructor(key: string, data: unknown = null) {
    super(key)
    this.name = 'Refusal'
    this.key = key
    this.data = data
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

export function fail(key: string, data?: unknown): never {
  throw new Refusal(key, data)
}
export function notFound(): never {
  throw new HttpRefusal(404, 'not_found')
}
export function denied(): never {
  throw new HttpRefusal(403, 'permission_denied')
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
