import { allCalls } from '@cutaway/contract'
import { needsSession, type Endpoint } from '@cutaway/contract/endpoint.ts'
import { declaredField, recordFields } from '@cutaway/contract/scope.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleOf } from '../testing/examples.ts'
import { world, type World } from '../testing/world.ts'
import { ask, checksum, crowd, danaWithBelongings, peopleWithout, type Attacked } from '../testing/walk-people.ts'

/**
 * Every call with ids of other users, in path, body and JSON, in otherwise valid requests. A colleague, people of
 * another business of the site, and people of another site learn nothing and change nothing.
 */

let w: World
let dana: Attacked
let person: ReturnType<typeof crowd>
let there: string

beforeAll(async () => {
  w = await world()
  dana = await danaWithBelongings(w)
  person = crowd(w)
  await Promise.all(['lite', 'advisor2', 'enterprise2'].map((name) => person(name)))
  await Promise.all(['advisor', 'enterprise'].map((name) => person(name, 44)))
  there = await checksum(w, { web_site_id: 44 })
}, 120_000)
afterAll(() => w.close())

const calls = allCalls().map((call) => ({ title: `${call.room}.${call.name}`, ...call }))
const missing = 2_000_000_000

/** The attackers: a colleague, two users of another business, two of another site. */
const attackers = () =>
  Promise.all([
    person('lite'),
    person('advisor2'),
    person('enterprise2'),
    person('advisor', 44),
    person('enterprise', 44),
  ])

const userField = (e: Endpoint) =>
  typeof e.actsFor === 'object' && 'onlySelf' in e.actsFor ? e.actsFor.onlySelf : declaredField(e.actsFor)

test('makes a valid request for every call', () => {
  const wrong = calls.flatMap(({ title, endpoint: e }) => {
    const { body } = exampleOf(e, Object.fromEntries(recordFields(e).map(([name]) => [name, 7])))
    const parsed = e.body?.safeParse(body)
    return parsed && !parsed.success ? [`${title}: ${JSON.stringify(body)} ${parsed.error.message}`] : []
  })
  expect(wrong).toEqual([])
})

describe.each(calls.filter(({ endpoint: e }) => userField(e)))('$title', ({ endpoint: e }) => {
  test('refuses users out of reach, and does not reveal whether the user exists', async () => {
    const before = await checksum(w, { user_id: dana.user_id })
    const user = userField(e)!
    const records = (ids?: Record<string, number>) =>
      Object.fromEntries(recordFields(e).map(([name, kind]) => [name, ids?.[kind] ?? missing]))
    const tried = exampleOf(e, { ...records(dana.records), [user]: dana.user_id })
    const unknown = exampleOf(e, { ...records(), [user]: missing })
    for (const attacker of await attackers()) {
      const [foreign, none] = await Promise.all([ask(attacker, e, tried), ask(attacker, e, unknown)])
      expect(foreign.status, foreign.text).toBe(403)
      expect(foreign).toEqual(none)
    }
    expect(await checksum(w, { user_id: dana.user_id })).toBe(before)
  })
})

describe.each(calls.filter(({ endpoint: e }) => recordFields(e).length > 0))('$title', ({ endpoint: e }) => {
  test('refuses records of other users, and does not reveal whether the record exists', async () => {
    const before = await checksum(w, { user_id: dana.user_id })
    const user = userField(e)
    for (const attacker of await attackers()) {
      const own = user ? { [user]: (await attacker.me()).user_id } : {}
      const tried = exampleOf(e, {
        ...own,
        ...Object.fromEntries(recordFields(e).map(([name, kind]) => [name, dana.records[kind]])),
      })
      const unknown = exampleOf(e, { ...own, ...Object.fromEntries(recordFields(e).map(([name]) => [name, missing])) })
      const [foreign, none] = await Promise.all([ask(attacker, e, tried), ask(attacker, e, unknown)])
      expect([403, 404], `${tried.path} ${JSON.stringify(tried.body)} ${foreign.text}`).toContain(foreign.status)
      expect(foreign).toEqual(none)
    }
    expect(await checksum(w, { user_id: dana.user_id })).toBe(before)
  })
})

describe.each(calls.filter(({ endpoint: e }) => declaredField(e.site)))('$title', ({ endpoint: e }) => {
  test('refuses other web sites, and does not reveal whether the site exists', async () => {
    // The distributor manages web sites, but not this one.
    for (const name of ['advisor2', 'enterprise2', 'distributor']) {
      const attacker = await person(name)
      const user = userField(e)
      const own = user ? { [user]: (await attacker.me()).user_id } : {}
      const site = declaredField(e.site)!
      const [foreign, none] = await Promise.all(
        [44, missing].map((id) => {
          return ask(attacker, e, exampleOf(e, { ...own, [site]: id }))
        }),
      )
      expect(foreign!.status, foreign!.text).toBe(403)
      expect(foreign).toEqual(none)
    }
  })
})

describe.each(calls.filter(({ endpoint: e }) => needsSession(e.who)))('$title', ({ endpoint: e }) => {
  const sent = exampleOf(e)

  test('returns 401 to a visitor without a session', async () => {
    expect((await ask(w.visitor(), e, sent)).status).toBe(401)
  })

  const without = peopleWithout(e.who)
  if (without.length > 0)
    test(`refuses each role without the right by 403 (${without.length})`, async () => {
      const answers = await Promise.all(
        without.map(async (name) => [name, (await ask(await person(name), e, sent)).status]),
      )
      expect(answers.filter(([, status]) => status !== 403)).toEqual([])
    })
})

describe.each(calls.filter(({ endpoint: e }) => e.who.kind === 'linkHolder'))('$title', ({ endpoint: e }) => {
  test('refuses a token that does not exist', async () => {
    const answer = await ask(w.visitor(), e, exampleOf(e))
    const refused = answer.status === 404 || answer.text.includes('"message":"link_not_available"')
    expect(refused, answer.text).toBe(true)
  })
})

test('leaves the other web site unchanged', async () => {
  expect(await checksum(w, { web_site_id: 44 })).toBe(there)
})
