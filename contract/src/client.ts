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

/** The typed client derived from the contract. Used by the browser; works in every environment with fetch. */

/** The content of a response: the envelope, the fields beside it, and the HTTP status. */
export type Answer<E> = Envelope<ReceivedOf<E>> & BesideOf<E> & { http: number }

/** A response with status 0, or no response (`http` 0 if the server is unreachable). `key` is a message key. */
export class CallFailed extends Error {
  readonly key: string
  readonly http: number
  /** Id of the request in the server's log, if there was a response. */
  readonly reference: string | undefined
  /** Seconds to wait before a retry, if the server sent them. */
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

/** An object schema without fields has the output Record<string, never>, whose keys are all strings. */
type Arguments<E> = (E extends Endpoint<z.ZodObject, z.ZodType, Reply, z.ZodObject, UploadRule>
  ? { file: Blob }
  : { file?: undefined }) &
  (string extends keyof ParamsOf<E> ? { params?: undefined } : { params: ParamsOf<E> }) &
  (undefined extends BodyInputOf<E> ? { body?: BodyInputOf<E> } : { body: BodyInputOf<E> }) & {
    /** The query of the URL. */
    query?: Readonly<Record<string, string>>
    signal?: AbortSignal
    /** The call continues when the page is closed; its body is 64 KB at most. */
    keepalive?: boolean
  }
type Optional<A> = object extends A ? [A?] : [A]

/** Returns the URL of a call with its parameters filled in; objects become URL-encoded JSON. */
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

/**
 * Returns a form with a file and the fields of a body. The fields precede the file, so that the server has them when
 * the file starts.
 */
function formOf(file: Blob, body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  form.append('file', file, file instanceof File ? file.name : 'file')
  return form
}

/** Creates a client that calls `base`. `fetcher` and `headers` are for tests and other environments. */
export function makeClient(options: { base?: string; fetcher?: typeof fetch; headers?: Record<string, string> } = {}) {
  const { base = '/api/v1', fetcher = (...a: Parameters<typeof fetch>) => fetch(...a), headers = {} } = options

  /**
   * Makes the call and returns the whole envelope, including refusals. Throws CallFailed only if there was no envelope.
   */
  async function send<E extends Endpoint>(e: E, ...[given]: Optional<Arguments<E>>): Promise<Answer<E>> {
    const { params, query, body, file, signal, keepalive } = (given ?? {}) as {
      params?: Record<string, unknown>
      query?: Record<string, string>
      body?: unknown
      file?: Blob
      signal?: AbortSignal
      keepalive?: boolean
    }
    const sent = file ? formOf(file, body) : body === undefined ? undefined : JSON.stringify(body)
    let response: Response
    try {
      const search = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
      response = await fetcher(urlOf(e, params, base) + search, {
        method: e.method,
        credentials: 'same-origin',
        headers: {
          accept: 'application/json',
          // The browser sets the content type of a form itself, with the boundary.
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

  /** Makes the call and returns its data. Throws CallFailed with the message key of a refusal. */
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
