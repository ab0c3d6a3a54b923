import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What the process counts about itself, for Prometheus. */

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last of its answer.',
  labelNames: ['route', 'method', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

let readDatabaseWaits = () => 0
registry.registerMetric(
  new Gauge({
    name: 'database_waits',
    help: 'Work that waits for a database connection right now.',
    registers: [],
    collect() {
      this.set(readDatabaseWaits())
    },
  }),
)

const deliveries = new Counter({
  name: 'deliveries_total',
  help: 'Attempts to deliver mails and text messages, by the state that followed.',
  labelNames: ['channel', 'state'],
  registers: [registry],
})

const bounces = new Counter({
  name: 'mail_bounces_total',
  help: 'Mails that a mail server gave back, by whether the address is of no use for good.',
  labelNames: ['kind'],
  registers: [registry],
})

// The library builds a key out of all labels at each observation; a child made once costs a lookup.
const children = new Map<string, { observe(seconds: number): void }>()

/** Records one answered request. `route` is the pattern ('/api/v1/part/:id'), never the address itself. */
export function observeRequest(route: string, method: string, status: number, seconds: number): void {
  const key = `${status} ${method} ${route}`
  let child = children.get(key)
  if (!child) {
    child = requests.labels(route, method, String(status))
    children.set(key, child)
  }
  child.observe(seconds)
}

/** Counts an attempt to deliver, by the state that followed. */
export function countDelivery(channel: string, state: 'sent' | 'retried' | 'failed' | 'outcome_unknown'): void {
  deliveries.inc({ channel, state })
}

/** Records a mail that came back. */
export function countBounce(kind: 'hard' | 'soft'): void {
  bounces.inc({ kind })
}

/** Tells the gauge how to read the number of waits; asked at each scrape. */
export function watchDatabaseWaits(read: () => number): void {
  readDatabaseWaits = read
}

/** Everything in Prometheus' text format 0.0.4. */
export const metricsText = (): Promise<string> => registry.metrics()
