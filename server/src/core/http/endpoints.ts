import { allCalls, type CallsOf, type Contract, type RoomName } from '@cutaway/contract'
import {
  isFileReply,
  jsonParameter,
  type BesideOf,
  type BodyOf,
  type DataOf,
  type Endpoint,
  type ParamsOf,
  type UploadRule,
} from '@cutaway/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { z } from 'zod'
import { Caller, type SessionCheck, type SessionRecord } from '../auth/caller.ts'
import { refuseCrossSite, sessionTokenHash } from '../auth/cookies.ts'
import type { Db, TenantTransaction } from '../db/database.ts'
import { badRequest, denied, HttpRefusal } from './errors.ts'
import { linkOrigin } from './origin.ts'
import { sessionBuckets, type TakeRead } from './session-bucket.ts'
import { extendBodyTime, secondsForUpload } from './slow-requests.ts'
import { isWellFormedParameter } from './text.ts'
import { routePaths } from './routes.ts'
import type { Services } from '../services.ts'
import type { Site } from '../tenancy.ts'
import { readUpload, type Upload } from './uploads.ts'

/**
 * Puts the contract on the wire: for each declared call it checks the session and the rights, parses parameters and body,
 * runs the handler in one tenant transaction, commits, and answers with the envelope.
 */

/** What a handler gets. */
export interface Call<E> {
  params: ParamsOf<E>
  body: BodyOf<E>
  /** The tenant, by host name. */
  site: Site
  /** The signed-in user; refuses with 401 where there is none. */
  readonly caller: Caller
  readonly callerOrNull: Caller | null
  /** The request's transaction under row-level security. It begins with the first query. */
  db: Db
  services: Services
  /** The file of a call that declares one; 400 otherwise. */
  readonly upload: Upload
  /** Address of the client, behind trusted proxies only. */
  ip: string
  /** 'https://host' under which this site is reached: the host of the request, if it is one of the site's. */
  origin: string
  userAgent: string
  reply: FastifyReply
  /** The site of an id in path or body: the own one, or another for levels 1 and 2. Refused with 403 otherwise. */
  siteOf(webSiteId: number): Site
  /** Runs after the transaction has been committed. */
  afterCommit(work: () => void): void
}

/** An answer with a message, fields beside the data, or status 0. */
export class Answer<D, X = unknown> {
  readonly data: D | null
  readonly message: string
  readonly status: 0 | 1
  readonly beside: X | undefined
  constructor(data: D | null, options: { message?: string; status?: 0 | 1; beside?: X } = {}) {
    this.data = data
    this.message = options.message ?? 'ok'
    this.status = options.status ?? 1
    this.beside = options.beside
  }
}
export const answer = <D, X = undefined>(data: D, options: { message?: string; beside?: X } = {}): Answer<D, X> =>
  new Answer<D, X>(data, options)
/** Refuses by status 0 like fail(), but keeps what the handler wrote (a counted attempt, say). */
export const refuse = (key: string): Answer<never, never> => new Answer<never, never>(null, { message: key, status: 0 })

/** An answer made beforehand: the whole envelope as bytes that were checked against the contract (`prepare`). */
export class Prepared {
  readonly bytes: Buffer
  readonly mediaType: string
  readonly cacheControl: string | undefined
  constructor(bytes: Buffer, mediaType = 'application/json; charset=utf-8', cacheControl?: string) {
    this.bytes = bytes
    this.mediaType = mediaType
    this.cacheControl = cacheControl
  }
}

/** Checks data against a call's reply and makes the envelope's bytes, to be sent many times. */
export function prepare<E extends Endpoint>(
  endpoint: E,
  data: DataOf<E>,
  { message = 'ok' }: { message?: string } = {},
): Prepared {
  const shown = isFileReply(endpoint.reply) ? data : z.parse(endpoint.reply, data)
  return new Prepared(Buffer.from(JSON.stringify({ status: 1, message, data: shown })))
}

type Result<E> = DataOf<E> | Answer<DataOf<E>, BesideOf<E>> | Answer<never, never> | Prepared
export type Handler<E> = (call: Call<E>) => Promise<Result<E>> | Result<E>
/** The handlers of a room: one for every call of its contract, no other. */
export type Handlers<Room> = { [Name in keyof CallsOf<Room>]: Handler<CallsOf<Room>[Name]> }
export type AllHandlers = { [Room in RoomName]: Handlers<Contract[Room]> }

type AnyHandler = (call: Call<Endpoint>) => unknown

/** Registers every call of the contract. Throws when one has no handler. */
export function registerEndpoints(
  app: FastifyInstance,
  handlers: AllHandlers,
  services: Services,
  sessions: SessionCheck,
): void {
  const methods = new Map<string, Set<string>>()
  const takeRead = sessionBuckets(services.config.sessionReadsPerSecond, services.clock)
  for (const { room, name, endpoint } of allCalls()) {
    const handler = (handlers[room] as Record<string, AnyHandler | undefined>)[name]
    if (!handler) throw new Error(`${room}.${name} has no handler`)
    const run = runner(endpoint, handler, services, sessions, takeRead)
    for (const url of routePaths(endpoint)) {
      app.route({
        method: endpoint.method,
        url,
        handler: run,
        bodyLimit: endpoint.maxBody ?? 256 * 1024,
        ...(endpoint.upload ? { onRequest: moreTimeFor(endpoint.upload, services) } : {}),
        config: endpoint.limit ? { rateLimit: { max: endpoint.limit.max, timeWindow: 60_000 } } : {},
      })
      methods.set(url, (methods.get(url) ?? new Set()).add(endpoint.method))
    }
  }
  for (const url of ['/api', '/api/*'])
    app.all(url, () => {
      throw new HttpRefusal(404, 'not_found')
    })
  for (const [url, allowed] of methods) {
    const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((m) => !allowed.has(m))
    app.route({
      method: others,
      url,
      handler: (_request, reply) => {
        reply.header('allow', [...allowed].join(', '))
        throw new HttpRefusal(405, 'method_not_allowed')
      },
    })
  }
}

const moreTimeFor =
  ({ maxBytes }: UploadRule, { config }: Services): onRequestHookHandler =>
  (request, _reply, done) => {
    extendBodyTime(request, secondsForUpload(maxBytes, config.requestTimeoutSeconds))
    done()
  }

function runner(
  endpoint: Endpoint,
  handler: AnyHandler,
  services: Services,
  sessions: SessionCheck,
  takeRead: TakeRead,
) {
  const { who } = endpoint
  const readOnly = endpoint.method === 'GET'
  const json = jsonParameter(endpoint)
  const beside = endpoint.beside

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const site = services.sites.byHost(request.host)
    const tokenHash = sessionTokenHash(request, services.config)
    if (!readOnly) refuseCrossSite(request, tokenHash !== undefined)
    const record = tokenHash === undefined ? null : await sessions.find(site, tokenHash)

    if (record && readOnly) takeRead(record.tokenHash)
    if (who.kind !== 'anyone') {
      if (!record) throw new HttpRefusal(401, 'session_required')
      if (who.kind === 'may' && !record.permissions.includes(who.permission)) denied()
      if (who.kind === 'level' && record.user.user_access_id > who.atMost) denied()
      if (record.requiredPasswordChange && !endpoint.duringPasswordChange)
        throw new HttpRefusal(403, 'password_change_required')
      if (record.requiredTerms && !endpoint.beforeTerms) throw new HttpRefusal(403, 'terms_acceptance_required')
      if (record.touchScreenMode === 'customer' && endpoint.notForCustomers) denied()
    }

    // What another site's form could send is taken only where a file is wanted.
    if (request.isMultipart() && !endpoint.upload) throw new HttpRefusal(415, 'invalid_request')
    const uploaded = endpoint.upload ? await readUpload(request, endpoint.upload) : undefined

    const given = request.params as Record<string, string>
    if (json && given[json] === undefined)
      given[json] = (request.query as Record<string, string | undefined>)['json'] ?? ''
    if (json && !isWellFormedParameter(String(given[json]))) badRequest()
    const params = endpoint.params ? checked(endpoint.params, given) : {}
    const body = endpoint.body ? checked(endpoint.body, uploaded?.fields ?? request.body ?? undefined) : undefined

    const call = new RequestCall(request, reply, site, record, services, params, body, readOnly, uploaded?.upload)
    let result: unknown
    try {
      result = await handler(call as unknown as Call<Endpoint>)
      await call.transaction?.commit()
    } catch (error) {
      await call.transaction?.rollback()
      throw error
    }
    for (const work of call.after) work()

    if (result instanceof Prepared) {
      if (result.cacheControl) reply.header('cache-control', result.cacheControl)
      return reply.type(result.mediaType).send(result.bytes)
    }
    if (isFileReply(endpoint.reply)) return reply.type(endpoint.reply.file).send(result)
    const whole = result instanceof Answer ? result : new Answer(result)
    const data = whole.status === 1 ? checkedReply(endpoint, whole.data, services) : null
    const more = whole.beside && beside ? z.parse(beside, whole.beside) : {}
    return reply.send({ status: whole.status, message: whole.message, data, ...more })
  }
}

class RequestCall {
  readonly params: unknown
  readonly body: unknown
  readonly site: Site
  readonly services: Services
  readonly ip: string
  readonly userAgent: string
  readonly reply: FastifyReply
  readonly after: (() => void)[] = []
  readonly callerOrNull: Caller | null
  transaction: TenantTransaction | undefined
  readonly #request: FastifyRequest
  readonly #readOnly: boolean
  readonly #upload: Upload | undefined
  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    site: Site,
    record: SessionRecord | null,
    services: Services,
    params: unknown,
    body: unknown,
    readOnly: boolean,
    upload: Upload | undefined,
  ) {
    this.params = params
    this.body = body
    this.site = site
    this.services = services
    this.ip = request.ip
    this.userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
    this.reply = reply
    this.callerOrNull = record ? new Caller(site, record, () => this.db) : null
    this.#request = request
    this.#readOnly = readOnly
    this.#upload = upload
  }
  get caller(): Caller {
    if (!this.callerOrNull) throw new HttpRefusal(401, 'session_required')
    return this.callerOrNull
  }
  get upload(): Upload {
    return this.#upload ?? badRequest()
  }
  get db(): Db {
    this.transaction ??= this.services.database.tenant(this.site.web_site_id, { readOnly: this.#readOnly })
    return this.transaction.db
  }
  get origin(): string {
    const asked = `${this.#request.protocol}://${this.#request.host}`
    return linkOrigin(asked, this.site.hosts, this.services.config)
  }
  siteOf = (webSiteId: number): Site => {
    if (webSiteId === this.site.web_site_id) return this.site
    const other = (this.callerOrNull?.level ?? 99) <= 2 ? this.services.sites.byId(webSiteId) : undefined
    return other ?? denied()
  }
  afterCommit = (work: () => void): void => void this.after.push(work)
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) badRequest()
  return parsed.data
}

/** The reply as the contract declares it: a field that it does not know never leaves the house. */
function checkedReply(endpoint: Endpoint, data: unknown, services: Services): unknown {
  if (isFileReply(endpoint.reply)) return data
  const parsed = z.safeParse(endpoint.reply, data)
  if (!parsed.success)
    throw new Error(`the reply of ${endpoint.path} breaks the contract: ${z.prettifyError(parsed.error)}`)
  if (services.config.mode === 'test') {
    const sent = JSON.stringify(parsed.data, sortedKeys)
    const given = JSON.stringify(data, sortedKeys)
    if (sent !== given)
      throw new Error(
        `the handler of ${endpoint.path} gives more than the contract declares: ${given} instead of ${sent}`,
      )
  }
  return parsed.data
}

const sortedKeys = (_key: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
