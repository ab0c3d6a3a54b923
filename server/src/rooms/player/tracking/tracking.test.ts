import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'

/** View tracking: Dana's views are stored once and are visible to her alone. */

const {
  insertPartViewed,
  insertPartPdfViewed,
  insertTrackPartViewed,
  insertTrackPartPdfViewed,
  insertTrackPartViewedLoop,
  watchedSeconds,
  UserHistory,
  getMostWatched,
} = contract.player

let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())
beforeEach(async () => {
  for (const table of ['views', 'daily_views', 'user_history', 'watched'] as const)
    await w.database.system.deleteFrom(table).execute()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})

const view = (part_id: string, more: object = {}) => ({
  body: {
    part_id,
    brand_id: 1,
    driverside: 'left' as const,
    tracktype: 'portal' as const,
    video_type: 'narrated' as const,
    lang_id: 50,
    ...more,
  },
})
const history = (person: Person, more: Partial<Record<'user_id' | 'brand', number>> = {}, videoType = 'narrated') =>
  person.call(UserHistory, {
    params: { user_id: danaId, web_site_id: 31, brand: 1, videoType: videoType as 'narrated', lang: '50', ...more },
  })
const views = () => w.database.system.selectFrom('views').selectAll().orderBy('viewed_at').execute()
const later = (seconds: number) => w.clock.forward(seconds)

describe('the history', () => {
  test('has the last film on top, each film once, in her language and of the chosen kind', async () => {
    await dana.call(insertPartViewed, view('BRKDSC'))
    later(60)
    await dana.call(insertPartViewed, view('ENGFST'))
    later(60)
    await dana.call(insertPartViewed, view('brkdsc'))
    await dana.call(insertPartViewed, view('ENGFST-INT', { video_type: 'interactive' }))
    expect((await history(dana)).map((f) => f.part_id)).toEqual(['BRKDSC', 'ENGFST'])
    expect((await history(dana, {}, 'interactive')).map((f) => f.part_id)).toEqual(['ENGFST-INT'])
    const [first] = await history(dana)
    expect(w.clock.now().getTime() - new Date(first!.viewed_date).getTime()).toBeLessThan(10_000)
  })

  test('is her own: a colleague’s is empty, and another site does not see it', async () => {
    await dana.call(insertPartViewed, view('BRKDSC', { user_id: 1 }))
    expect(await history(dana)).toHaveLength(1)
    const kiosk = await w.loggedIn('kiosk')
    await kiosk.call(contract.sessions.changeTouchScreenMode, { body: { TouchScreenMode: 'service_adviser' } })
    const theirs = { user_id: (await kiosk.me()).user_id }
    expect(await history(kiosk, theirs)).toEqual([])
    expect(
      await kiosk.send(UserHistory, {
        params: { user_id: danaId, web_site_id: 31, brand: 1, videoType: 'narrated', lang: '50' },
      }),
    ).toMatchObject({ http: 403 })
  })

  test('records a PDF without marking the film as seen', async () => {
    await dana.call(insertPartPdfViewed, view('BRKDSC'))
    expect(await history(dana)).toEqual([])
    const [row] = await w.database.system.selectFrom('user_history').selectAll().execute()
    expect(row).toMatchObject({ part_id: 'BRKDSC', viewed_at: null })
    expect(row?.pdf_viewed_at).toBeInstanceOf(Date)
  })

  test('records a view from the offline queue with its original time', async () => {
    await dana.call(insertPartViewed, view('ENGFST'))
    await dana.call(insertPartViewed, view('BRKDSC', { seconds_ago: 3600 }))
    expect((await history(dana)).map((f) => f.part_id)).toEqual(['ENGFST', 'BRKDSC'])
  })
})

describe('the usage log', () => {
  test('records user, film, location and remote address', async () => {
    await dana.call(insertTrackPartViewed, view('BRKDSC', { user_id: 1 }))
    await dana.call(insertTrackPartPdfViewed, view('BRKDSC', { tracktype: 'kiosk' }))
    await dana.call(insertTrackPartViewedLoop, view('ENGFST', { tracktype: 'loop' }))
    const rows = await views()
    expect(rows.map((r) => [r.what, r.tracktype, r.part_id]).toSorted()).toEqual([
      ['film', 'portal', 'BRKDSC'],
      ['loop', 'loop', 'ENGFST'],
      ['pdf', 'kiosk', 'BRKDSC'],
    ])
    const { businessentity_id } = await dana.me()
    for (const row of rows)
      expect(row).toMatchObject({ user_id: danaId, businessentity_id, remote_address: dana.ip, language_id: 50 })
  })

  test('counts repeated and concurrent reports of a view once within half a minute', async () => {
    await Promise.all(Array.from({ length: 20 }, () => dana.call(insertTrackPartViewed, view('BRKDSC'))))
    later(20)
    await dana.call(insertTrackPartViewed, view('BRKDSC'))
    expect(await views()).toHaveLength(1)
    later(31)
    await dana.call(insertTrackPartViewed, view('BRKDSC'))
    expect(await views()).toHaveLength(2)
  })

  test('has daily sums that equal the counts of its rows', async () => {
    for (const part of ['BRKDSC', 'ENGFST', 'BRKDSC', 'BRKDSC']) {
      await dana.call(insertTrackPartViewed, view(part))
      later(40)
    }
    later(86_400)
    dana = await w.loggedIn('advisor')
    await dana.call(insertTrackPartViewed, view('BRKDSC'))
    const days = await w.database.system
      .selectFrom('daily_views')
      .selectAll()
      .orderBy('day')
      .orderBy('part_id')
      .execute()
    expect(days.map((d) => [d.part_id, d.views])).toEqual([
      ['BRKDSC', 3],
      ['ENGFST', 1],
      ['BRKDSC', 1],
    ])
    expect(await views()).toHaveLength(5)
  })

  test('put the films that a business watches most first, and no film twice', async () => {
    const mostWatched = async () =>
      (await dana.call(getMostWatched, { params: { user_id: danaId, brand: 1, driverside: 'left', lang: '50' } })).map(
        ({ part_id }) => part_id,
      )
    const library = await mostWatched()
    for (const part of ['ENGFST', 'TYRWER', 'TYRWER']) {
      await dana.call(insertTrackPartViewed, view(part))
      later(40)
    }
    const rival = await w.loggedIn('advisor2')
    await rival.call(insertTrackPartViewed, view('SUSDMP'))
    expect((await mostWatched()).slice(0, 2)).toEqual(['TYRWER', 'ENGFST'])
    expect((await mostWatched()).toSorted()).toEqual(library.toSorted())
    later(91 * 86_400)
    dana = await w.loggedIn('advisor')
    expect(await mostWatched()).toEqual(library)
  })

  test('stores each of 300 concurrent views', async () => {
    const parts = ['BRKDSC', 'ENGFST', 'SUSDMP']
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        dana.send(insertTrackPartViewed, view(parts[i % 3]!, { seconds_ago: 60 * i })),
      ),
    )
    expect(answers.every((a) => a.status === 1)).toBe(true)
    expect(await views()).toHaveLength(300)
  })
})

describe('watched seconds', () => {
  const report = (showing: string, number: number, stretches: [number, number][]) => ({
    view: showing,
    report: number,
    part_id: 'BRKDSC',
    brand_id: 1,
    lang_id: 50,
    stretches,
  })

  test('are stored by view and report; a repeated report changes nothing', async () => {
    const showing = randomUUID()
    const first = report(showing, 0, [[0, 8.5]])
    await dana.call(watchedSeconds, { body: { watched: [first] } })
    await dana.call(watchedSeconds, {
      body: {
        watched: [
          first,
          report(showing, 1, [
            [8.5, 12],
            [3, 4],
          ]),
        ],
      },
    })
    const rows = await w.database.system.selectFrom('watched').selectAll().orderBy('report').execute()
    expect(rows.map((r) => r.stretches)).toEqual([
      [0, 8.5],
      [8.5, 12, 3, 4],
    ])
  })

  test('never exceed the length of the film', async () => {
    await dana.call(watchedSeconds, { body: { watched: [report(randomUUID(), 0, [[20, 900]])] } })
    const [row] = await w.database.system.selectFrom('watched').selectAll().execute()
    expect(row?.stretches).toEqual([20, 25])
  })
})

describe('what is refused', () => {
  test.each([
    ['a film that does not exist', view('NOSUCH')],
    ['a film that the brand does not have', view('BRKDRM', { brand_id: 2 })],
  ])('%s', async (_, post) => {
    const answer = await dana.send(insertTrackPartViewed, post)
    expect(answer.status).toBe(0)
    expect(await views()).toEqual([])
  })

  test.each([
    ['a track type of one’s own', { tracktype: 'hearsay' }],
    ['a view of next week', { seconds_ago: -604_800 }],
    ['a brand that is text', { brand_id: 'generic' }],
  ])('%s', async (_, wrong) => {
    expect(await dana.send(insertTrackPartViewed, view('BRKDSC', wrong) as never)).toMatchObject({ http: 400 })
  })

  test('a request without a session', async () => {
    expect(await w.visitor().send(insertTrackPartViewed, view('BRKDSC'))).toMatchObject({ http: 401 })
  })
})
