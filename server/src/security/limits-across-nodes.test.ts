import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteEndedCounts } from '../core/http/rate-limits.ts'
import { deleteExpiredProofs } from '../core/http/used-proofs.ts'
import { logInByForm, refusal } from '../rooms/sessions/testing.ts'
import { solvedCaptcha } from '../testing/captcha.ts'
import { secondNode } from '../testing/second-node.ts'
import { world, type World } from '../testing/world.ts'

/** Two nodes on one database: what one has counted, used or blocked applies to the other. */

let w: World
let other: Awaited<ReturnType<typeof secondNode>>
beforeAll(async () => {
  w = await world({ env: { CAPTCHA_SECRET: 'the same on both nodes' } })
  other = await secondNode(w)
})
afterAll(async () => {
  await other.close()
  await w.close()
})

const message = {
  name: 'Vera Holm',
  email: 'vera@shop.example',
  message: 'When do you open?',
  country_code: 'us',
}

test('accepts a solved captcha once across nodes', async () => {
  const vera = w.visitor()
  const captcha = await solvedCaptcha(vera)
  const body = { ...message, captcha }
  const [here, there] = await Promise.all([
    vera.send(contract.sites.sendContact, { body }),
    other.as(vera).send(contract.sites.sendContact, { body }),
  ])
  expect([here.message, there.message].toSorted()).toEqual(['captcha_not_solved', 'ok'])
  expect(await other.as(vera).send(contract.sites.sendContact, { body })).toMatchObject(refusal('captcha_not_solved'))
})

test('counts the calls of an address in a minute across nodes', async () => {
  const eve = w.visitor()
  const ask = (node: typeof eve) => node.send(contract.sessions.forgotPasswordTokenCheck, { body: { token: 'x' } })
  // The limit is 30 in a minute.
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => ask(eve)),
    ...Array.from({ length: 20 }, () => ask(other.as(eve))),
  ])
  expect(answers.filter((a) => a.http === 200)).toHaveLength(30)
  expect(answers.filter((a) => a.http === 429)).toHaveLength(10)
  expect(await ask(eve)).toMatchObject({ http: 429, ...refusal('too_many_requests') })
  expect(await ask(w.visitor())).toMatchObject({ http: 200 })
  w.clock.forward(61)
  expect(await ask(other.as(eve))).toMatchObject({ http: 200 })
})

test('counts an IPv6 household as one address', async () => {
  const ask = (end: number) =>
    w.visitor({ ip: `2001:db8:9:9::${end}` }).send(contract.sessions.forgotPasswordTokenCheck, { body: { token: 'x' } })
  const answers = await Promise.all(Array.from({ length: 35 }, (_, i) => ask(i + 1)))
  expect(answers.filter((a) => a.http === 429)).toHaveLength(5)
})

test('applies failed logins, their block and known browsers on both nodes', async () => {
  const dana = await w.loggedIn('advisor', { site: 33 })
  const eve = w.visitor({ site: 33 })
  for (const i of [1, 2, 3, 4, 5])
    expect(await logInByForm(i % 2 ? eve : other.as(eve), 'advisor', `guess ${i}`)).toMatchObject(
      refusal('incorrect_login_details'),
    )
  for (const node of [eve, other.as(eve)])
    expect(await node.logIn('advisor', 'guess')).toMatchObject(refusal('you_are_blocked_for_1_hour'))
  expect(await other.as(dana).logIn('advisor')).toMatchObject({ status: 1 })
})

test('deletes expired counts and proofs', async () => {
  await solvedCaptcha(w.visitor())
  w.clock.forward(3600)
  const { database, clock } = w.running.services
  await deleteEndedCounts(database, clock.now())
  await deleteExpiredProofs(database, clock.now())
  expect(await database.system.selectFrom('rate_limits').selectAll().execute()).toEqual([])
  expect(await database.system.selectFrom('used_proofs').selectAll().execute()).toEqual([])
})
