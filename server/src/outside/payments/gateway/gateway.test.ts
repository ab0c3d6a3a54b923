import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeOf, enterCard, never, testMoney, type TestMoney } from '../testing.ts'
import { Ledger } from './ledger.ts'

/** A developer looks at the gateway's page, switches faults on, and reads its ledger. */

let money: TestMoney
beforeAll(async () => {
  money = await testMoney()
})
afterAll(() => money.close())

const control = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${money.gateway.address}/control`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
async function pay(number = '4111111111111111') {
  const ask = chargeOf('eway', { kind: 'fresh', paymentToken: await enterCard(money, 'eway', number) })
  return { ask, verdict: await money.payments.provider('eway').charge({ ...ask, handle: null }, never) }
}

test('the page shows what was charged for which web site, and says that it is test money', async () => {
  const { ask } = await pay()
  const html = await (await fetch(money.gateway.address)).text()
  expect(html).toContain('TEST MONEY')
  expect(html).toContain(ask.reference)
  expect(html).toContain('visa •••• 1111')
  expect(html).toMatch(/data-label="Site">31<.*data-label="Net"[^>]*><strong>\d+\.00 AUD/)
})

test('every nth reply is dropped after the work was done, until that is switched off', async () => {
  await control('{"faults":{"drop_every":1}}')
  const tokens = money.gateway.ledger.charges.size
  const entered = [...money.gateway.ledger.entered].findLast(([, { face }]) => face === 'eway')![0]
  const ask = chargeOf('eway', { kind: 'fresh', paymentToken: entered })
  expect((await money.payments.provider('eway').charge({ ...ask, handle: null }, never)).outcome).toBe('unclear')
  expect(money.gateway.ledger.charges.size).toBe(tokens + 1)
  await control('{"faults":{"drop_every":0}}')
  expect((await pay()).verdict.outcome).toBe('paid')
})

test('while it fails or is down nothing is charged', async () => {
  const before = money.gateway.ledger.charges.size
  const [entered] = [...money.gateway.ledger.entered.keys()]
  for (const fault of ['{"fail":true}', '{"fail":false,"down_for":60}']) {
    await control(`{"faults":${fault}}`)
    const ask = chargeOf('eway', { kind: 'fresh', paymentToken: entered! })
    expect((await money.payments.provider('eway').charge({ ...ask, handle: null }, never)).outcome).toBe('unclear')
  }
  await control('{"faults":{"down_for":0}}')
  expect(money.gateway.ledger.charges.size).toBe(before)
})

test('the form of the page does the same as JSON; another web site may not', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const set = await control('faults.shown=1&faults.delay=7&faults.hold_hooks=true', {
    ...form,
    origin: money.gateway.address,
  })
  expect(set.status).toBe(303)
  expect(money.gateway.faults).toMatchObject({ delay: 7, hold_hooks: true, fail: false })
  expect((await control('faults.delay=9', { ...form, origin: 'https://evil.example' })).status).toBe(403)
  expect((await control('{"faults":{"delay":-1}}')).status).toBe(400)
  expect((await control('not JSON')).status).toBe(400)
  await control('faults.shown=1&faults.delay=0', form)
  expect(money.gateway.faults).toMatchObject({ delay: 0, hold_hooks: false })
})

test('a number that is no test card is declined, and none of its digits are kept', async () => {
  const { ask, verdict } = await pay('4539578763621486')
  expect(verdict.outcome).toBe('declined')
  const ledger = await readFile(join(money.folder, 'ledger.jsonl'), 'utf8')
  expect(ledger).toContain(ask.reference)
  expect(ledger).not.toContain('1486')
})

test.each<[object, string]>([
  [{ number: '4111111111111112' }, 'a wrong digit'],
  [{ code: '12' }, 'a short code'],
  [{ month: '1', year: '2020' }, 'an expiry in the past'],
])('the fields refuse %s: %s', async (typed, _what) => {
  await expect(enterCard(money, 'cybersource', '4111111111111111', typed)).rejects.toThrow('refused')
})

test('the cards of demo subscriptions are known: their token names what happens', async () => {
  const renew = (token: string) => {
    const ask = chargeOf('cybersource', { kind: 'stored', token, networkId: null }, { initiator: 'merchant' })
    return money.payments.provider('cybersource').charge({ ...ask, handle: null }, never)
  }
  expect((await renew('demo-pays-4242')).outcome).toBe('paid')
  expect(await renew('demo-no_funds-9995')).toMatchObject({ outcome: 'declined', class: 'soft' })
  expect((await renew('demo-unheard_of-0000')).outcome).toBe('refused')
})

test('half a line that a killed process left is dropped, and the ledger goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-ledger-'))
  const path = join(folder, 'ledger.jsonl')
  const first = new Ledger(path, () => new Date())
  first.record({ kind: 'forgotten', id: 'one' })
  first.close()
  await appendFile(path, '{"n":2,"at":"2026-')
  const second = new Ledger(path, () => new Date())
  second.record({ kind: 'forgotten', id: 'two' })
  second.close()
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { n: number; id: string }).id)).toEqual(['one', 'two'])
  await rm(folder, { recursive: true, force: true })
})
