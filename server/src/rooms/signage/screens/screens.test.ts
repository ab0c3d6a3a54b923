import { contract } from '@cutaway/contract'
import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import type { Play } from '@cutaway/contract/rooms/signage/plays.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { watchScreens } from './watch.ts'

/** Elena pairs the television of the waiting room; it plays, is told what to do, goes dark and is revoked. */

const { signage } = contract
let w: World
let elena: Person
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())
beforeEach(async () => {
  for (const table of ['screen_plays', 'screen_codes', 'screen_code_tries', 'screens', 'views', 'daily_views'] as const)
    await w.database.system.deleteFrom(table).execute()
  elena = await w.loggedIn('enterprise')
})

const size = { width: 1920, height: 1080 }

/** A television that shows a code, is paired by a person, and takes its credential. */
async function pairedBy(person: Person, more: { name?: string; location_id?: number } = {}) {
  const tv = w.visitor()
  const { code, secret } = await tv.call(signage.makeScreenCode, { body: size })
  const screen = await person.call(signage.pairScreen, { body: { code, name: 'Waiting room', ...more } })
  expect(await tv.call(signage.claimScreen, { body: { secret } })).toEqual({ state: 'paired' })
  return { tv, screen_id: screen.screen_id, secret }
}

const beat = (tv: Person, more: object = {}) =>
  tv.send(signage.screenBeat, {
    body: {
      now: w.clock.now().toISOString(),
      version: '1.0',
      ...size,
      hidden: false,
      playing: { title: 'Brake disc', kind: 'film', part_id: 'BRKDSC', place: 2, of: 9, left: null },
      kept: null,
      played: null,
      ...more,
    },
  })
/** Returns the address of a film that visitors of the web site may not watch. */
async function closedFilm({ items }: WallPlan): Promise<string> {
  const visitor = w.visitor()
  for (const { sources } of items) {
    if (sources.plain === null) continue
    // oxlint-disable-next-line no-await-in-loop -- the first one is enough
    if ((await visitor.request(sources.plain, { headers: { range: 'bytes=0-9' } })).status === 401) return sources.plain
  }
  throw new Error('every film of the plan is open to visitors')
}

const only = async () => (await elena.call(signage.getScreens))[0]!

describe('pairing', () => {
  test('a code is found however it is typed, and works once', async () => {
    const tv = w.visitor()
    const { code, secret } = await tv.call(signage.makeScreenCode, { body: size })
    expect(await tv.call(signage.claimScreen, { body: { secret } })).toEqual({ state: 'waiting' })
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase()
    expect(await elena.call(signage.findScreenCode, { body: { code: typed } })).toMatchObject(size)
    await elena.call(signage.pairScreen, { body: { code: typed, name: ' Waiting  room ' } })
    expect(await elena.send(signage.pairScreen, { body: { code, name: 'Again' } })).toMatchObject({
      status: 0,
      message: 'screen_code_unknown',
    })
    expect(await tv.call(signage.claimScreen, { body: { secret } })).toEqual({ state: 'paired' })
    expect(await only()).toMatchObject({ name: 'Waiting room', state: 'new', is_watched: 1 })
  })

  test('a code ends after ten minutes', async () => {
    const tv = w.visitor()
    const { code, secret } = await tv.call(signage.makeScreenCode, { body: size })
    w.clock.forward(601)
    elena = await w.loggedIn('enterprise')
    const answer = await elena.send(signage.findScreenCode, { body: { code } })
    expect(answer).toMatchObject({ status: 0, message: 'screen_code_unknown' })
    expect(await tv.call(signage.claimScreen, { body: { secret } })).toEqual({ state: 'over' })
  })

  test('after five wrong codes even the right one is refused for a minute, but not to a colleague', async () => {
    const { code } = await w.visitor().call(signage.makeScreenCode, { body: size })
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect((await elena.send(signage.findScreenCode, { body: { code: 'AAAAA2' } })).message).toBe(
        'screen_code_unknown',
      )
    expect((await elena.send(signage.findScreenCode, { body: { code } })).message).toBe('screen_code_too_many')
    expect((await elena.send(signage.pairScreen, { body: { code, name: 'TV' } })).message).toBe('screen_code_too_many')
    const dana = await w.loggedIn('advisor')
    expect((await dana.send(signage.findScreenCode, { body: { code } })).status).toBe(1)
    w.clock.forward(61)
    expect((await elena.send(signage.findScreenCode, { body: { code } })).status).toBe(1)
  })

  test('the credential is given only until the screen was heard', async () => {
    const { tv, secret } = await pairedBy(elena)
    expect(await tv.call(signage.claimScreen, { body: { secret } })).toEqual({ state: 'paired' })
    await beat(tv)
    expect(await w.visitor().call(signage.claimScreen, { body: { secret } })).toEqual({ state: 'over' })
  })

  test('the code of one web site pairs nothing on another', async () => {
    const { code } = await w.visitor().call(signage.makeScreenCode, { body: size })
    const other = await w.loggedIn('enterprise', { site: 33 })
    expect((await other.send(signage.findScreenCode, { body: { code } })).message).toBe('screen_code_unknown')
  })
})

describe('a paired screen', () => {
  test('reads its plan and the films, and nothing else', async () => {
    const { tv } = await pairedBy(elena)
    const plan = await tv.call(signage.getScreenPlan)
    const film = await closedFilm(plan)
    expect((await tv.request(film, { headers: { range: 'bytes=0-99' } })).status).toBe(206)
    expect((await tv.send(signage.getScreens)).http).toBe(401)
    expect((await tv.send(contract.sessions.getUserSession)).message).toBe('session_required')
    expect((await tv.send(contract.player.getAllCaptions, { params: { web_site: 31, lang: '50' } })).http).toBe(401)
  })

  test('is shown with what it plays, and as not known once it is not heard', async () => {
    const { tv } = await pairedBy(elena)
    await beat(tv, { now: new Date(w.clock.now().getTime() + 7_200_000).toISOString() })
    const screen = await only()
    expect(screen).toMatchObject({ state: 'online', app_version: '1.0', playing: { title: 'Brake disc', place: 2 } })
    expect(Math.round(screen.clock_offset_ms / 60_000)).toBe(120)
    w.clock.forward(62)
    expect(await only()).toMatchObject({ state: 'quiet', playing: null })
  })

  test('gets its orders: muted, a reload, its name for ten seconds', async () => {
    const { tv, screen_id } = await pairedBy(elena)
    await beat(tv)
    await elena.call(signage.updateScreen, { body: { screen_id, is_muted: 1 } })
    await elena.call(signage.orderScreen, { body: { screen_id, order: 'reload' } })
    await elena.call(signage.orderScreen, { body: { screen_id, order: 'identify' } })
    expect((await beat(tv)).data).toMatchObject({ muted: true, reloads: 1, identify: true, name: 'Waiting room' })
    w.clock.forward(11)
    expect((await beat(tv)).data).toMatchObject({ reloads: 1, identify: false })
  })

  test('plays a film for a customer until it has ended, once', async () => {
    const { tv, screen_id } = await pairedBy(elena)
    const ask = { body: { screen_id, part_id: 'ENGFST', lang_id: 50 } }
    expect((await elena.send(signage.playOnScreen, ask)).message).toBe('screen_not_heard')
    await beat(tv)
    await elena.call(signage.playOnScreen, ask)
    const { play } = (await beat(tv)).data!
    expect(play).toMatchObject({ item: { part_id: 'ENGFST', language_code: 'en-US' } })
    await beat(tv, { played: randomUUID() })
    expect((await beat(tv)).data!.play?.id).toBe(play!.id)
    expect((await beat(tv, { played: play!.id })).data!.play).toBeNull()
    expect(
      await elena.send(signage.playOnScreen, { body: { screen_id, part_id: 'NOSUCH', lang_id: 50 } }),
    ).toMatchObject({ status: 0, message: 'Part no found' })
  })

  test('that is revoked stops at once', async () => {
    const { tv, screen_id } = await pairedBy(elena)
    await beat(tv)
    const film = await closedFilm(await tv.call(signage.getScreenPlan))
    expect((await tv.request(film, { headers: { range: 'bytes=0-99' } })).status).toBe(206)
    await elena.call(signage.revokeScreen, { params: { screen_id } })
    expect(await beat(tv)).toMatchObject({ http: 401, message: 'screen_not_paired' })
    expect((await tv.send(signage.getScreenPlan)).http).toBe(401)
    expect((await tv.request(film)).status).toBe(401)
    expect(await elena.call(signage.getScreens)).toEqual([])
  })

  test('is reached by the people of its location and of the business only', async () => {
    const dana = await w.loggedIn('advisor')
    const own = await w.database.system
      .selectFrom('users')
      .select(['location_id', 'businessentity_id'])
      .where('user_id', '=', (await dana.me()).user_id)
      .executeTakeFirstOrThrow()
    const elsewhere = await w.database.system
      .selectFrom('locations')
      .select('location_id')
      .where('web_site_id', '=', 31)
      .where('businessentity_id', '=', own.businessentity_id!)
      .where('location_id', '<>', own.location_id!)
      .executeTakeFirstOrThrow()
    await pairedBy(elena, { name: 'Here', location_id: own.location_id! })
    const there = await pairedBy(elena, { name: 'There', location_id: elsewhere.location_id })
    expect((await dana.call(signage.getScreens)).map(({ name }) => name)).toEqual(['Here'])
    expect((await elena.call(signage.getScreens)).map(({ name }) => name)).toEqual(['Here', 'There'])
    const rival = await w.loggedIn('enterprise2')
    expect(await rival.call(signage.getScreens)).toEqual([])
    for (const person of [dana, rival])
      expect((await person.send(signage.revokeScreen, { params: { screen_id: there.screen_id } })).http).toBe(404)
  })
})

describe('the proof of play', () => {
  const play = (more: Partial<Play> = {}): Play => {
    const now = w.clock.now().getTime()
    return {
      id: randomUUID(),
      kind: 'film',
      item: 'i1',
      title: 'Brake disc',
      part_id: 'BRKDSC',
      language_id: 50,
      outcome: 'finished',
      reason: '',
      for_customer: 0,
      started_at: new Date(now - 40_000).toISOString(),
      ended_at: new Date(now - 5_000).toISOString(),
      ...more,
    }
  }
  const views = () => w.database.system.selectFrom('views').selectAll().execute()

  test('is stored once however often it is told, and counts in the usage reports', async () => {
    const { tv, screen_id } = await pairedBy(elena)
    const told = [play(), play({ outcome: 'skipped', reason: 'media', item: 'i2', title: 'Poster', part_id: null })]
    expect(await tv.call(signage.tellPlays, { body: { plays: [...told, told[0]!] } })).toEqual({ stored: 2 })
    expect(await tv.call(signage.tellPlays, { body: { plays: told } })).toEqual({ stored: 0 })
    const [view, ...more] = await views()
    expect(more).toEqual([])
    expect(view).toMatchObject({ what: 'loop', tracktype: 'loop', part_id: 'BRKDSC', language_id: 50 })
    expect(await elena.call(signage.getScreenDay, { params: { screen_id } })).toEqual({
      started: 1,
      finished: 1,
      skipped: 1,
      reasons: [{ title: 'Poster', reason: 'media', count: 1 }],
      late: null,
    })
  })

  test('of two screens that one person paired counts for each of them, and for one of them once', async () => {
    const [first, second] = [await pairedBy(elena), await pairedBy(elena, { name: 'Window' })]
    await first.tv.call(signage.tellPlays, { body: { plays: [play(), play()] } })
    await second.tv.call(signage.tellPlays, { body: { plays: [play()] } })
    expect((await views()).map(({ screen_id }) => screen_id).toSorted()).toEqual(
      [first.screen_id, second.screen_id].toSorted(),
    )
    const sums = await w.database.system.selectFrom('daily_views').select('views').execute()
    expect(sums.map(({ views: count }) => count)).toEqual([2])
  })

  test('keeps the time at which it happened when the network was away, and knows no future', async () => {
    const { tv, screen_id } = await pairedBy(elena)
    const now = w.clock.now().getTime()
    const early = play({
      started_at: new Date(now - 700_000).toISOString(),
      ended_at: new Date(now - 650_000).toISOString(),
    })
    const wrong = play({
      started_at: new Date(now + 7_200_000).toISOString(),
      ended_at: new Date(now + 7_300_000).toISOString(),
    })
    await tv.call(signage.tellPlays, { body: { plays: [early, wrong] } })
    const rows = await w.database.system.selectFrom('screen_plays').selectAll().orderBy('started_at').execute()
    expect(rows[0]!.started_at.toISOString()).toBe(early.started_at)
    expect(rows[1]!.started_at.getTime()).toBeLessThanOrEqual(w.clock.now().getTime())
    const { late } = await elena.call(signage.getScreenDay, { params: { screen_id } })
    expect(late).toMatchObject({ count: 1, from: early.started_at })
  })
})

describe('a dark screen', () => {
  const mails = () =>
    w.database.system.selectFrom('mails').select(['to_address', 'subject']).where('subject', 'like', '%dark%').execute()
  beforeEach(() =>
    w.database.system
      .deleteFrom('mails')
      .where('subject', 'like', '%dark%')
      .execute()
      .then(() => {}),
  )

  test('is told by one mail for each outage', async () => {
    const { tv } = await pairedBy(elena)
    await beat(tv)
    w.clock.forward(290)
    await watchScreens(w.running.services)
    expect(await mails()).toEqual([])
    w.clock.forward(20)
    await Promise.all([watchScreens(w.running.services), watchScreens(w.running.services)])
    await watchScreens(w.running.services)
    expect(await mails()).toEqual([
      { to_address: (await elena.me()).email, subject: expect.stringContaining('Waiting room') },
    ])
    expect(await only()).toMatchObject({ state: 'dark', told_at: expect.any(String) })
    await beat(tv)
    w.clock.forward(301)
    await watchScreens(w.running.services)
    expect(await mails()).toHaveLength(2)
  })

  test('is told if its page is hidden, and not if nobody wants to know', async () => {
    const { tv, screen_id } = await pairedBy(elena)
    await beat(tv)
    w.clock.forward(301)
    await beat(tv, { hidden: true })
    await watchScreens(w.running.services)
    expect(await mails()).toHaveLength(1)
    await beat(tv)
    await elena.call(signage.updateScreen, { body: { screen_id, is_watched: 0 } })
    w.clock.forward(301)
    await watchScreens(w.running.services)
    expect(await mails()).toHaveLength(1)
  })
})
