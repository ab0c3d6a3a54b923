import { z } from 'zod'
import type { PermissionName } from './permissions.ts'

/**
 * The machinery with which every call of /api/v1 is declared. A declaration says all that a caller may rely on; the
 * server's validation, the browser's client, the API description and the walk over every call are made from it.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call. `level(n)` means a user_access_id of n or below (1 is the super user). */
export type Who =
  | { kind: 'anyone' }
  | { kind: 'signedIn' }
  | { kind: 'may'; permission: PermissionName }
  | { kind: 'level'; atMost: number }

export const anyone: Who = { kind: 'anyone' }
export const signedIn: Who = { kind: 'signedIn' }
export const may = (permission: PermissionName): Who => ({ kind: 'may', permission })
export const level = (atMost: number): Who => ({ kind: 'level', atMost })

/** One line for people: "anyone", "signed in", "may allow_pdf", "level 2 or above". */
export function describeWho(who: Who): string {
  switch (who.kind) {
    case 'anyone':
      return 'anyone'
    case 'signedIn':
      return 'signed in'
    case 'may':
      return `may ${who.permission}`
    case 'level':
      return `level ${who.atMost} or above`
  }
}

/** The body of every answer. `status` 1 is success; `message` is a translation key; a refusal's `data` is null. */
export interface Envelope<Data> {
  status: 0 | 1
  message: string
  data: Data | null
}

/** A reply that is a file, not the envelope. Its errors still carry the envelope. */
export interface FileReply {
  file: string
}
export const file = (mediaType: string): FileReply => ({ file: mediaType })

/** A file that comes with a call, as multipart/form-data: in the field `file`; the other fields are the body, as text. */
export interface UploadRule {
  /** Of the file. A larger one is refused by 413. */
  maxBytes: number
  /** What people are offered to choose from; the handler looks at the bytes itself. */
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
> {
  method: Method
  /** Wire path under /api/v1, exactly as specified. `:name` is a parameter, `:name?` an optional one at the end. */
  path: `/${string}`
  who: Who
  /** One sentence for the API description. */
  summary: string
  params?: P
  body?: B
  /** The envelope's `data`, or file('text/vtt'). */
  reply: R
  /** Fields that the specification puts beside `data` in the envelope. */
  beside?: X
  /** Message keys with which the call refuses by status 0. */
  fails?: readonly string[]
  /** At most `max` calls a minute from one address, over the general limit. */
  limit?: { max: number }
  /** Also open to a user who must choose a new password first. Calls that anyone may make are open anyway. */
  duringPasswordChange?: true
  /** Also open to a user who must accept the terms first. */
  beforeTerms?: true
  /** Closed to a touch screen while a customer stands at it. Rights beyond watching are closed to it anyway. */
  notForCustomers?: true
  /** Largest request body in bytes; 256 KB unless told. */
  maxBody?: number
  /** The call brings exactly one file. */
  upload?: U
  /** The specification's name where it is not the first segment of the path. */
  name?: string
}

export interface Endpoint<
  P extends Params = Params,
  B extends z.ZodType = z.ZodType,
  R extends Reply = Reply,
  X extends z.ZodObject = z.ZodObject,
  U extends UploadRule | undefined = UploadRule | undefined,
> extends EndpointConfig<P, B, R, X, U> {
  readonly isEndpoint: true
}

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- an object schema without fields is meant
type NoParams = z.ZodObject<Record<never, never>>

/** Declares one call. `who`, `reply` and `summary` cannot be left out, neither in types nor at run time. */
export function endpoint<
  R extends Reply,
  P extends Params = NoParams,
  B extends z.ZodType = z.ZodUndefined,
  X extends z.ZodObject = NoParams,
  U extends UploadRule | undefined = undefined,
>(config: EndpointConfig<P, B, R, X, U>): Endpoint<P, B, R, X, U> {
  for (const field of ['method', 'path', 'who', 'reply', 'summary'] as const)
    if (!config[field]) throw new Error(`endpoint ${config.method} ${config.path}: ${field} is missing`)
  const declared = new Set(Object.keys(config.params?.shape ?? {}))
  const inPath = pathParameters(config.path).map((p) => p.name)
  for (const name of inPath)
    if (!declared.delete(name)) throw new Error(`endpoint ${config.path}: parameter ${name} has no schema`)
  if (declared.size) throw new Error(`endpoint ${config.path}: no ${[...declared].join()} in the path`)
  return { ...config, isEndpoint: true }
}

/** The parameters of a wire path in order: '/a/:b/:c?' -> b (required), c (optional). */
export function pathParameters(path: string): { name: string; optional: boolean }[] {
  return [...path.matchAll(/:(\w+)(\?)?/g)].map((m) => ({ name: m[1] ?? '', optional: m[2] === '?' }))
}

/** The name by which the specification knows a call. */
export const wireName = (e: Endpoint): string => e.name ?? e.path.split('/')[1] ?? ''

/** A path that has a JSON parameter also answers without that segment, with the JSON in `?json=`. */
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
        // Not JSON: reported below, as any other malformed value.
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
/** What a handler gives: the input of the reply's schema. */
export type DataOf<E> =
  E extends Endpoint<Params, z.ZodType, infer R> ? (R extends z.ZodType ? z.input<R> : Uint8Array | string) : never
/** What a client receives: the reply after the schema. */
export type ReceivedOf<E> =
  E extends Endpoint<Params, z.ZodType, infer R> ? (R extends z.ZodType ? z.output<R> : string) : never
export type BesideOf<E> = E extends Endpoint<Params, z.ZodType, Reply, infer X> ? z.output<X> : never

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'isEndpoint' in value

export const isFileReply = (reply: Reply): reply is FileReply => 'file' in reply
