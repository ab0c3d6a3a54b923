import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from './core/db/database.ts'
import { sent, visited } from './rooms/sharing/testing.ts'
import { countStatements } from './testing/statements.ts'
import { world, type Person, type World } from './testing/world.ts'

/**
 * No query per row: a list of a hundred rows costs as many statements as one of ten. Each story fills a list, requests
 * it, adds more rows and requests it again.
 */

const { favourites, branding, sharing, player, messaging, catalogue } = contract

let w: World
let dana: Person
let danaId: number
let statements: ReturnType<typeof countStatements>
beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('enterprise')
  danaId = (await dana.me()).user_id
  statements = countStatements(w.database)
})
afterAll(() => w.close())

const few = 10
const many = 100

interface Story {
  /** Adds rows, numbered from one to another. */
  fill(from: number, to: number): Promise<unknown>
  /** Requests the list; returns its number of rows, if they can all be seen. */
  ask(): Promise<number | undefined>
}

const insert = (work: (db: Db) => Promise<unknown>) => w.database.inTenant(31, work)
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const each = async (from: number, to: number, work: (n: number) => Promise<unknown>) => {
  for (const n of numbers(from, to)) await work(n)
}
/** Films of the library first, then ones that were removed from it. */
const partOf = (n: number) => {
  const ids = ['BRKDSC', 'BRKPAD', 'BRKDRM', 'COLCIR', 'ELECHG', 'ENGFST', 'ENGOIL', 'ENGTMB', 'STRRCK', 'SUSBJT']
  return ids[n] ?? `OLD${String(n).padStart(3, '0')}`
}

const fillFavourites = (from: number, to: number) =>
  insert((db) =>
    db
      .insertInto('favourites')
      .values(
        numbers(from, to).map((n) => ({
          web_site_id: 31,
          user_id: danaId,
          brand_id: 1,
          part_id: partOf(n),
          sequence_no: n + 1,
        })),
      )
      .onConflict((c) => c.doNothing())
      .execute(),
  )
const fillSends = (from: number, to: number) =>
  each(from, to, async (n) => {
    const { link_id } = await sent(w, danaId, { to: `marcus${n}@hale.test`, ago: 600 + n, notify: true })
    await visited(w, { site: 31, link_id }, { percent: 50, ago: n })
  })

const stories: Record<string, () => Story> = {
  'the favourites': () => ({
    fill: fillFavourites,
    ask: async () => (await dana.call(favourites.getAddedFavoutites, { params: { user_id: danaId, brand: 1 } })).length,
  }),
  'the favourites as films': () => ({
    fill: fillFavourites,
    ask: async () => {
      const params = { user_id: danaId, web_site_id: 31, brand: 1, videoType: 'narrated', lang: 'en-US' } as const
      await dana.call(favourites.favouriteAnimations, { params })
      return undefined
    },
  }),
  'a new order of the favourites': () => ({
    fill: fillFavourites,
    ask: async () => {
      const list = await dana.call(favourites.getAddedFavoutites, { params: { user_id: danaId, brand: 1 } })
      const body = list.toReversed().map(({ id }, place) => ({ id, sequence_no: place + 1 }))
      return (await dana.call(favourites.changeFavoutitiesPosition, { body })).length
    },
  }),
  'the history of films': () => ({
    fill: (from, to) =>
      insert((db) =>
        db
          .insertInto('user_history')
          .values(
            numbers(from, to).map((n) => ({
              web_site_id: 31,
              user_id: danaId,
              brand_id: 1,
              part_id: partOf(n),
              viewed_at: new Date(),
              pdf_viewed_at: null,
            })),
          )
          .onConflict((c) => c.doNothing())
          .execute(),
      ),
    ask: async () => {
      const params = { user_id: danaId, web_site_id: 31, brand: 1, videoType: 'narrated', lang: 'en-US' } as const
      await dana.call(player.UserHistory, { params })
      return undefined
    },
  }),
  'what was sent': () => ({
    fill: fillSends,
    ask: async () =>
      (
        await dana.call(sharing.getSends, {
          params: { json: { user_id: danaId, page: 1, size: 200, sort: 'sent_at', descending: true, search: '' } },
        })
      ).rows.length,
  }),
  'the news about what was sent': () => ({
    fill: fillSends,
    ask: async () => {
      const since = new Date(Date.now() - 86_400_000).toISOString()
      await dana.call(sharing.getShareNews, { params: { json: { since } } })
      return undefined
    },
  }),
  'the links made before': () => ({
    fill: fillSends,
    ask: async () => {
      await dana.call(sharing.getGeneratedLinks, { params: { json: { user_id: danaId, page: 1, size: 200 } } })
      return undefined
    },
  }),
  'the banners': () => ({
    fill: (from, to) =>
      insert((db) =>
        db
          .insertInto('banners')
          .values(
            numbers(from, to).map((n) => ({
              web_site_id: 31,
              user_id: danaId,
              picture: `banner-${n}.png`,
              width: 600,
              height: 100,
            })),
          )
          .execute(),
      ),
    ask: async () => (await dana.call(branding.getEmailbanner, { params: { user: danaId } })).length,
  }),
  'the addresses to send from': () => ({
    fill: (from, to) =>
      insert((db) =>
        db
          .insertInto('sender_addresses')
          .values(
            numbers(from, to).map((n) => ({
              web_site_id: 31,
              user_id: danaId,
              email: `dana${n}@shop.test`,
              verified_at: new Date(),
            })),
          )
          .execute(),
      ),
    ask: async () => (await dana.call(branding.getUserEmailAddressList, { params: { user: danaId } })).length,
  }),
  'the users of a business': () => ({
    fill: async (from, to) => {
      const { businessentity_id } = await dana.me()
      const names = numbers(from, to).map((n) => `person ${n} ${randomUUID()}`)
      await insert((db) =>
        db
          .insertInto('users')
          .values(
            names.map((username) => ({
              web_site_id: 31,
              username,
              password_hash: '',
              email: '',
              first_name: username,
              last_name: '',
              user_access_id: 6,
              businessentity_id,
              location_id: null,
              default_video_type: null,
              terms_accepted_date: null,
              language_id: null,
              permissions: null,
              invited_at: null,
              deleted_at: null,
            })),
          )
          .execute(),
      )
    },
    ask: async () => {
      const call = contract.users.getUserlistAndUserRegionAndUserLocationAndAccessType
      await dana.call(call, { body: { size: 500, sort: 'last_seen' } })
      return undefined
    },
  }),
  'the outbox': () => ({
    fill: fillSends,
    ask: async () => {
      await dana.call(messaging.getOutbox)
      return undefined
    },
  }),
  'the news of the home page': () => ({
    fill: (from, to) =>
      insert((db) =>
        db
          .insertInto('news')
          .values(
            numbers(from, to).map((n) => ({
              web_site_id: 31,
              language_id: 50,
              title: `News ${n} ${randomUUID()}`,
              html: '<p>News</p>',
              link_url: null,
              part_id: partOf(n),
              published_from: new Date(Date.now() - 60_000),
            })),
          )
          .execute(),
      ),
    ask: async () => {
      await dana.call(catalogue.getNews, { params: { web_site: 31, lang: 'en-US', brand: 1 } as never })
      return undefined
    },
  }),
}

test.each(Object.keys(stories))('%s: takes as many statements for a hundred rows as for ten', async (name) => {
  const { fill, ask } = stories[name]!()
  const costOf = async () => {
    let rows: number | undefined
    // A first request is not counted: it fills caches.
    await ask()
    const cost = await statements.during(async () => {
      rows = await ask()
    })
    return { cost, rows }
  }
  await fill(0, few)
  const ofFew = await costOf()
  await fill(few, many)
  const ofMany = await costOf()
  expect(ofMany.cost).toBe(ofFew.cost)
  expect(ofMany.cost).toBeGreaterThan(0)
  expect(ofMany.cost).toBeLessThanOrEqual(12)
  if (ofMany.rows !== undefined) expect(ofMany.rows).toBeGreaterThanOrEqual(many)
})
