import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { movableClock } from '../core/clock.ts'
import { makeCaptcha } from './captcha.ts'

const secret = 'a secret of this portal'
const easy = { cost: 10, tries: [5, 20] as [number, number] }

/** What Vera's browser does with a challenge: it goes over the wire, is worked on, and comes back as base64. */
async function solve(challenge: unknown): Promise<string> {
  const received: Challenge = JSON.parse(JSON.stringify(challenge))
  const solution = await solveChallenge({ challenge: received, deriveKey })
  return btoa(
    JSON.stringify({ challenge: { parameters: received.parameters, signature: received.signature }, solution }),
  )
}

test('Vera proves her work once, and a copy of it proves nothing', async () => {
  const captcha = makeCaptcha(secret, movableClock(), easy)
  const proof = await solve(await captcha.challenge())
  const answers = await Promise.all([captcha.verify(proof), captcha.verify(proof)])
  expect(answers.toSorted()).toEqual([false, true])
  expect(await captcha.verify(proof)).toBe(false)
})

test('another node with the same secret accepts it; one with another secret does not', async () => {
  const proof = await solve(await makeCaptcha(secret, movableClock(), easy).challenge())
  expect(await makeCaptcha('somebody else entirely', movableClock(), easy).verify(proof)).toBe(false)
  expect(await makeCaptcha(secret, movableClock(), easy).verify(proof)).toBe(true)
})

test('after ten minutes the work is in vain', async () => {
  const clock = movableClock()
  const captcha = makeCaptcha(secret, clock, easy)
  const inTime = await solve(await captcha.challenge())
  const late = await solve(await captcha.challenge())
  clock.forward(590)
  expect(await captcha.verify(inTime)).toBe(true)
  clock.forward(20)
  expect(await captcha.verify(late)).toBe(false)
})

test('a challenge made easier, a guess, and nonsense are refused without an error', async () => {
  const captcha = makeCaptcha(secret, movableClock(), easy)
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

test('the usual difficulty is a moment of work', { timeout: 30_000 }, async () => {
  const captcha = makeCaptcha(secret, movableClock())
  expect(await captcha.verify(await solve(await captcha.challenge()))).toBe(true)
})
