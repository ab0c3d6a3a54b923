import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { makeDatabase, type Database } from '../server/src/core/db/database.ts'
import { embeddedEngine } from '../server/src/core/db/engine.embedded.ts'
import { serverEngine } from '../server/src/core/db/engine.server.ts'
import { makeLog } from '../server/src/core/observability/log.ts'
import type { Line as LedgerLine } from '../server/src/outside/payments/gateway/ledger.ts'
import { readOutbox, signUp, type Place, type Way } from './buyers.ts'
import { sharedOutbox } from './outbox.ts'
import { freePort } from './postgres.ts'
import { startProcess, type ServerProcess } from './processes.ts'
import type { Line } from './results.ts'

/**
 * Money under fire: people sign up and pay while every 7th reply of the providers is lost, replies of the portal are lost
 * too, and the portal is killed ten times. What was charged is counted in the gateway's own ledger, what was delivered in
 * the product's rows; never one from the other.
 */

/** Every so many replies of the providers, and of the portal to payments, are dropped after the work was done. */
const dropEvery = 7
const kills = 10
/** Seconds after the last kill at which everything has to be settled. */
const settledAfter = 600
/** People who sign up at the same time. */
const atOnce = 80
/** Seconds after which a sign-up is mentioned as a slow one: it waited for more than one look at its provider. */
const slowAfter = 90

export interface MoneyOptions {
  folder: string
  /** Undefined: the embedded engine. */
  databaseUrl: string | undefined
  /** Sign-ups by card; 2 of 5 as many by eWAY, and by PayPal. */
  cards: number
  say(line: string): void
}

export interface MoneyFigures {
  engine: string
  signUps: Record<Way, number>
  seconds: number
  kills: number
  /** References of which the gateway has kept money. */
  charged: number
  /** People of whom exactly one charge was kept. */
  chargedOnce: number
  /** References that were charged more than once. */
  doubled: number
  /** Charges without an active subscription and a paid invoice of the same amount. */
  lost: number
  /** Active subscriptions that were paid for, without a charge that was kept. */
  free: number
  /** Attempts whose outcome is not known at the end. */
  unknown: number
  /** What the ledger of the product does not sum to, in minor units. */
  unbalanced: number
  /** People who gave up. */
  failures: string[]
}

/** Runs the sign-ups on one engine. */
export async function measureMoney({ folder, databaseUrl, cards, say }: MoneyOptions): Promise<MoneyFigures> {
  const engine = databaseUrl ? 'PostgreSQL' : 'the embedded engine'
  const data = join(folder, databaseUrl ? 'money-server' : 'money-embedded')
  await mkdir(data, { recursive: true })
  const port = await freePort()
  const env = {
    NODE_ENV: 'demo',
    PORT: String(port),
    DATA_DIR: data,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
    TRUSTED_PROXIES: '127.0.0.1',
    // The same through all starts, as an operator sets them.
    CAPTCHA_SECRET: 'captchas of the benchmark of money',
    LINK_SECRET: 'links of the benchmark of money, 32 characters',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  const launch = () => startProcess('money-portal.ts', env)
  let portal: ServerProcess = await launch()
  const gateway = /payments at (\S+)/.exec(portal.output())![1]!
  const place: Place = { portal: portal.address, gateway }
  const control = (body: object) =>
    fetch(`${gateway}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((reply) => reply.text())
  await control({ faults: { drop_every: dropEvery } })

  const outbox = sharedOutbox(() => readOutbox(place))
  const others = Math.ceil(cards * 0.4)
  const signUps = { card: cards, eway: others, paypal: others }
  const queue = Object.entries(signUps)
    .flatMap(([way, many]) => Array.from({ length: many }, (_, n) => ({ way: way as Way, n: n + 1 })))
    // The three ways are mixed, so that each kill meets all of them.
    .toSorted((a, b) => a.n / signUps[a.way] - b.n / signUps[b.way])
  const total = queue.length
  const failures: string[] = []
  const begun = Date.now()
  let done = 0
  let killed = 0
  let killing: Promise<void> = Promise.resolve()
  async function kill() {
    await portal.kill()
    portal = await launch()
    say(`money, ${engine}: killed ${killed} times, ${done} of ${total} signed up`)
  }
  const patience = 1000 * (settledAfter + 60)
  async function person() {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const began = Date.now()
      const until = began + patience
      await signUp({ ...next, place, outbox, dropEvery, until }).catch(
        (error: unknown) => void failures.push(String(error)),
      )
      const seconds = (Date.now() - began) / 1000
      if (seconds > slowAfter) say(`money, ${engine}: ${next.way} ${next.n} took ${seconds.toFixed(0)} s`)
      done += 1
      if (killed < kills && done >= ((killed + 1) * total) / (kills + 1)) {
        killed += 1
        killing = killing.then(kill)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, total) }, person))
  await killing
  await control({ faults: { drop_every: 0 } })
  await portal.stop()
  const counted = await count({ data, databaseUrl })
  return { engine, signUps, seconds: (Date.now() - begun) / 1000, kills: killed, failures, ...counted }
}

type Counted = Pick<MoneyFigures, 'charged' | 'chargedOnce' | 'doubled' | 'lost' | 'free' | 'unknown' | 'unbalanced'>

/** Counts the money in the gateway's ledger against the rows of the product. */
async function count({ data, databaseUrl }: { data: string; databaseUrl: string | undefined }): Promise<Counted> {
  const charges = chargesIn(join(data, 'gateway', 'ledger.jsonl'))
  const database = await open({ data, databaseUrl })
  try {
    const { rows: active } = await sql<{ reference: string; amount: number }>`
      select a.reference, i.paid_minor::int as amount from payment_attempts a
      join payments p using (web_site_id, payment_id)
      join subscriptions s on s.web_site_id = p.web_site_id and s.businessentity_id = p.businessentity_id
      join invoices i on i.web_site_id = p.web_site_id and i.payment_id = p.payment_id
      where a.state = 'paid' and p.state = 'fulfilled' and s.state = 'active' and i.state = 'paid'
        and i.kind = 'invoice'`.execute(database.system)
    const { rows: unsettled } = await sql<{ unknown: number; unbalanced: number }>`
      select (select count(*)::int from payment_attempts where state in ('sent', 'unknown'))
        + (select count(*)::int from payments where state in ('processing', 'paid', 'refunding')) as unknown,
        (select coalesce(sum(abs(sum)), 0)::int from (select sum(amount_minor) as sum from ledger_postings
          group by web_site_id, currency) as sums) as unbalanced`.execute(database.system)
    // Whom a charge was made for: somebody who was charged under two references was charged twice.
    const { rows: payers } = await sql<{ reference: string; email: string }>`
      select a.reference, p.email_key as email from payment_attempts a
      join payments p using (web_site_id, payment_id)`.execute(database.system)
    const emailOf = new Map(payers.map(({ reference, email }) => [reference, email]))
    const delivered = new Map(active.map(({ reference, amount }) => [reference, amount]))
    const keptOf = [...charges].filter(([, { kept }]) => kept !== 0)
    const chargesOf = Map.groupBy(keptOf, ([reference]) => emailOf.get(reference) ?? reference)
    return {
      charged: keptOf.length,
      chargedOnce: [...chargesOf.values()].filter((of) => of.length === 1).length,
      doubled: [...charges.values()].filter(({ times }) => times > 1).length + active.length - delivered.size,
      lost: keptOf.filter(([reference, { kept }]) => delivered.get(reference) !== kept).length,
      free: [...delivered.keys()].filter((reference) => (charges.get(reference)?.kept ?? 0) === 0).length,
      ...unsettled[0]!,
    }
  } finally {
    await database.close()
  }
}

/** Reads what the gateway has charged under each reference, how often, and what it kept. */
function chargesIn(path: string): Map<string, { times: number; kept: number }> {
  const charges = new Map<string, { times: number; kept: number }>()
  const referenceOf = new Map<string, string>()
  for (const text of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const line = JSON.parse(text) as LedgerLine
    if (line.kind === 'charge' && line.state === 'paid') {
      referenceOf.set(line.id, line.reference)
      const { times, kept } = charges.get(line.reference) ?? { times: 0, kept: 0 }
      charges.set(line.reference, { times: times + 1, kept: kept + line.amountMinor })
    }
    const charge = line.kind === 'refund' ? charges.get(referenceOf.get(line.of) ?? '') : undefined
    if (line.kind === 'refund' && charge) charge.kept -= line.amountMinor
  }
  return charges
}

export async function open({
  data,
  databaseUrl,
}: {
  data: string
  databaseUrl: string | undefined
}): Promise<Database> {
  const limits = { statementTimeoutSeconds: 60 }
  if (!databaseUrl) return makeDatabase(await embeddedEngine({ folder: join(data, 'database') }), limits)
  const log = makeLog({ logLevel: 'fatal' })
  return makeDatabase(serverEngine({ url: databaseUrl, poolSize: 2, log, silenceSeconds: 65 }), limits)
}

export function moneyLines(figures: MoneyFigures): Line[] {
  const { engine, signUps, failures, charged, chargedOnce, doubled, lost, free, unknown, unbalanced } = figures
  const { card, eway, paypal } = signUps
  const total = card + eway + paypal
  const more = `${card} by card, ${eway} by eWAY, ${paypal} by PayPal, ${figures.kills} kills`
  const none = { unit: '', limit: 0, goal: 0, better: 'smaller' } as const
  return [
    { what: `sign-ups without exactly one charge, ${engine}`, value: total - chargedOnce, ...none, more },
    { what: `charges doubled or lost, ${engine}`, value: doubled + lost, ...none, more: `${charged} charges` },
    { what: `subscriptions without a charge, ${engine}`, value: free, ...none, more: '' },
    { what: `payments whose end is unknown, ${engine}`, value: unknown, ...none, more: '' },
    { what: `minor units that the books do not sum to, ${engine}`, value: unbalanced, ...none, more: '' },
    { what: `people who gave up, ${engine}`, value: failures.length, ...none, more: failures[0]?.slice(0, 120) ?? '' },
  ]
}

export const moneyInWords = ({ engine, signUps, seconds, kills: killed, ...of }: MoneyFigures): string =>
  `money, ${engine}: ${signUps.card + signUps.eway + signUps.paypal} sign-ups in ${seconds.toFixed(0)} s with ${killed} kills; ` +
  `${of.charged} charged, ${of.doubled} doubled, ${of.lost} lost, ${of.free} without a charge, ${of.unknown} unknown` +
  of.failures.map((failure) => `\n  ${failure}`).join('')
