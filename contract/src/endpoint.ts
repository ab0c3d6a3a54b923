import { z } from 'zod'
import type { PermissionName } from './permissions.ts'
import {
  checkScope,
  fieldsOf,
  type ActsFor,
  type Audit,
  type FieldName,
  type FieldValue,
  type Owned,
  type SiteField,
} from './scope.ts'

export { notAudited, onlySelf, ownSite, unscoped } from './scope.ts'

/**
 * Declares the calls of /api/v1. A declaration contains everything that a caller may rely on; the server's validation,
 * the browser's client, the API description and the tests over every call are derived from it.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call. `mayAny` accepts a user with one of the permissions. `level(n)` means a user_access_id of n or below (1 is the super user). `linkHolder(field)` is a
 * customer without an account: the field contains the token of a link. `thirdParty` is another program with a token or
 * an API key. `screen` is a screen in a waiting room, paired by a code, with a cookie of its own.
 */
export type Who =
  | { kind: 'anyone' }
  | { kind: 'signedIn' }
  | { kind: 'may'; permission: PermissionName }
  | { kind: 'mayAny'; permissions: readonly PermissionName[] }
  | { kind: 'level'; atMost: number }
  | LinkHolder
  | { kind: 'thirdParty' }
  | { kind: 'screen' }

export interface LinkHolder<Field extends string = string> {
  kind: 'linkHolder'
  field: Field
  /** Also accepts the token of an expired or revoked link; the handler checks its state. */
  ended: boolean
}

export const anyone = { kind: 'anyone' } as const satisfies Who
export const signedIn = { kind: 'signedIn' } as const satisfies Who
export const may = (permission: PermissionName) => ({ kind: 'may', permission }) as const satisfies Who
export const mayAny = (...permissions: readonly [PermissionName, ...PermissionName[]]) =>
  ({ kind: 'mayAny', permissions }) as const satisfies Who
export const level = (atMost: number) => ({ kind: 'level', atMost }) as const satisfies Who
export const linkHolder = <const Field extends string>(field: Field, { ended = false } = {}): LinkHolder<Field> => ({
  kind: 'linkHolder',
  field,
  ended,
})
export const thirdParty = { kind: 'thirdParty' } as const satisfies Who
export const screen = { kind: 'screen' } as const satisfies Who

/** Returns whether a session is required. */
export const needsSession = ({ kind }: Who): boolean =>
  kind === 'signedIn' || kind === 'may' || kind === 'mayAny' || kind === 'level'

/**
 * Describes the permitted callers in a few words: "anyone", "signed in", "may allow_pdf", "may allow_share_sms or
 * allow_share_mms", "level 2 or above", "holder of a link".
 */
export function describeWho(who: Who): string {
  switch (who.kind) {
    case 'anyone':
      return 'anyone'
    case 'signedIn':
      return 'signed in'
    case 'may':
      return `may ${who.permission}`
    case 'mayAny':
      return `may ${who.permissions.join(' or ')}`
    case 'level':
      return `level ${who.atMost} or above`
    case 'linkHolder':
      return 'holder of a link'
    case 'thirdParty':
      return 'third party'
    case 'screen':
      return 'paired screen'
  }
}

/** The body of every response. `status` 1 is success; `message` is a translation key; a refusal's `data` is null. */
export interface Envelope<Data> {
  status: 0 | 1
  message: string
  data: Data | null
}

/** A response that is a file instead of the envelope. Its errors are envelopes. */
export interface FileReply {
  file: string
}
export const file = (mediaType: string): FileReply => ({ file: mediaType })

/** A file upload as multipart/form-data: the file is in the field `file`; the other fields are the body, as text. */
export interface UploadRule {
  /** Maximum size of the file. A larger one is refused with 413. */
  maxBytes: number
  /** The media types that the file picker offers; the handler checks the bytes itself. */
  mediaTypes?: readonly string[]
}

type Params = z.ZodObject
export type Reply = z.ZodType | FileReply

export interface EndpointConfig<
  P extends Params,
  B extends z.ZodType,
  R extends Reply,
  X extends z.ZodObject,
  U extends UploadRule | undefined,
  A extends ActsFor | undefined = ActsFor | undefined,
  O extends Readonly<Record<string, Owned>> = Readonly<Record<string, Owned>>,
  W extends Who = Who,
> {
  method: Method
  /** Wire path under /api/v1, exactly as specified. `:name` is a parameter, `:name?` an optional one at the end. */
  path: `/${string}`
  who: W
  /** One sentence for the API description. */
  summary: string
  params?: P
  body?: B
  /** The envelope's `data`, or file('text/vtt'). */
  reply: R
  /** The field with the user that the call is about: the caller, or a user in the reach of the caller's role. */
  actsFor?: A
  /** The field with the web site that the call is about. The handler's `site` and `db` then belong to that site. */
  site?: SiteField
  /**
   * Fields with record ids, and their kinds. The records are loaded within the caller's reach before the handler runs.
   */
  owns?: O
  /** The audit log's name for this change, or the reason for not logging it. Required for methods other than GET. */
  audit?: Audit
  /** Fields that the specification places beside `data` in the envelope. */
  beside?: X
  /** Message keys with which the call refuses (status 0). */
  fails?: readonly string[]
  /** At most `max` calls per minute from one IP address, in addition to the general limit. */
  limit?: { max: number }
  /** Also allowed for a user with a pending forced password change. Calls open to anyone are always allowed. */
  duringPasswordChange?: true
  /** Also allowed for a user who must first accept the terms. */
  beforeTerms?: true
  /** Also allowed for a user who must first set up a second step of the login. */
  beforeSecondStep?: true
  /**
   * Refused in a session in which a manager acts for a user: passwords, keys, rights, money. A list: only with a value
   * in one of these fields of the body.
   */
  notWhileActing?: true | readonly string[]
  /**
   * Also allowed to a page without an origin (`Origin: null`), which sends no session. Only for calls open to anyone: a
   * frame with `sandbox` may have no origin.
   */
  withoutOrigin?: true
  /** Refused on a touch screen in customer mode. Rights beyond watching are always refused there. */
  notForCustomers?: true
  /** Maximum request body in bytes; the default is 256 KB. */
  maxBody?: number
  /** The call uploads exactly one file. */
  upload?: U
  /** The specification's name, if it is not the first segment of the path. */
  name?: string
}

export interface Endpoint<
  P extends Params = Params,
  B extends z.ZodType = z.ZodType,
  R extends Reply = Reply,
  X extends z.ZodObject = z.ZodObject,
  U extends UploadRule | undefined = UploadRule | undefined,
  A extends ActsFor | undefined = ActsFor | undefined,
  O extends Readonly<Record<string, Owned>> = Readonly<Record<string, Owned>>,
  W extends Who = Who,
> extends EndpointConfig<P, B, R, X, U, A, O, W> {
  readonly isEndpoint: true
}

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- an object schema without fields is meant
type NoParams = z.ZodObject<Record<never, never>>

type NameIn<P, B> = FieldName<z.output<P>, z.output<B>>

/**
 * Declares one call. Missing or unknown fields are compile errors where the compiler can detect them, else thrown here.
 */
export function endpoint<
  R extends Reply,
  P extends Params = NoParams,
  B extends z.ZodType = z.ZodUndefined,
  X extends z.ZodObject = NoParams,
  U extends UploadRule | undefined = undefined,
  const A extends ActsFor<NameIn<P, B>> | undefined = undefined,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- no record is named unless told
  const O extends Readonly<Record<string, Owned>> = Record<never, never>,
  W extends Who = Who,
>(
  config: EndpointConfig<P, B, R, X, U, A, O, W> & {
    site?: SiteField<NameIn<P, B>>
    owns?: Readonly<Record<Exclude<keyof O, NameIn<P, B>>, never>>
  },
): Endpoint<P, B, R, X, U, A, O, W> {
  const call = `${config.method} ${config.path}`
  for (const field of ['method', 'path', 'who', 'reply', 'summary'] as const)
    if (!config[field]) throw new Error(`endpoint ${call}: ${field} is missing`)
  const declared = new Set(Object.keys(config.params?.shape ?? {}))
  const inPath = pathParameters(config.path).map((p) => p.name)
  for (const name of inPath)
    if (!declared.delete(name)) throw new Error(`endpoint ${call}: parameter ${name} has no schema`)
  if (declared.size) throw new Error(`endpoint ${call}: ${[...declared].join()} is not in the path`)
  const fields = fieldsOf(config)
  checkScope(call, config, fields)
  const { who } = config
  if (who.kind === 'linkHolder' && !fields.some((field) => field.name === who.field))
    throw new Error(`endpoint ${call}: there is no field ${who.field}`)
  if (config.actsFor !== undefined && !('unscoped' in Object(config.actsFor)) && !needsSession(who))
    throw new Error(`endpoint ${call}: acts for a user, but needs no session`)
  if (config.method !== 'GET' && !config.audit)
    throw new Error(`endpoint ${call}: changes state; declare audit, or notAudited with a reason`)
  if (config.withoutOrigin && who.kind !== 'anyone') throw new Error(`endpoint ${call}: only calls open to anyone`)
  return { ...config, isEndpoint: true }
}

/** Returns the parameters of a wire path in order: '/a/:b/:c?' -> b (required), c (optional). */
export function pathParameters(path: string): { name: string; optional: boolean }[] {
  return [...path.matchAll(/:(\w+)(\?)?/g)].map((m) => ({ name: m[1] ?? '', optional: m[2] === '?' }))
}

/** Returns the name of a call in the specification. */
export const wireName = (e: Endpoint): string => e.name ?? e.path.split('/')[1] ?? ''

/**
 * Returns the JSON parameter of a path, if any. Such a path also works without that segment, with the JSON in `?json=`.
 */
export const jsonParameter = (e: Endpoint): string | undefined =>
  pathParameters(e.path).find((p) => p.name === 'json')?.name

const jsonParamLimit = 4096

/**
 * A parameter that carries a JSON object in the path, URL-encoded, at most 4 KB. Unknown keys are dropped; anything
 * that is not an object of the given shape is refused as invalid_request.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the codec's own type carries it out
export function jsonParam<S extends z.ZodObject>(schema: S) {
  return z.codec(z.string().max(jsonParamLimit), schema, {
    decode: (text, ctx) => {
      try {
        const value: unknown = JSON.parse(text, (key, v: unknown) => (key === '__proto__' ? undefined : v))
        if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as z.input<S>
      } catch {
        // Invalid JSON: reported below, like any other malformed value.
      }
      ctx.issues.push({ code: 'custom', message: 'must be a JSON object', input: text })
      return z.NEVER
    },
    encode: (value) => JSON.stringify(value),
  })
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType> ? z.output<P> : never
export type BodyOf<E> = E extends Endpoint<Params, infer B> ? z.output<B> : never
export type BodyInputOf<E> = E extends Endpoint<Params, infer B> ? z.input<B> : never
/** The value of a field of a call, by its name in declarations. */
export type FieldOf<E, Name extends string> =
  E extends Endpoint<infer P, infer B> ? FieldValue<z.output<P>, z.output<B>, Name> : never
/** The data that a handler returns: the input of the reply's schema. */
export type DataOf<E> =
  E extends Endpoint<Params, z.ZodType, infer R> ? (R extends z.ZodType ? z.input<R> : Uint8Array | string) : never
/** The data that a client receives: the output of the reply's schema. */
export type ReceivedOf<E> =
  E extends Endpoint<Params, z.ZodType, infer R> ? (R extends z.ZodType ? z.output<R> : string) : never
export type BesideOf<E> = E extends Endpoint<Params, z.ZodType, Reply, infer X> ? z.output<X> : never

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'isEndpoint' in value

export const isFileReply = (reply: Reply): reply is FileReply => 'file' in reply
