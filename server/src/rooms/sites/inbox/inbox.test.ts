import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { mostErrors } from './inbox.queries.ts'

const s = contract.sites
let w: World
let operator: Person
beforeAll(async () => {
  w = await world()
  operator = await w.loggedIn('super')
})
afterAll(() => w.close())

const page = { page: 1, size: 10 }

describe('feedback', () => {
  const inbox = async (who: Person, more: { state?: 'open' | 'done'; web_site_id?: number; search?: string } = {}) =>
    (await who.call(s.getFeedbackInbox, { body: { ...page, search: 'clear brake', ...more } })).rows.map(
      ({ web_site_id, username }) => `${username} of ${web_site_id}`,
    )

  test('of all web sites waits for the operator, that of one for its distributor', async () => {
    for (const site of [31, 44]) {
      const person = await w.loggedIn('advisor', { site })
      await person.call(s.saveFeedback, { body: { rating: 2, feedback: 'The brake films are not clear.' } })
    }
    expect((await inbox(operator)).toSorted()).toEqual(['advisor of 31', 'advisor of 44'])
    expect(await inbox(operator, { web_site_id: 44 })).toEqual(['advisor of 44'])
    const distributor = await w.loggedIn('distributor', { site: 44 })
    expect(await inbox(distributor)).toEqual(['advisor of 44'])
    expect(await inbox(distributor, { web_site_id: 31 })).toEqual([])
    expect(await operator.call(s.getWaiting)).toMatchObject({ feedback: expect.any(Number) })
  })

  test('is done when the operator says so, and can be opened again', async () => {
    const { user_id } = await (await w.loggedIn('advisor', { site: 44 })).me()
    const mark = (done: boolean) => operator.send(s.markFeedback, { body: { web_site_id: 44, user_id, done } })
    const before = (await operator.call(s.getWaiting)).feedback
    expect(await mark(true)).toMatchObject({ status: 1, data: { done_at: expect.any(String) } })
    expect(await inbox(operator)).toEqual(['advisor of 31'])
    expect(await inbox(operator, { state: 'done' })).toEqual(['advisor of 44'])
    expect((await operator.call(s.getWaiting)).feedback).toBe(before - 1)
    expect(await mark(false)).toMatchObject({ data: { done_at: null } })
    expect((await inbox(operator)).length).toBe(2)
    const entry = w.database.system.selectFrom('audit_log').selectAll().where('action', '=', 'feedback.mark')
    expect(await entry.orderBy('audit_id').executeTakeFirst()).toMatchObject({
      acted_for: null,
      target_kind: 'user',
      target_id: String(user_id),
      after: { done: true },
    })
  })

  test('of another web site is not marked by a distributor', async () => {
    const { user_id } = await (await w.loggedIn('advisor')).me()
    const distributor = await w.loggedIn('distributor', { site: 44 })
    const body = { web_site_id: 31, user_id, done: true }
    expect(await distributor.send(s.markFeedback, { body })).toMatchObject({ http: 403 })
  })
})

describe('errors of browsers', () => {
  const report = (message: string, more: object = {}, site = 31) =>
    w.visitor({ site }).send(s.vvconsolelog, { body: { message, ...more } })
  const errors = async (search: string, state: 'open' | 'done' = 'open') =>
    (await operator.call(s.getBrowserErrors, { body: { ...page, search, state } })).rows

  test('are one row however often they occur, with the page without its token', async () => {
    const where = { caller_line: 'at play (https://shop.example/assets/film-a1.js:10:7)\n at more', platform: 'iOS' }
    await report('cannot read length of 3', { ...where, url: 'https://shop.example/animation_link/abcdef0123456789' })
    await report('cannot read length of 4', { ...where, caller_line: where.caller_line.replace('a1', 'b2') })
    expect(await errors('length')).toMatchObject([
      { web_site_id: 31, times: 2, message: 'cannot read length of 3', platform: 'iOS', done_at: null },
    ])
    const [row] = await errors('length')
    expect(JSON.stringify(row)).not.toContain('abcdef0123456789')
  })

  test('open again when a browser reports them after they were done', async () => {
    await report('the map is empty')
    const [row] = await errors('map is empty')
    const body = { web_site_id: 31, fingerprint: row!.fingerprint, done: true }
    await operator.call(s.markBrowserError, { body })
    expect(await errors('map is empty')).toEqual([])
    expect(await errors('map is empty', 'done')).toHaveLength(1)
    await report('the map is empty')
    expect(await errors('map is empty')).toMatchObject([{ times: 2 }])
    const fingerprint = 'f'.repeat(32)
    expect(await operator.send(s.markBrowserError, { body: { ...body, fingerprint } })).toMatchObject({ http: 404 })
  })

  test('are bounded for each web site: a stranger cannot fill the database', async () => {
    const at = w.clock.now()
    const filler = {
      message: 'x',
      page: '',
      caller_line: '',
      cause: '',
      browser_name: '',
      platform: '',
      user_agent: '',
    }
    await w.database.system
      .insertInto('browser_errors')
      .values(
        Array.from({ length: mostErrors }, (_, n) => ({
          ...filler,
          web_site_id: 44,
          fingerprint: `filler ${n}`,
          first_at: at,
          last_at: at,
          done_at: null,
          done_by: null,
        })),
      )
      .execute()
    expect(await report('one more', {}, 44)).toMatchObject({ status: 1 })
    expect(await errors('one more')).toEqual([])
  })
})

test('the lists are closed to businesses', async () => {
  const boss = await w.loggedIn('enterprise')
  for (const call of [s.getFeedbackInbox, s.getBrowserErrors])
    expect(await boss.send(call, { body: page })).toMatchObject({ http: 403 })
  expect(await boss.send(s.getWaiting)).toMatchObject({ http: 403 })
})
