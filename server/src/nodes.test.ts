import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryPostgres, type Postgres } from '../../bench/postgres.ts'
import { listenerName } from './core/db/server-listener.ts'
import type { NoticeKind } from './core/db/notices.ts'
import { world, type Person, type World } from './testing/world.ts'

/** Two nodes over one database: what is changed through one of them is seen on the other within a second. */

const { sites, catalogue, player, favourites, sessions } = contract

describe.each(['embedded', 'server'] as const)('two nodes over one database, %s', (engine) => {
  let postgres: Postgres | undefined
  let first: World
  let second: World
  let isThere = true

  beforeAll(async () => {
    let url: string | undefined
    if (engine === 'server') {
      url = process.env['TEST_DATABASE_URL']
      if (!url) postgres = await temporaryPostgres()
      url ??= postgres?.url
      // A computer without PostgreSQL has only the embedded engine.
      if (!url) return void (isThere = false)
    } else if (process.env['TEST_DATABASE_URL']) return void (isThere = false)
    first = await world({ ...(url ? { url } : {}) })
    second = await first.another()
  }, 240_000)
  afterAll(async () => {
    await second?.close()
    await first?.close()
    await postgres?.stop()
  }, 60_000)

  /** The story, told only where the engine is there. */
  const story = (title: string, run: () => Promise<void>) =>
    test(title, async (context) => {
      context.skip(!isThere, 'this engine has a run of its own, or is not installed')
      await run()
    })

  /** Somebody at the second node with the session that the first one gave. */
  async function atBoth(username: string): Promise<{ there: Person; here: Person }> {
    const here = await first.loggedIn(username)
    const there = second.visitor()
    for (const [name, value] of here.cookies) there.cookies.set(name, value)
    return { here, there }
  }
  const seen = <T>(read: () => Promise<T> | T, timeout = 1000) => expect.poll(read, { timeout, interval: 20 })
  const setSite = (values: Record<string, unknown>) =>
    first.database.system.updateTable('web_sites').set(values).where('web_site_id', '=', 31).execute()

  story('a web site gets another name', async () => {
    const visitor = second.visitor()
    const name = async () => (await visitor.call(sites.getWebSiteDetails)).name
    const before = await name()
    await setSite({ name: 'Films of the Harbour' })
    await seen(name).toBe('Films of the Harbour')
    await setSite({ name: before })
    await seen(name).toBe(before)
  })

  story('a web site is reached under a new host, and no more when that is taken away', async () => {
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
    await seen(siteAt).toBe(44)
    await first.database.system.deleteFrom('web_site_hosts').where('host', '=', host.host).execute()
    await seen(siteAt).toBe(31)
  })

  story('a setting: how long a touch screen waits', async () => {
    const { there } = await atBoth('kiosk')
    const idle = async () => (await there.call(sessions.getUserSession)).touch_screen_idle
    expect(await idle()).toBe(120)
    await setSite({ settings: JSON.stringify({ touch_screen_idle: 45 }) })
    await seen(idle).toBe(45)
    await setSite({ settings: '{}' })
    await seen(idle).toBe(120)
  })

  story('a feature: terms must be accepted first', async () => {
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
    await seen(films).toBe(403)
    await first.database.system
      .deleteFrom('web_site_features')
      .where('web_site_id', '=', 31)
      .where('feature', '=', feature.feature)
      .execute()
    await seen(films).toBe(200)
  })

  story('a language is taken from a web site: the page of a film, which was in memory, offers it no more', async () => {
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
    await seen(spoken).not.toContain(98)
    await db.insertInto('web_site_languages').values(spanish).execute()
    await seen(spoken).toContain(98)
  })

  story('a language gets another name', async () => {
    const visitor = second.visitor()
    const name = async () =>
      (await visitor.call(sites.getLanguages, { params: { web_site_id: 31 } })).find((l) => l.language_id === 98)?.name
    const before = await name()
    const rename = (to: string) =>
      first.database.system.updateTable('languages').set({ name: to }).where('language_id', '=', 98).execute()
    await rename('Castellano')
    await seen(name).toBe('Castellano')
    await rename(before!)
    await seen(name).toBe(before)
  })

  story('the rights of a role in a business, and of one user', async () => {
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
    await seen(rights).toEqual(['allow_view_animations'])
    const setOwn = (permissions: string[] | null) =>
      db
        .updateTable('users')
        .set({ permissions })
        .where('web_site_id', '=', 31)
        .where('username', '=', 'advisor')
        .execute()
    await setOwn(['allow_view_animations', 'allow_favourite'])
    await seen(async () => (await rights()).toSorted()).toEqual(['allow_favourite', 'allow_view_animations'])
    await setOwn(null)
    await db.deleteFrom('entity_role_permissions').where('web_site_id', '=', 31).execute()
    await seen(rights).toContain('allow_pdf')
    // Nothing of it is in memory today; what will be can follow the notices.
    await seen(() => heard.length).toBe(4)
    expect(new Set(heard)).toEqual(new Set([31]))
  })

  story('the systems on the home page', async () => {
    const { there } = await atBoth('advisor')
    const { user_id } = await there.me()
    const params = { userOrSite: user_id, lang: 'en-US', brand: 1, driverside: 'left' } as const
    const shown = async () =>
      (await there.call(catalogue.getHomepageSystems, { params })).map(({ system_id }) => system_id)
    const heard = noticesAt(second, 'home')
    const [gone, ...others] = await shown()
    const { system: db } = first.database
    const row = await db
      .deleteFrom('homepage_systems')
      .where('web_site_id', '=', 31)
      .where('system_id', '=', gone!)
      .returningAll()
      .executeTakeFirstOrThrow()
    await seen(shown).toEqual(others)
    await db.insertInto('homepage_systems').values(row).execute()
    await seen(shown).toEqual([gone, ...others])
    await seen(() => heard).toEqual([31, 31])
  })

  story('texts: responses that hold them are dropped', async () => {
    const { there } = await atBoth('advisor')
    const { user_id } = await there.me()
    const params = { user: user_id, lang: 'en-US', brand: 1, driverside: 'left' } as const
    await there.call(catalogue.getMainSystemsSubSystemsHierarchy, { params })
    expect(second.running.services.responses.size).toBeGreaterThan(1000)
    await sql`select pg_notify('cutaway_changes', 'translations 31')`.execute(first.database.system)
    await seen(() => second.running.services.responses.size).toBe(0)
  })

  story('Dana marks a film at one node, and sees its star at the other at once', async () => {
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

  story('the changes of one transaction are one notice, after its end; what is rolled back is none', async () => {
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
    await seen(() => heard).toEqual([44])
    // An update that changes nothing is none either.
    await db.updateTable('web_sites').set({ company: 'Company 3' }).where('web_site_id', '=', 44).execute()
    await db
      .deleteFrom('web_site_features')
      .where('web_site_id', '=', 44)
      .where('feature', 'like', 'feature__')
      .execute()
    await seen(() => heard).toEqual([44, 44])
  })

  story('the connection for notices is killed: changes of that time and later ones are seen', async () => {
    if (engine === 'embedded') return
    const visitor = second.visitor()
    const name = async () => (await visitor.call(sites.getWebSiteDetails)).name
    const before = await name()
    const killed = await sql<{ done: boolean }>`select pg_terminate_backend(pid) as done from pg_stat_activity
      where datname = current_database() and application_name = ${listenerName}`.execute(first.database.system)
    expect(killed.rows.filter(({ done }) => done)).toHaveLength(2)
    await setSite({ name: 'Changed meanwhile' })
    await seen(name, 3000).toBe('Changed meanwhile')
    await setSite({ name: before })
    await seen(name).toBe(before)
  })

  /** The web sites of the notices of a kind that arrive at a node from now on. */
  function noticesAt(node: World, kind: NoticeKind): (number | null)[] {
    const heard: (number | null)[] = []
    node.running.services.notices.on([kind], (webSiteId) => void heard.push(webSiteId))
    return heard
  }
})
