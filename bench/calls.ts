import autocannon from 'autocannon'
import { Agent, request, type RequestOptions } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { ServerProcess } from './processes.ts'
import { median } from './results.ts'

/**
 * Measures requests per second and latency of an authenticated call with many sessions, against the floor. Every
 * session has its own connection and sends the next request as soon as it has the response. Short rounds alternate
 * between the two servers, so that noise affects both.
 */

/** The request of one session. */
export interface Asked {
  /** Host header. */
  host: string
  cookie: string
  path: string
}

export interface CallFigures {
  /** Our rate divided by the floor's: the median of the rounds, because noise affects both sides of a round. */
  ratio: number
  /** Our 99th percentile divided by the floor's: also the median of the rounds. */
  tailRatio: number
  perSecond: Both<number>
  /** The 50th, 95th and 99th percentile of latency in milliseconds, over all rounds. */
  latency: Both<Latency>
  /** Seconds of processor time per thousand requests; undefined where the system does not report it. */
  cpuPerThousand: Both<number | undefined>
}

export interface Latency {
  p50: number
  p95: number
  p99: number
}

interface Both<T> {
  ours: T
  floor: T
}

interface Round {
  perSecond: number
  requests: number
  latencies: number[]
  cpu: number | undefined
}

const rounds = 5
const roundSeconds = 2

export async function measureCall(
  what: string,
  servers: Both<{ process: ServerProcess; asked: Asked[] }>,
  headers: Record<string, string> = {},
): Promise<CallFigures> {
  const seen: Both<Round[]> = { ours: [], floor: [] }
  for (const server of [servers.ours, servers.floor]) await fire(what, server, headers, 1)
  for (let round = 0; round < rounds; round += 1)
    // Alternates which server goes first.
    for (const name of round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const))
      seen[name].push(await fire(what, servers[name], headers, roundSeconds))

  const both = <T>(of: (all: Round[]) => T): Both<T> => ({ ours: of(seen.ours), floor: of(seen.floor) })
  const tail = both((all) => all.map(({ latencies }) => latencyOf(latencies).p99))
  return {
    ratio: median(seen.ours.map(({ perSecond }, i) => perSecond / seen.floor[i]!.perSecond)),
    tailRatio: median(tail.ours.map((p99, i) => p99 / tail.floor[i]!)),
    perSecond: both((all) => median(all.map(({ perSecond }) => perSecond))),
    latency: both((all) => latencyOf(all.flatMap(({ latencies }) => latencies))),
    cpuPerThousand: both((all) => {
      const cpu = all.reduce<number | undefined>(
        (sum, r) => (sum === undefined || r.cpu === undefined ? undefined : sum + r.cpu),
        0,
      )
      return cpu === undefined ? undefined : (cpu / all.reduce((sum, { requests }) => sum + requests, 0)) * 1000
    }),
  }
}

/**
 * Measures latency in milliseconds at a fixed total request rate, independent of the server's speed. The requests are
 * spread evenly over each second, as those of people are.
 */
export async function measureAtRate(
  what: string,
  server: { process: ServerProcess; asked: Asked[] },
  headers: Record<string, string>,
  options: { perSecond: number; seconds: number },
): Promise<Latency> {
  const agent = new Agent({ keepAlive: true })
  const count = options.perSecond * options.seconds
  try {
    return latencyOf(
      await Promise.all(
        Array.from({ length: count }, async (_, i) => {
          await setTimeout((i * 1000) / options.perSecond)
          const { host, cookie, path } = server.asked[i % server.asked.length]!
          return untilEnd(what, `${server.process.address}${path}`, {
            agent,
            headers: { ...headers, host, cookie },
          })
        }),
      ),
    )
  } finally {
    agent.destroy()
  }
}

/** Returns the milliseconds from a request to the last byte of its response. */
function untilEnd(what: string, url: string, options: RequestOptions): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${what}: ${response.statusCode}`))
      response.resume().on('end', () => resolve(performance.now() - began))
    })
      .on('error', reject)
      .end()
  })
}

async function fire(
  what: string,
  { process, asked }: { process: ServerProcess; asked: Asked[] },
  headers: Record<string, string>,
  duration: number,
): Promise<Round> {
  const latencies: number[] = []
  const before = process.cpuSeconds()
  let client = 0
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url: process.address,
      connections: asked.length,
      duration,
      setupClient: (connection) => {
        const { host, cookie, path } = asked[client++ % asked.length]!
        connection.setRequests([{ method: 'GET', path, headers: { host, cookie, ...headers } }])
      },
    }
    const running = autocannon(options, (error: Error | null, done) => (error ? reject(error) : resolve(done)))
    // The load generator's own histogram has whole milliseconds only.
    running.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds))
  })
  const after = process.cpuSeconds()
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${what}: ${result.non2xx} responses other than 2xx and ${result.errors} errors`)
  return {
    perSecond: result.requests.total / result.duration,
    requests: result.requests.total,
    latencies,
    cpu: before === undefined || after === undefined ? undefined : after - before,
  }
}

function latencyOf(latencies: readonly number[]): Latency {
  const sorted = Float64Array.from(latencies).toSorted()
  const below = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return { p50: below(0.5), p95: below(0.95), p99: below(0.99) }
}
