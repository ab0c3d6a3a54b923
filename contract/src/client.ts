import type { z } from 'zod'
import {
  type BesideOf,
  type BodyInputOf,
  type Endpoint,
  type Envelope,
  isFileReply,
  type ParamsOf,
  pathParameters,
  type ReceivedOf,
  type Reply,
  type UploadRule,
} from './endpoint.ts'

/** The typed client made from the contract. Used by the browser; works wherever fetch does. */

/** What an answer carries: the envelope, the fields beside it, and the HTTP status. */
export type Answer<E> = Envelope<ReceivedOf<E>> & BesideOf<E> & { http: number }

/** An answer with status 0, or none at all (`http` 0 when the server cannot be reached). `key` is a message key. */
export class CallFailed extends Error {
  readonly key: string
  readonly http: number
  /** Id of the request in the server's log, when an answer came. */
  readonly reference: string | undefined
  /** Seconds until another try is worth it, when the server said so. */
  readonly retryAfter: number | undefined
  readonly data: unknown
  constructor(key: string, http: number, more: { reference?: string; retryAfter?: number; data?: unknown } = {}) {
    super(key)
    this.name = 'CallFailed'
    this.key = key
    this.http = http
    this.reference = more.reference
    this.retryAfter = more.retryAfter
    this.data = more.data
  }
}

/** The output of an object schema without fields is Record<string, never>: its keys are all strings. */
type Arguments<E> = (E extends Endpoint<z.ZodObject, z.ZodType, Reply, z.ZodObject, UploadRule>
  ? { file: Blob }
  : { file?: undefined }) &
  (string extends keyof ParamsOf<E> ? { params?: undefined } : { params: ParamsOf<E> }) &
  (undefined extends BodyInputOf<E> ? { body?: BodyInputOf<E> } : { body: BodyInputOf<E> }) & {
    signal?: AbortSignal
    /** The call goes on when the page is left; its body is 64 KB at most. */
    keepalive?: boolean
  }
type Optional<A> = object extends A ? [A?] : [A]

/** The URL of a call with its parameters in place; objects become URL-encoded JSON. */
export function urlOf(e: Endpoint, params: Record<string, unknown> = {}, base = '/api/v1'): string {
  let path: string = e.path
  for (const { name, optional } of pathParameters(e.path)) {
    const value = params[name]
    if (value === undefined && optional) {
      path = path.slice(0, path.indexOf(`/:${name}?`))
      break
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
    path = path.replace(new RegExp(`:${name}\\??`), () => encodeURIComponent(text))
  }
  return base + path
}

/** A file with the fields of a body beside it. Fields come first, so that the server knows them when the file begins. */
function formOf(file: Blob, body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  form.append('file', file, file instanceof File ? file.name : 'file')
  return form
}

/** A function that makes calls of the contract against `base`. `fetcher` and `headers` are for tests and other hosts. */
export function makeClient(options: { base?: string; fetcher?: typeof fetch; headers?: Record<string, string> } = {}) {
  const { base = '/api/v1', fetcher = (...a: Parameters<typeof fetch>) => fetch(...a), headers = {} } = options

  /** Makes the call; answers the whole envelope, also when it refuses. Throws CallFailed only when no envelope came. */
  async function send<E extends Endpoint>(e: E, ...[given]: Optional<Arguments<E>>): Promise<Answer<E>> {
    const { params, body, file, signal, keepalive } = (given ?? {}) as {
      params?: Record<string, unknown>
      body?: unknown
      file?: Blob
      signal?: AbortSignal
      keepalive?: boolean
    }
    const sent = file ? formOf(file, body) : body === undefined ? undefined : JSON.stringify(body)
    let response: Response
    try {
      response = await fetcher(urlOf(e, params, base), {
        method: e.method,
        credentials: 'same-origin',
        headers: {
          accept: 'application/json',
          // The browser names the type of a form itself, with the line that parts the fields.
          ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
        ...(signal ? { signal } : {}),
        ...(keepalive ? { keepalive } : {}),
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new CallFailed('service_unavailable', 0)
    }
    const reference = response.headers.get('x-request-id') ?? undefined
    if (response.ok && isFileReply(e.reply))
      return { status: 1, message: 'ok', data: await response.text(), http: response.status } as Answer<E>
    let answer: Envelope<unknown>
    try {
      answer = (await response.json()) as Envelope<unknown>
    } catch {
      throw new CallFailed('service_unavailable', response.status, { reference })
    }
    const retryAfter = Number(response.headers.get('retry-after')) || undefined
    return Object.assign(answer, { http: response.status, reference, retryAfter }) as unknown as Answer<E>
  }

  /** Makes the call; answers its data, or throws CallFailed with the message key of the refusal. */
  async function call<E extends Endpoint>(e: E, ...given: Optional<Arguments<E>>): Promise<ReceivedOf<E>> {
    const answer = await send(e, ...given)
    if (answer.status === 1) return answer.data as ReceivedOf<E>
    const { message, http, data, ...more } = answer as unknown as Envelope<unknown> & {
      http: number
      reference?: string
      retryAfter?: number
    }
    throw new CallFailed(message, http, { ...more, data })
  }

  return { send, call }
}
