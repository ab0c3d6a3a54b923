import autocannon from 'autocannon'
import { randomUUID } from 'node:crypto'
import type { ServerProcess } from './processes.ts'
import { median } from './results.ts'

/**
 * Measures how much view tracking by many players slows down reads. Short rounds alternate with and without tracking.
 */

export interface TrackingFigures {
  /** Reads per second during tracking, divided by those without: the median of the rounds. */
  ratio: number
  /** Events stored per second. */
  eventsPerSecond: number
}

const rounds = 5
const roundSeconds = 3
const reading = 16
const events = 2000
/** Simulates the time after a rush hour: a browser sends several reports at once. */
const eventsPerPost = 20

export async function measureTracking(options: {
  ours: ServerProcess
  /** The call that is read at the same time. */
  path: string
  cookie: string
  film: string
}): Promise<TrackingFigures> {
  const { ours, path, cookie, film } = options
  const origin = new URL(ours.address).origin
  const read = () =>
    autocannon({ url: `${ours.address}${path}`, connections: reading, duration: roundSeconds, headers: { cookie } })
  const write = () =>
    autocannon({
      url: `${ours.address}/api/v1/watchedSeconds`,
      connections: 20,
      overallRate: events / eventsPerPost,
      duration: roundSeconds,
      requests: [
        {
          method: 'POST',
          headers: { cookie, origin, 'content-type': 'application/json' },
          setupRequest: (request) => ({ ...request, body: JSON.stringify({ watched: reports(film) }) }),
        },
      ],
    })

  await read()
  const ratios: number[] = []
  let kept = 0
  for (let round = 0; round < rounds; round += 1) {
    const alone = async () => (await read()).requests.total
    const together = async () => {
      const [reads, writes] = await Promise.all([read(), write()])
      if (writes.non2xx + writes.errors + reads.non2xx + reads.errors > 0)
        throw new Error(`tracking: ${writes.non2xx} refusals, ${writes.errors} errors`)
      kept += writes['2xx'] * eventsPerPost
      return reads.requests.total
    }
    if (round % 2 === 0) {
      const first = await alone()
      ratios.push((await together()) / first)
    } else {
      const first = await together()
      ratios.push(first / (await alone()))
    }
  }
  return { ratio: median(ratios), eventsPerSecond: kept / (rounds * roundSeconds) }
}

const reports = (part_id: string) =>
  Array.from({ length: eventsPerPost }, () => ({
    view: randomUUID(),
    report: 0,
    part_id,
    brand_id: 1,
    lang_id: 50,
    stretches: [[0, 12.5]],
  }))
