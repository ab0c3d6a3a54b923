import autocannon from 'autocannon'
import type { ServerProcess } from './processes.ts'
import { median } from './results.ts'

/** Requests per second of a login-checked call, against the floor. Short rounds in turns, so that noise meets both. */

export interface CallFigures {
  path: string
  /** Ours divided by the floor's: the median of the rounds, since a round meets the same noise on both sides. */
  ratio: number
  perSecond: { ours: number; floor: number }
  /** Seconds of processor time for a thousand requests; undefined where the system does not tell. */
  cpuPerThousand: { ours: number | undefined; floor: number | undefined }
}

const connections = 32
const rounds = 5
const roundSeconds = 2

export async function measureCall(options: {
  path: string
  cookie: string
  host: string
  ours: ServerProcess
  floor: ServerProcess
}): Promise<CallFigures> {
  const { path, cookie, host, ours, floor } = options
  const both = { ours, floor }
  const seen = {
    ours: { perSecond: [] as number[], requests: 0, cpu: 0 as number | undefined },
    floor: { perSecond: [] as number[], requests: 0, cpu: 0 as number | undefined },
  }
  const fire = (server: ServerProcess, duration: number) =>
    autocannon({ url: `${server.address}${path}`, connections, duration, headers: { cookie, host } })

  for (const server of [ours, floor]) await fire(server, 1)
  for (let round = 0; round < rounds; round += 1) {
    // Each goes first in every other round.
    for (const name of round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const)) {
      const before = both[name].cpuSeconds()
      const result = await fire(both[name], roundSeconds)
      const after = both[name].cpuSeconds()
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${path}: ${result.non2xx} answers other than 200 and ${result.errors} errors of ${name}`)
      const figures = seen[name]
      figures.perSecond.push(result.requests.total / result.duration)
      figures.requests += result.requests.total
      if (before === undefined || after === undefined || figures.cpu === undefined) figures.cpu = undefined
      else figures.cpu += after - before
    }
  }
  const perThousand = ({ cpu, requests }: (typeof seen)['ours']) =>
    cpu === undefined ? undefined : (cpu / requests) * 1000
  const perSecond = { ours: median(seen.ours.perSecond), floor: median(seen.floor.perSecond) }
  return {
    path,
    ratio: median(seen.ours.perSecond.map((value, round) => value / seen.floor.perSecond[round]!)),
    perSecond,
    cpuPerThousand: { ours: perThousand(seen.ours), floor: perThousand(seen.floor) },
  }
}
