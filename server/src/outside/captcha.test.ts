import type { Challenge } from 'altcha-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock, type Clock } from '../core/clock.ts'
import type { Database } from '../core/db/database.ts'
import { databaseProofs } from '../core/http/used-proofs.ts'
import { easyCaptcha, solve } from '../testing/captcha.ts'
import { testDatabase } from '../testing/database.ts'
import { makeCaptcha } from './captcha.ts'

const secret = 'a secret of this portal'

let database: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ database, remove } = await testDatabase())
})
afterAll(() => remove())

/** Makes the captcha of one node. */
const node = (clock: Clock, { signedWith = secret } = {}) =>
  makeCaptcha(signedWith, clock, databaseProofs(database.engine, clock), easyCaptcha)

test('accepts Vera’s solution once, and refuses a copy of it', async () => {
  const captcha = node(movableClock())
  const proof = await solve(await captcha.challenge())
  const answers = await Promise.all([captcha.verify(proof), captcha.verify(proof)])
  expect(answers.toSorted()).toEqual([false, true])
  expect(await captcha.verify(proof)).toBe(false)
})

test('accepts a solution on another node with the same secret, and refuses it with another secret', async () => {
  const proof = await solve(await node(movableClock()).challenge())
  expect(await node(movableClock(), { signedWith: 'somebody else entirely' }).verify(proof)).toBe(false)
  expect(await node(movableClock()).verify(proof)).toBe(true)
  expect(await node(movableClock()).verify(proof)).toBe(false)
})

test('refuses a solution after ten minutes', async () => {
  const clock = movableClock()
  const captcha = node(clock)
  const inTime = await solve(await captcha.challenge())
  const late = await solve(await captcha.challenge())
  clock.forward(590)
  expect(await captcha.verify(inTime)).toBe(true)
  clock.forward(20)
  expect(await captcha.verify(late)).toBe(false)
})

test('refuses an altered challenge, a guess, and invalid input without an error', async () => {
  const captcha = node(movableClock())
  const proof: { challenge: Challenge; solution: { derivedKey: string } } = JSON.parse(
    atob(await solve(await captcha.challenge())),
  )
  const encode = (value: unknown) => btoa(JSON.stringify(value))
  const { challenge, solution } = proof
  const later = {
    ...challenge,
    parameters: { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt! + 86_400 },
  }
  const attempts = [
    encode({ challenge: later, solution }),
    encode({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
    encode({ challenge: { ...challenge, signature: undefined }, solution }),
    encode({ challenge: null, solution: null, test: true }),
    encode([]),
    'not base64 at all',
    '',
  ]
  for (const attempt of attempts) expect(await captcha.verify(attempt)).toBe(false)
  expect(await captcha.verify(encode(proof))).toBe(true)
})

test('takes only a moment to solve at the usual difficulty', async () => {
  const clock = movableClock()
  const captcha = makeCaptcha(secret, clock, databaseProofs(database.engine, clock))
  expect(await captcha.verify(await solve(await captcha.challenge()))).toBe(true)
})
