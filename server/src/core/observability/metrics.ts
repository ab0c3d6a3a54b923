import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of the process, for Prometheus. */

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

const shortLinkMisses = new Counter({
  name: 'short_link_misses_total',
  help: 'Requests for short links that do not exist.',
  registers: [registry],
})

const payments = new Counter({
  name: 'payments_total',
  help: 'Charges, refunds and look-ups at payment providers, by their outcome.',
  labelNames: ['provider', 'outcome'],
  registers: [registry],
})

const forgedHooks = new Counter({
  name: 'payment_hooks_refused_total',
  help: 'Events of payment providers whose signature is not that of an account.',
  labelNames: ['provider'],
  registers: [registry],
})

const paymentDifferences = new Counter({
  name: 'payment_differences_total',
  help: 'Differences between the lists of payment providers and our books.',
  labelNames: ['provider', 'kind'],
  registers: [registry],
})

// The library builds a key from all labels at each observation. Caching the child reduces that to a lookup.
const children = new Map<string, { observe(seconds: number): void }>()

/** Records one completed request. `route` is the pattern ('/api/v1/part/:id'), never the actual address. */
export function observeRequest(route: string, method: string, status: number, seconds: number): void {
  const key = `${status} ${method} ${route}`
  let child = children.get(key)
  if (!child) {
    child = requests.labels(route, method, String(status))
    children.set(key, child)
  }
  child.observe(seconds)
}

/** Counts a delivery attempt by its resulting state. */
export function countDelivery(channel: string, state: 'sent' | 'retried' | 'failed' | 'outcome_unknown'): void {
  deliveries.inc({ channel, state })
}

/** Records a bounced mail. */
export function countBounce(kind: 'hard' | 'soft'): void {
  bounces.inc({ kind })
}

/** Counts a request for a short link that does not exist. */
export function countShortLinkMiss(): void {
  shortLinkMisses.inc()
}

/** Counts what a payment provider answered to a charge, a refund or a look-up. */
export function countPayment(provider: string, outcome: string): void {
  payments.inc({ provider, outcome })
}

/** Counts something in a provider's list, or in our books, that the other side does not have. */
export function countPaymentDifference(provider: string, kind: string): void {
  paymentDifferences.inc({ provider, kind })
}

/** Counts an event of a payment provider that was not signed by one of its accounts. */
export function countForgedHook(provider: string): void {
  forgedHooks.inc({ provider })
}

/** Registers the function that reads the number of waits. It is called at each scrape. */
export function watchDatabaseWaits(read: () => number): void {
  readDatabaseWaits = read
}

/**
 * Adds a gauge whose values are read at each scrape: `collect` calls `set` for each combination of labels. What it does not
 * set is absent. Replaces a gauge of the same name. Returns a function that removes it.
 */
export function addGauge<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  collect: (set: (labels: Record<Label, string>, value: number) => void) => Promise<void>,
): () => void {
  registry.removeSingleMetric(name)
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset()
      // reset() leaves a 0 in a gauge without labels, which would say that the last backup was made just now.
      if (labelNames.length === 0) this.remove()
      await collect((labels, value) => this.set(labels, value))
    },
  })
  return () => {
    if (registry.getSingleMetric(name) === gauge) registry.removeSingleMetric(name)
  }
}

/** Returns all metrics in Prometheus' text format 0.0.4. */
export const metricsText = (): Promise<string> => registry.metrics()
