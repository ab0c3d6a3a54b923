import { scopeFor } from '@cutaway/contract/administration/api-keys.ts'
import { allCalls, type CallsOf, type Contract, type RoomName } from '@cutaway/contract'
import {
  isFileReply,
  jsonParameter,
  needsSession,
  type BesideOf,
  type BodyOf,
  type DataOf,
  type Endpoint,
  type ParamsOf,
  type UploadRule,
} from '@cutaway/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { writeAudit, type AuditNote, type AuditTarget } from '../audit.ts'
import { keyCheck, type KeyCheck, type KeyRecord } from '../auth/api-keys.ts'
import { isPageToken, pageCheck, pageMay, type PageCheck, type PageRecord } from '../auth/page-tokens.ts'
import { Caller, hashToken, type SessionCheck, type SessionRecord } from '../auth/caller.ts'
import { refuseCrossSite, screenCookie, sessionTokenHash } from '../auth/cookies.ts'
import type { Db, TenantTransaction } from '../db/database.ts'
import { chosenLanguage } from './chosen-language.ts'
import { badRequest, denied, deniedRight, HttpRefusal } from './errors.ts'
import { makeTurns } from '../concurrency/fair.ts'
import { linkOrigin } from './origin.ts'
import { sessionBuckets, type TakeRead } from './session-bucket.ts'
import { extendBodyTime, secondsForUpload } from './slow-requests.ts'
import { isWellFormedParameter } from './text.ts'
import { allowedMethods, routePaths, takeJson } from './routes.ts'
import { enforcerOf, type HolderOf, type OwnedOf, type Owner, type OwnerOf, type Registered } from '../scope.ts'
import type { Services } from '../services.ts'
import type { Site } from '../tenancy.ts'
import { readUpload, type Upload } from './uploads.ts'

/**
 * Serves the calls of the contract. For each declared call it checks the session and the rights, parses parameters and
 * body, enforces the declared scope, runs the handler in one tenant transaction, writes the audit log, commits, and
 * responds with the envelope.
 */

/** The argument of a handler. */
export interface Call<E> {
  params: ParamsOf<E>
  body: BodyOf<E>
  /** The tenant: the site of the host name, or the one that the declared field names. */
  site: Site
  /** The user whom the call acts for: the one that the declared field names, or the caller if it was left out. */
  readonly owner: OwnerOf<E>
  /** The records that the call names, by declared field. */
  readonly owned: OwnedOf<E>
  /** The object that the token of a caller without a session stands for (linkHolder, thirdParty). */
  readonly holder: HolderOf<E>
  /** The signed-in user. Refuses with 401 if there is none. */
  readonly caller: Caller
  readonly callerOrNull: Caller | null
  /** The request's transaction, under row-level security. It begins with the first query. */
  db: Db
  services: Services
  /** The file of a call that declares an upload. Refuses with 400 for other calls. */
  readonly upload: Upload
  /** The client's address. Forwarded headers count only from trusted proxies. */
  ip: string
  /** 'https://host' under which this site is reached: the host of the request, if it belongs to the site. */
  origin: string
  userAgent: string
  /** The language that was chosen on the page that makes the call; undefined if there was no choice. */
  readonly chosenLanguage: Site['languages'][number] | undefined
  /** The key for fair shares of scarce work: the user of the session, else the address. */
  readonly person: string
  reply: FastifyReply
  /** Adds fields to the audit row; `false` if nothing changed and no row is needed. */
  audit(note: AuditNote | false): void
  /** Commits the work so far, so that slow work holds no connection. Read `call.db` again for later queries. */
  endTransaction(): Promise<void>
  /** Registers work that runs after the transaction has been committed. */
  afterCommit(work: () => void): void
}

/** A reply with a message, fields next to the data, or status 0. */
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
/** Refuses with status 0 like fail(), but commits what the handler wrote (a counted attempt, for example). */
export const refuse = (key: string): Answer<never, never> => new Answer<never, never>(null, { message: key, status: 0 })

/** A response whose body exists already: a whole envelope that was checked against the contract, or a file. */
export class SerialisedResponse {
  readonly bytes: Buffer
  readonly mediaType: string
  readonly cacheControl: string | undefined
  /** The body in the coding `br`, which is sent to clients that accept it. */
  brotli: Buffer | undefined
  constructor(bytes: Buffer, mediaType = 'application/json; charset=utf-8', cacheControl?: string) {
    this.bytes = bytes
    this.mediaType = mediaType
    this.cacheControl = cacheControl
  }
}

/** Checks data against a call's reply and serialises the envelope, so that it can be sent many times. */
export function serialise<E extends Endpoint>(
  endpoint: E,
  data: DataOf<E>,
  { message = 'ok' }: { message?: string } = {},
): SerialisedResponse {
  const shown = isFileReply(endpoint.reply) ? data : z.parse(endpoint.reply, data)
  const text = JSON.stringify({ status: 1, message, data: shown })
  // Allocates unpooled memory: a small slice of Node's shared pool would retain the whole pool while it is cached.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return new SerialisedResponse(bytes)
}

/** A file may also be a stream, which is read after the transaction has ended. */
type Result<E> = DataOf<E> | Answer<DataOf<E>, BesideOf<E>> | Answer<never, never> | SerialisedResponse | Readable
export type Handler<E> = (call: Call<E>) => Promise<Result<E>> | Result<E>
/** The handlers of a contract file or a room: exactly one for each call. */
export type Handlers<Subject> = { [Name in keyof CallsOf<Subject>]: Handler<CallsOf<Subject>[Name]> }
export type AllHandlers = { [Room in RoomName]: Handlers<Contract[Room]> }
/** The fields that every call has, for functions that several handlers share. */
export type AnyCall = Omit<Call<Endpoint>, 'params' | 'body' | 'owner' | 'owned' | 'holder' | 'upload'>

/**
 * Limits the reads that one session may have running and waiting. Fewer run at once than the database pool has
 * connections, so that some remain for others.
 */
const readTurns = makeTurns({ atOnce: 8, waiting: 200 })

type AnyHandler = (call: Call<Endpoint>) => unknown

/** What calls need in addition to their declaration and handler. */
export interface CallDependencies extends Registered {
  services: Services
  sessions: SessionCheck
}

/** Registers every call of the contract. Throws if one has no handler. */
export function registerEndpoints(app: FastifyInstance, handlers: AllHandlers, needed: CallDependencies): void {
  registerCalls(
    app,
    allCalls().map(({ room, name, endpoint }) => {
      const handler = (handlers[room] as Record<string, AnyHandler | undefined>)[name]
      if (!handler) throw new Error(`${room}.${name} has no handler`)
      return { endpoint, handler }
    }),
    needed,
  )
}

/** Registers calls with their handlers, and refuses other methods on their paths. */
export function registerCalls(
  app: FastifyInstance,
  calls: readonly { endpoint: Endpoint; handler: AnyHandler }[],
  needed: CallDependencies,
): void {
  const keys = keyCheck(needed.services.database.engine, needed.services.clock, needed.services.log)
  const framed = pageCheck(needed.services.database.engine, needed.services.clock, needed.services.log)
  const takeRead = sessionBuckets(needed.services.config.sessionReadsPerSecond, needed.services.clock)
  for (const { endpoint, handler } of calls) {
    const run = runner(endpoint, handler, { ...needed, keys, framed }, takeRead)
    for (const url of routePaths(endpoint)) {
      app.route({
        method: endpoint.method,
        url,
        handler: run,
        bodyLimit: endpoint.maxBody ?? 256 * 1024,
        ...(endpoint.upload ? { onRequest: moreTimeFor(endpoint.upload, needed.services) } : {}),
        config: endpoint.limit ? { rateLimit: rateLimitOf(endpoint, endpoint.limit.max, needed.services) } : {},
      })
    }
  }
  app.all('/api', () => {
    throw new HttpRefusal(404, 'not_found')
  })
  app.all('/api/*', (request, reply) => {
    const allowed = allowedMethods(app, request)
    if (allowed.length === 0) throw new HttpRefusal(404, 'not_found')
    reply.header('allow', allowed.join(', '))
    throw new HttpRefusal(405, 'method_not_allowed')
  })
}

/** Limits by session if the call needs one: colleagues behind one address do not use up each other's limit. */
function rateLimitOf({ who }: Endpoint, max: number, { config }: Services) {
  const whole = { max, timeWindow: 60_000 }
  if (!needsSession(who)) return whole
  return { ...whole, keyGenerator: (request: FastifyRequest) => sessionTokenHash(request, config) ?? request.ip }
}

const moreTimeFor =
  ({ maxBytes }: UploadRule, { config }: Services): onRequestHookHandler =>
  (request, _reply, done) => {
    extendBodyTime(request, secondsForUpload(maxBytes, config.requestTimeoutSeconds))
    done()
  }

/** Returns the token of the Authorization header. */
const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

function runner(
  endpoint: Endpoint,
  handler: AnyHandler,
  needed: CallDependencies & { keys: KeyCheck; framed: PageCheck },
  takeRead: TakeRead,
) {
  const { services, sessions, keys, framed } = needed
  const keyScope = scopeFor(endpoint.path)
  const { who, audit } = endpoint
  const action = audit && 'action' in audit ? audit.action : undefined
  const enforce = enforcerOf(endpoint, needed)
  const isGet = endpoint.method === 'GET'
  const readOnly = isGet && action === undefined
  const json = jsonParameter(endpoint)
  const beside = endpoint.beside

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const given = request.params as Record<string, string>
    if (json) takeJson(request, given, json)
    const site = services.sites.byHost(request.host)
    const tokenHash = sessionTokenHash(request, services.config)
    const isPublicFrame = endpoint.withoutOrigin && tokenHash === undefined && request.headers.origin === 'null'
    if (!isGet && !isPublicFrame) refuseCrossSite(request, tokenHash !== undefined)
    // A key counts only without a session: a browser that sends both is a person.
    const bearer = tokenHash === undefined && needsSession(who) ? bearerOf(request) : undefined
    const key =
      bearer === undefined
        ? null
        : isPageToken(bearer)
          ? await findPage(framed, site, bearer, endpoint.path)
          : await findKey(keys, site, bearer, keyScope)
    const record = tokenHash === undefined ? (key?.record ?? null) : await sessions.find(site, tokenHash)

    if (record && readOnly) takeRead(record.tokenHash)
    if (needsSession(who)) {
      if (!record) throw new HttpRefusal(401, 'session_required')
      if (endpoint.notWhileActing === true) refuseWithoutPassword(record)
      if (who.kind === 'may' && !record.permissions.includes(who.permission)) deniedRight(site, who.permission)
      if (who.kind === 'mayAny' && !who.permissions.some((one) => record.permissions.includes(one))) denied()
      if (who.kind === 'level' && record.user.user_access_id > who.atMost) denied()
      if (record.requiredPasswordChange && !endpoint.duringPasswordChange)
        throw new HttpRefusal(403, 'password_change_required')
      if (record.requiredTerms && !endpoint.beforeTerms) throw new HttpRefusal(403, 'terms_acceptance_required')
      if (record.requiredSecondStep && !endpoint.beforeSecondStep) throw new HttpRefusal(403, 'second_step_missing')
      if (record.touchScreenMode === 'customer' && endpoint.notForCustomers) denied()
    }

    // Another site's form can send multipart bodies, so they are accepted only by calls that declare a file.
    if (request.isMultipart() && !endpoint.upload) throw new HttpRefusal(415, 'invalid_request')
    const uploaded = endpoint.upload ? await readUpload(request, endpoint.upload) : undefined

    if (json && !isWellFormedParameter(String(given[json]))) badRequest()
    const params = endpoint.params ? checked(endpoint.params, given) : {}
    const body = endpoint.body ? checked(endpoint.body, uploaded?.fields ?? request.body ?? undefined) : undefined

    if (record && Array.isArray(endpoint.notWhileActing)) {
      const fields = (body ?? {}) as Record<string, unknown>
      if (endpoint.notWhileActing.some((field) => (fields[field] ?? '') !== '')) refuseWithoutPassword(record)
    }

    const call = new RequestCall(request, reply, site, record, services, params, body, readOnly, uploaded?.upload)
    call.apiKeyId = key?.api_key_id ?? null
    // Reads of one session take turns, so that a flood delays only that session.
    const reader = readOnly ? record?.tokenHash : undefined
    if (reader !== undefined) {
      const turn = readTurns.begin(reader)
      if (turn === false) throw new HttpRefusal(429, 'too_many_requests', 1)
      if (turn !== true) await turn
    }
    let result: unknown
    try {
      if (enforce) await enforce(call)
      result = await handler(call as unknown as Call<Endpoint>)
      if (action !== undefined && call.note !== false)
        await auditOf(call, action, result, { isCustomer: who.kind === 'linkHolder' })
      await call.transaction?.commit()
    } catch (error) {
      await call.transaction?.rollback()
      throw error
    } finally {
      if (reader !== undefined) readTurns.end(reader)
    }
    for (const work of call.after) work()

    if (result instanceof SerialisedResponse) {
      if (result.cacheControl) reply.header('cache-control', result.cacheControl)
      reply.type(result.mediaType)
      if (!result.brotli) return reply.send(result.bytes)
      reply.header('vary', 'accept-encoding')
      if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(result.bytes)
      return reply.header('content-encoding', 'br').send(result.brotli)
    }
    if (isFileReply(endpoint.reply)) return reply.type(endpoint.reply.file).send(result)
    const whole = result instanceof Answer ? result : new Answer(result)
    const data = whole.status === 1 ? checkedReply(endpoint, whole.data, services) : null
    const more = whole.beside && beside ? z.parse(beside, whole.beside) : {}
    return reply.send({ status: whole.status, message: whole.message, data, ...more })
  }
}

/** Returns the record of an API key. Refuses an unknown one with 401, and one without the scope of the call with 403. */
async function findKey(keys: KeyCheck, site: Site, text: string, scope: string | undefined): Promise<KeyRecord> {
  const key = await keys.find(site, text)
  if (!key) throw new HttpRefusal(401, 'api_key_invalid')
  if (scope === undefined || !key.scopes.includes(scope)) throw new HttpRefusal(403, 'api_key_scope_missing')
  return key
}

/** Returns the record of a framed page. Refuses an unknown or ended one with 401, and other calls than its own with 403. */
async function findPage(framed: PageCheck, site: Site, token: string, path: string): Promise<PageRecord> {
  const page = await framed.find(site, hashToken(token))
  if (!page) throw new HttpRefusal(401, 'session_required')
  if (!pageMay(path)) throw new HttpRefusal(403, 'permission_denied')
  return page
}

/** Refuses what only the person with the password may do: nobody who acts for a user, and no session without one. */
function refuseWithoutPassword({ acting, passwordless }: SessionRecord): void {
  if (acting) throw new HttpRefusal(403, 'not_while_acting')
  if (passwordless) throw new HttpRefusal(403, 'log_in_with_password')
}

const nameOf = ({ user }: Caller) => `${user.first_name} ${user.last_name}`.trim() || user.username

/**
 * Writes the audit row. The target is the one that the handler named, else the record or the user of the call. A
 * customer's address and browser are left out: audit rows cannot be deleted, and a customer may ask to be forgotten.
 */
async function auditOf(
  call: RequestCall,
  action: string,
  result: unknown,
  { isCustomer }: { isCustomer: boolean },
): Promise<void> {
  const note = call.note || {}
  const caller = call.callerOrNull
  const acting = caller?.session.acting
  // Of a session in which a manager acts for a user, the manager made the change.
  const userId = note.userId ?? acting?.user_id ?? caller?.user.user_id ?? null
  const owner = Array.isArray(call.owner) ? undefined : call.owner
  const user = owner?.user_id ?? (acting ? caller.user.user_id : userId)
  const target = note.target ?? call.target ?? (user === null ? undefined : { kind: 'user', id: user })
  // Who edits a user's record does not act as that user: the user is the thing that is changed.
  const isTheThing =
    !acting && (note.onlyAboutUser ?? (String(target?.id) === String(user) && action.startsWith(`${target?.kind}.`)))
  await writeAudit(call.db, call.site, {
    ...note,
    at: call.services.clock.now(),
    action,
    outcome: result instanceof Answer && result.status === 0 ? result.message : 'ok',
    user_id: userId,
    user_name: caller && caller.site.web_site_id !== call.site.web_site_id ? nameOf(caller) : null,
    caller_name: caller && nameOf(caller),
    acted_for: user === userId || isTheThing ? null : user,
    api_key_id: call.apiKeyId,
    target,
    ip: isCustomer ? '' : call.ip,
    user_agent: isCustomer ? '' : call.userAgent,
    request_id: call.requestId,
  })
}

class RequestCall {
  readonly params: unknown
  readonly body: unknown
  site: Site
  owner: Owner | Owner[] | undefined
  owned: Record<string, unknown> = {}
  holder: unknown
  target: AuditTarget | undefined
  apiKeyId: number | null = null
  note: AuditNote | false | undefined
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
    this.callerOrNull = record ? new Caller(site, record) : null
    this.#request = request
    this.#readOnly = readOnly
    this.#upload = upload
  }
  get caller(): Caller {
    if (!this.callerOrNull) throw new HttpRefusal(401, 'session_required')
    return this.callerOrNull
  }
  get person(): string {
    const user = this.callerOrNull?.user
    return user ? `user ${this.site.web_site_id} ${user.user_id}` : `address ${this.ip}`
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
  get chosenLanguage(): Site['languages'][number] | undefined {
    return chosenLanguage(this.#request, this.site)
  }
  get requestId(): string {
    return this.#request.id
  }
  get bearerToken(): string | undefined {
    return bearerOf(this.#request)
  }
  get screenToken(): string | undefined {
    return screenCookie(this.#request, this.services.config)
  }
  audit = (note: AuditNote | false): void => {
    this.note = note && this.note ? { ...this.note, ...note } : note
  }
  endTransaction = async (): Promise<void> => {
    const { transaction } = this
    this.transaction = undefined
    await transaction?.commit()
  }
  afterCommit = (work: () => void): void => void this.after.push(work)
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) badRequest()
  return parsed.data
}

/** Returns the reply as the contract declares it. Undeclared fields are stripped. */
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
