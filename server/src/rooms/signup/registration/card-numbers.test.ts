import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { symbols } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import { buyersOf, type Buyer, type Buyers } from './testing.ts'

/** The number of a card: an old client may send one, and none is kept. */

const { billing } = contract

let w: World
let money: TestMoney
let buyers: Buyers
/** The lines of the portal's log. */
const logged: string[] = []
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments, env: { LOG_LEVEL: 'trace' } })
  // Everything that the portal logs is kept, and none of it is printed.
  const log = w.running.services.log as unknown as Record<symbol, unknown>
  log[symbols.streamSym] = { write: (line: string) => void logged.push(line) }
  buyers = buyersOf(w, money)
})
afterAll(async () => {
  await w.close()
  await money.close()
})

const good = '4111111111111111'

describe('an old client sends the number of a card itself', () => {
  const typed = { card_expiry_month: '12', card_expiry_year: '2034', cvv: '123', name_on_card: 'Renee Castillo' }
  async function send(buyer: Buyer, more: object) {
    const { request_key } = await buyer.person.call(billing.startPayment, { body: { user_id: buyer.userId } })
    const body = { user_id: buyer.userId, request_key, ...typed, ...more }
    // The second step of 3-D Secure repeats the call.
    const first = await buyer.person.send(billing.paymentSecondStepCybersource, { body })
    return first.data?.action ? buyer.person.send(billing.paymentSecondStepCybersource, { body }) : first
  }

  test('with test money, a number that the gateway prints pays as if it were typed into the fields', async () => {
    const ole = await buyers.american()
    expect(await send(ole, { card_number: '4456 5300 0000 1005', ...(await buyers.codeOf(ole)) })).toMatchObject({
      status: 1,
      data: { responseType: 'success' },
    })
    expect(await buyers.charged(ole)).toMatchObject([{ source: { last4: '1005' }, authenticated: true }])
  })

  test.each([
    ['a number that the gateway does not print', { card_number: '4012888888881881' }, 'card_number'],
    ['a brand that the web site does not take', { card_number: '6011111111111117' }, 'card_number'],
    ['a number in another field', { card_number: '', name_on_card: '4111111111111111' }, 'card_number'],
    ['a month that does not exist', { card_number: good, card_expiry_month: '13' }, 'card_expiry_month'],
    ['a card that has expired', { card_number: good, card_expiry_year: '2020' }, 'card_expiry_month'],
    ['a card of the next century', { card_number: good, card_expiry_year: '2099' }, 'card_expiry_month'],
    ['a code that is none', { card_number: good, cvv: '12' }, 'cvv'],
  ])('%s is refused, and nothing is charged', async (_what, more, field) => {
    const ona = await buyers.american()
    expect(await send(ona, more)).toMatchObject({ status: 0, message: 'message_bill', data: { field } })
    expect(await buyers.charged(ona)).toEqual([])
  })

  test('no digit of it reaches the database, a message or the gateway’s ledger', async () => {
    const pam = await buyers.american()
    const number = '4012888888881881'
    for (const form of [number, '4012 8888 8888 1881', '4012-8888-8888-1881', '4012.8888.8888.1881', `x${number}y`])
      for (const field of ['card_number', 'name_on_card', 'bill_email', 'bill_businessentity_city', 'returnUrl'])
        await send(pam, { card_number: '', [field]: form })
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(w.database.system)
    for (const { name } of rows) {
      const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} t
        where regexp_replace(t::text, '[ .-]', '', 'g') like ${`%${number}%`}`.execute(w.database.system)
      expect({ name, found: found.rows[0]!.n }).toEqual({ name, found: 0 })
    }
    expect(JSON.stringify(money.gateway.ledger.lines)).not.toContain(number)
  })
})

/** Returns the number in base64, at each of the three places that it can have in a longer text. */
const inBase64 = (number: string) =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.from('x'.repeat(before) + number)
      .toString('base64')
      .replace(/=+$/, '')
    const isCut = ((before + number.length) * 8) % 6 !== 0
    return encoded.slice(before === 0 ? 0 : before + 1, isCut ? -1 : undefined)
  })
/** Whether a text holds a card number: plain, in groups, URL-encoded, in hexadecimal or in base64. */
function holds(text: string, number: string): boolean {
  const digits = text.replaceAll(/(?<=\d)(?:[ .+\u00a0-]|%20|%2D|%C2%A0|\\u00a0)(?=\d)/gi, '')
  const others = [Buffer.from(number).toString('hex'), ...inBase64(number)]
  return digits.includes(number) || others.some((form) => text.includes(form))
}
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test.each([
  ['plain', (n: string) => n],
  ['in groups', (n: string) => n.replaceAll(/(\d{4})(?=\d)/g, '$1 ')],
  ['in groups of a URL', (n: string) => encodeURIComponent(n.replaceAll(/(\d{4})(?=\d)/g, '$1 '))],
  ['in a form', (n: string) => n.replaceAll(/(\d{4})(?=\d)/g, '$1+')],
  ['in base64', (n: string) => Buffer.from(`{"card":"${n}"}`).toString('base64')],
  ['in hexadecimal', (n: string) => Buffer.from(`a ${n}`).toString('hex')],
])('the search for card numbers finds one that is %s', (_how, write) => {
  expect(holds(`before ${write('4456530000001005')} after`, '4456530000001005')).toBe(true)
  expect(holds(`before ${write('4456530000001013')} after`, '4456530000001005')).toBe(false)
})

test('after payments and a decline at both card providers, database, log and files have no more of a card than its last four', async () => {
  const numbers = ['4456530000001005', '4444333322221111', '4000000000000002']
  const renee = await buyers.american()
  expect(await buyers.payBy(renee, numbers[2]!)).toMatchObject({ message: 'failed' })
  w.clock.forward(120)
  expect(await buyers.payBy(renee, numbers[0]!)).toMatchObject({ status: 1 })
  expect(await buyers.payBy(await buyers.australian(), numbers[1]!)).toMatchObject({ status: 1 })

  const { system } = w.database
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(system)
  expect(tables.length).toBeGreaterThan(50)
  const holding: string[] = []
  let isLastFourThere = false
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.raw(name)} t`.execute(
      system,
    )
    const text = rows.map((row) => row.text).join('\n')
    if (name === 'public.instruments') isLastFourThere = text.includes('"last4":"1005"')
    if (numbers.some((number) => holds(text, number))) holding.push(name)
    if (/"(cvv|cvn|card_number|securityCode)" ?: ?"\d/i.test(text)) holding.push(`${name}: a code`)
  }
  expect(isLastFourThere).toBe(true)
  expect(holding).toEqual([])
  // The log has every request at its most talkative level, and the gateway's ledger is a file too.
  expect(logged.length).toBeGreaterThan(100)
  expect(numbers.filter((number) => holds(logged.join(''), number))).toEqual([])
  const files = [w.running.services.config.dataDir, money.folder].flatMap(filesIn)
  expect(files.some((file) => file.endsWith('ledger.jsonl'))).toBe(true)
  for (const file of files) {
    const text = readFileSync(file, 'latin1')
    expect([file, numbers.filter((number) => holds(text, number))]).toEqual([file, []])
  }
})
