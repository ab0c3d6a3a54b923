import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../testing/world.ts'

/** One session cannot use up a whole node with reads. */

let w: World
beforeAll(async () => {
  w = await world({ env: { SESSION_READS_PER_SECOND: '5' } })
})
afterAll(() => w.close())

const read = (person: Person) => person.send(contract.sessions.getUserSession)
const answered = async (person: Person, times: number) => {
  const answers = await Promise.all(Array.from({ length: times }, () => read(person)))
  return answers.filter((a) => a.http === 200).length
}

test('refuses a flood by one session after its burst, while others can still read', async () => {
  const [flooder, dana] = [await w.loggedIn('staff'), await w.loggedIn('advisor')]
  const start = performance.now()
  const through = await answered(flooder, 200)
  const seconds = (performance.now() - start) / 1000
  expect(through).toBeGreaterThanOrEqual(20)
  expect(through).toBeLessThanOrEqual(20 + Math.ceil(5 * seconds) + 1)
  // A slow machine may have given the session one more read since the flood.
  const more = await Promise.all([1, 2, 3].map(() => read(flooder)))
  expect(more).toContainEqual(expect.objectContaining({ http: 429, message: 'too_many_requests', retryAfter: 1 }))
  expect(await answered(dana, 10)).toBe(10)
  w.clock.forward(2)
  expect(await answered(flooder, 10)).toBe(10)
})

test('limits visitors without a session only by the limits of their calls', async () => {
  expect(await answered(w.visitor(), 60)).toBe(60)
})
