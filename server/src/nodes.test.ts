import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresIsInstalled, temporaryPostgres, type Postgres } from '../../bench/postgres.ts'
import { readConfig } from './core/config.ts'
import { makeLog } from './core/observability/log.ts'
import { start } from './start.ts'
import { listenerName } from './core/db/server-listener.ts'
import type { NoticeKind } from './core/db/notices.ts'
import { world, type Person, type World } from './testing/world.ts'

/** Two nodes on one database: a change through one of them is visible on the other within a second. */

const { sites, catalogue, player, favourites, sessions, users } = contract

/** Long enough for a busy computer; without notices a change takes ten minutes. One test measures the seconds. */
const soon = { timeout: 8000, interval: 20 }

const given = process.env['TEST_DATABASE_URL']
/** Both engines on a computer with PostgreSQL. A run against a given server skips the embedded one. */
const engines = (['embedded', 'server'] as const).filter((engine) =>
  engine === 'embedded' ? !given : given !== undefined || postgresIsInstalled(),
)

describe.each(engines)('two nodes on one database, %s', (engine) => {
  let postgres: Postgres | undefined
  let first: World
  let second: World

  beforeAll(async () => {
    if (engine === 'server' && !given) postgres = await temporaryPostgres()
    const url = postgres?.url ?? given
    first = await world(url ? { url } : {})
    second = await first.another()
  }, 240_000)
  afterAll(async () => {
    await second?.close()
    await first?.close()
    await postgres?.stop()
  })

  /** Returns a person at the second node with the session of the first one. */
  async function atBoth(username: string): Promise<{ there: Person; here: Person }> {
    const here = await first.loggedIn(username)
    const there = second.visitor()
    for (const [name, value] of here.cookies) there.cookies.set(name, value)
    return { here, there }
  }
  const setSite = (values: Record<string, unknown>, webSiteId = 31) =>
    first.database.system.updateTable('web_sites').set(values).where('web_site_id', '=', webSiteId).execute()

  test('updates the name of a web site', async () => {
    const visitor = second.visitor()
    const name = async () => (await visitor.call(sites.getWebSiteDetails)).name
    const before = await name()
    await setSite({ name: 'Films of the Harbour' })
    await expect.poll(name, soon).toBe('Films of the Harbour')
    await setSite({ name: before })
    await expect.poll(name, soon).toBe(before)
  })

  test('takes less than a second from the change to the other node, usually far less', async () => {
    const company = () => second.running.services.sites.byId(44)?.company
    const took: number[] = []
    for (let n = 0; n < 9; n += 1) {
      const began = performance.now()
      await setSite({ company: `Company ${n}` }, 44)
      while (company() !== `Company ${n}` && performance.now() - began < 8000)
        await new Promise((resolve) => setTimeout(resolve, 5))
      took.push(performance.now() - began)
    }
    expect(took.toSorted((a, b) => a - b)[4]).toBeLessThan(1000)
  })

  test('serves a web site under a new host, until that is removed', async () => {
    const { address } = second
    const port = new URL(address).port
    const siteAt = async () => {
      const person = second.visitor()
      const answer = await person.request('/api/v1/getWebSiteDetails', { headers: { host: `films.example:${port}` } })
      return ((await answer.json()) as { data: { web_site_id: number } }).data.web_site_id
    }
    expect(await siteAt()).toBe(31)
    const host = { web_site_id: 44, host: 'films.example' }
    await first.database.system
      .insertInto('web_site_hosts')
      .values({ ...host, is_primary: false })
      .execute()
    await expect.poll(siteAt, soon).toBe(44)
    await first.database.system.deleteFrom('web_site_hosts').where('host', '=', host.host).execute()
    await expect.poll(siteAt, soon).toBe(31)
  })

  test('updates a setting: the idle time of a touch screen', async () => {
    const { there } = await atBoth('kiosk')
    const idle = async () => (await there.call(sessions.getUserSession)).touch_screen_idle
    expect(await idle()).toBe(120)
    await setSite({ settings: JSON.stringify({ touch_screen_idle: 45 }) })
    await expect.poll(idle, soon).toBe(45)
    await setSite({ settings: '{}' })
    await expect.poll(idle, soon).toBe(120)
  })

  test('updates a feature: required acceptance of the terms', async () => {
    const { there } = await atBoth('advisor')
    await first.database.system
      .updateTable('users')
      .set({ terms_accepted_date: null })
      .where('web_site_id', '=', 31)
      .where('username', '=', 'advisor')
      .execute()
    const params = { lang: 'en-US', brand: 0, videoType: 'narrated' } as const
    const films = async () => (await there.send(catalogue.getAllAnimations, { params })).http
    expect(await films()).toBe(200)
    const feature = { web_site_id: 31, feature: 'force_terms_acceptance' }
    await first.database.system.insertInto('web_site_features').values(feature).execute()
    await expect.poll(films, soon).toBe(403)
    await first.database.system
      .deleteFrom('web_site_features')
      .where('web_site_id', '=', 31)
      .where('feature', '=', feature.feature)
      .execute()
    await expect.poll(films, soon).toBe(200)
  })

  test('removes a language from a web site, also from a cached landing page', async () => {
    const { there } = await atBoth('advisor')
    const { user_id } = await there.me()
    const params = { user_id, part_id: 'BRKDSC', brand_id: 1, driverside: 'left', language_id: 'en-US' } as const
    const spoken = async () =>
      (await there.call(player.relatedAnimationsDetailsByPartId, { params })).narratedLanguages.map(
        (l) => l.language_id,
      )
    expect(await spoken()).toContain(98)
    const { system: db } = first.database
    const spanish = await db
      .deleteFrom('web_site_languages')
      .where('web_site_id', '=', 31)
      .where('language_id', '=', 98)
      .returningAll()
      .executeTakeFirstOrThrow()
    await expect.poll(spoken, soon).not.toContain(98)
    await db.insertInto('web_site_languages').values(spanish).execute()
    await expect.poll(spoken, soon).toContain(98)
  })

  test('updates the name of a language', async () => {
    const visitor = second.visitor()
    const name = async () =>
      (await visitor.call(sites.getLanguages, { params: { web_site_id: 31 } })).find((l) => l.language_id === 98)?.name
    const before = await name()
    const rename = (to: string) =>
      first.database.system.updateTable('languages').set({ name: to }).where('language_id', '=', 98).execute()
    await rename('Castellano')
    await expect.poll(name, soon).toBe('Castellano')
    await rename(before!)
    await expect.poll(name, soon).toBe(before)
  })

  test('updates the rights of a role in a business, and of one user', async () => {
    const { there } = await atBoth('advisor')
    const { businessentity_id } = await there.me()
    const rights = async () => (await there.call(sessions.getUserSession)).permissions
    const heard = noticesAt(second, 'permissions')
    expect(await rights()).toContain('allow_pdf')
    const { system: db } = first.database
    await db
      .insertInto('entity_role_permissions')
      .values({
        web_site_id: 31,
        businessentity_id: businessentity_id!,
        user_access_id: 6,
        permissions: ['allow_view_animations'],
      })
      .execute()
    await expect.poll(rights, soon).toEqual(['allow_view_animations'])
    const setOwn = (permissions: string[] | null) =>
      db
        .updateTable('users')
        .set({ permissions })
        .where('web_site_id', '=', 31)
        .where('username', '=', 'advisor')
        .execute()
    await setOwn(['allow_view_animations', 'allow_favourite'])
    await expect
      .poll(async () => (await rights()).toSorted(), soon)
      .toEqual(['allow_favourite', 'allow_view_animations'])
    await setOwn(null)
    await db.deleteFrom('entity_role_permissions').where('web_site_id', '=', 31).execute()
    await expect.poll(rights, soon).toContain('allow_pdf')
    // Rights are not cached today; a future cache can use the notices.
    await expect.poll(() => heard.length, soon).toBe(4)
    expect(new Set(heard)).toEqual(new Set([31]))
  })

  test('applies a new role, new rights and a lock of a user at once', async () => {
    const { there } = await atBoth('staff')
    const { user_id: id } = await there.me()
    const elena = await first.loggedIn('enterprise')
    const session = async () => (await there.send(sessions.getUserSession)).data
    await elena.call(users.permissionAccess, { body: { id, permission: ['allow_pdf'] } })
    expect((await session())?.permissions).toEqual(['allow_pdf'])
    await elena.call(users.updateUser, { body: { id, user_access_id: 11 } })
    expect((await session())?.user.user_access_id).toBe(11)
    expect((await session())?.permissions).toContain('manage_users')
    await elena.call(users.lockUsers, { body: { id } })
    expect(await session()).toBe(null)
    expect((await there.send(users.getUsername, { params: { id } })).http).toBe(401)
    await elena.call(users.unlockUsers, { body: { id } })
    await elena.call(users.updateUser, { body: { id, user_access_id: 12 } })
  })

  test('updates the systems on the home page', async () => {
    const { there } = await atBoth('advisor')
    const { user_id } = await there.me()
    const params = { userOrSite: user_id, lang: 'en-US', brand: 1, driverside: 'left' } as const
    const shown = async () =>
      (await there.call(catalogue.getHomepageSystems, { params })).map(({ system_id }) => system_id)
    const heard = noticesAt(second, 'home')
    const [gone, ...others] = await shown()
    // Writes like a request, under the application role.
    const row = await first.database.inTenant(31, (db) =>
      db
        .deleteFrom('homepage_systems')
        .where('web_site_id', '=', 31)
        .where('system_id', '=', gone!)
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    await expect.poll(shown, soon).toEqual(others)
    await first.database.inTenant(31, (db) => db.insertInto('homepage_systems').values(row).execute())
    await expect.poll(shown, soon).toEqual([gone, ...others])
    await expect.poll(() => heard, soon).toEqual([31, 31])
  })

  test('drops cached responses that contain changed texts', async () => {
    const { there } = await atBoth('advisor')
    const { user_id } = await there.me()
    const params = { user: user_id, lang: 'en-US', brand: 1, driverside: 'left' } as const
    await there.call(catalogue.getMainSystemsSubSystemsHierarchy, { params })
    expect(second.running.services.responses.size).toBeGreaterThan(1000)
    await sql`select pg_notify('cutaway_changes', 'translations 31')`.execute(first.database.system)
    await expect.poll(() => second.running.services.responses.size, soon).toBe(0)
  })

  test('shows Dana’s favourite, set on one node, on the other at once', async () => {
    const { here, there } = await atBoth('advisor')
    const { user_id } = await there.me()
    const params = { user_id, part_id: 'BRKDSC', brand_id: 1, driverside: 'left', language_id: 'en-US' } as const
    const star = async () => (await there.call(player.relatedAnimationsDetailsByPartId, { params })).favourite
    expect(await star()).toEqual({ isFavourite: 0, id: null })
    const { id } = await here.call(favourites.addFavoutites, {
      body: { user_id, brand_id: 1, item: { part_id: 'BRKDSC' } },
    })
    expect(await star()).toEqual({ isFavourite: 1, id })
    await here.call(favourites.deleteFavoutites, { params: { id } })
    expect(await star()).toEqual({ isFavourite: 0, id: null })
  })

  test('sends one notice for the changes of a transaction after its commit, and none after a rollback', async () => {
    const heard = noticesAt(second, 'sites')
    const { system: db } = first.database
    const change = (fails: boolean) =>
      db.transaction().execute(async (all) => {
        for (const n of [1, 2, 3]) {
          await all
            .updateTable('web_sites')
            .set({ company: `Company ${n}` })
            .where('web_site_id', '=', 44)
            .execute()
          await all
            .insertInto('web_site_features')
            .values({ web_site_id: 44, feature: `feature_${n}` })
            .execute()
        }
        if (fails) throw new Error('not after all')
      })
    await expect(change(true)).rejects.toThrow('not after all')
    await change(false)
    await expect.poll(() => heard, soon).toEqual([44])
    // An update that changes nothing sends no notice either.
    await db.updateTable('web_sites').set({ company: 'Company 3' }).where('web_site_id', '=', 44).execute()
    await db
      .deleteFrom('web_site_features')
      .where('web_site_id', '=', 44)
      .where('feature', 'like', 'feature__')
      .execute()
    await expect.poll(() => heard, soon).toEqual([44, 44])
  })

  test.skipIf(engine === 'embedded')('sees changes again after the notice connection is killed', async () => {
    const visitor = second.visitor()
    const name = async () => (await visitor.call(sites.getWebSiteDetails)).name
    const before = await name()
    const killed = await sql<{ done: boolean }>`select pg_terminate_backend(pid) as done from pg_stat_activity
      where datname = current_database() and application_name = ${listenerName}`.execute(first.database.system)
    expect(killed.rows.filter(({ done }) => done)).toHaveLength(2)
    await setSite({ name: 'Changed meanwhile' })
    await expect.poll(name, soon).toBe('Changed meanwhile')
    await setSite({ name: before })
    await expect.poll(name, soon).toBe(before)
  })

  test.skipIf(engine === 'embedded')(
    'start together on an empty database: both serve, and it is filled once',
    async () => {
      const url = new URL(postgres?.url ?? given!)
      await sql`create database cutaway_empty`.execute(first.database.system)
      url.pathname = '/cutaway_empty'
      const config = (name: string) =>
        readConfig({
          NODE_ENV: 'test',
          PORT: '0',
          LOG_LEVEL: 'silent',
          DATABASE_URL: url.href,
          DATA_DIR: join(tmpdir(), `cutaway-empty-${process.pid}-${name}`),
        })
      const log = makeLog({ logLevel: 'silent' })
      const nodes = await Promise.all(['one', 'two'].map((name) => start(config(name), log)))
      try {
        for (const { services } of nodes) expect(services.sites.byId(31)?.name).toBe('Northgate Motors')
        const { n } = await nodes[0]!.services.database.system
          .selectFrom('languages')
          .select(sql<number>`count(*)::int`.as('n'))
          .executeTakeFirstOrThrow()
        expect(n).toBe(7)
      } finally {
        for (const node of nodes) await node.stop()
        await sql`drop database cutaway_empty`.execute(first.database.system)
        for (const name of ['one', 'two']) await rm(config(name).dataDir, { recursive: true, force: true })
      }
    },
    60_000,
  )

  /** Collects the web sites of the notices of a kind that arrive at a node from now on. */
  function noticesAt(node: World, kind: NoticeKind): (number | null)[] {
    const heard: (number | null)[] = []
    node.running.services.notices.on([kind], (webSiteId) => void heard.push(webSiteId))
    return heard
  }
})
