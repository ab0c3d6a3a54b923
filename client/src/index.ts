import type { Finding, FindingResult, NewOrderLink, OrderLink, PartFilm, View } from './types.ts'

export type * from './types.ts'
export { verifyWebhook, WebhookNotGenuine } from './webhooks.ts'

/** A refusal of the portal, or no response (`status` 0). */
export class CutawayError extends Error {
  /** A message key such as 'invalid_request'. */
  readonly key: string
  /** HTTP status; 200 for a refusal by a rule of the product. */
  readonly status: number
  /** Id of the request in the portal’s log. */
  readonly reference: string | undefined
  constructor(key: string, status: number, reference?: string) {
    super(`${key} (HTTP ${status})`)
    this.name = 'CutawayError'
    this.key = key
    this.status = status
    this.reference = reference
  }
}

export interface Options {
  /** The portal, such as https://films.example.com. */
  url: string
  /** An API key. Keep it on your server. */
  key: string
  /** Milliseconds until a request is given up; 30 seconds by default. */
  timeout?: number
  /** How often a request is tried again that got no response or was told to wait; 2 by default. */
  retries?: number
  fetch?: typeof fetch
}

export interface Client {
  /** Returns a page of the films, by name or by a search. */
  parts(asked?: View & { search?: string; page?: number; size?: number }): Promise<{ rows: PartFilm[]; total: number }>
  /** Returns the films that fit each finding, the best first. At most 500 findings. */
  findFilms(findings: Finding[], options?: View & { most?: number }): Promise<FindingResult[]>
  /** Makes one link for a repair order. The same key returns the same link. */
  makeOrderLink(order: NewOrderLink): Promise<OrderLink & { already_made: 0 | 1 }>
  /** Returns whether a link was opened, how much was watched, and the answer. */
  orderLink(linkId: number): Promise<OrderLink>
}

/** Makes a client. Every request that it repeats is one that the portal recognises as a repetition. */
export function cutaway(options: Options): Client {
  const { key, timeout = 30_000, retries = 2, fetch: fetcher = fetch } = options
  const base = `${options.url.replace(/\/+$/, '')}/api/v1`

  async function once<Data>(path: string, body: unknown): Promise<Data> {
    let response: Response
    try {
      response = await fetcher(`${base}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeout),
      })
    } catch {
      throw new CutawayError('service_unavailable', 0)
    }
    const reference = response.headers.get('x-request-id') ?? undefined
    const answer = (await response.json().catch(() => null)) as { status: 0 | 1; message: string; data: Data } | null
    if (answer?.status === 1) return answer.data
    const error = new CutawayError(answer?.message ?? 'service_unavailable', response.status, reference)
    throw Object.assign(error, { retryAfter: Number(response.headers.get('retry-after')) || undefined })
  }

  async function ask<Data>(path: string, body?: unknown): Promise<Data> {
    for (let attempt = 0; ; attempt += 1)
      try {
        return await once<Data>(path, body)
      } catch (error) {
        const { status, retryAfter } = error as CutawayError & { retryAfter?: number }
        if (attempt >= retries || !(status === 0 || status === 429 || status >= 500)) throw error
        await new Promise((resolve) => setTimeout(resolve, retryAfter ? retryAfter * 1000 : 500 * 2 ** attempt))
      }
  }

  return {
    parts: (asked = {}) => ask(`/parts/${encodeURIComponent(JSON.stringify(asked))}`),
    findFilms: async (findings, more = {}) =>
      (await ask<{ findings: FindingResult[] }>('/findings', { ...more, findings })).findings,
    makeOrderLink: (order) => ask('/orderLinks', order),
    orderLink: (linkId) => ask(`/orderLink/${linkId}`),
  }
}
