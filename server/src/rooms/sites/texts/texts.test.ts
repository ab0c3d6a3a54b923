import { contract } from '@cutaway/contract'
import { textsUrl, type Boot } from '@cutaway/contract/boot.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { localeUrl } from '../translations.ts'

/** Translators of a web site write their own texts over the shipped ones. */

const t = contract.sites
const [english, spanish, hebrew] = [50, 98, 71]
const soon = { interval: 25 }

let w: World
let second: World
let tara: Person
beforeAll(async () => {
  w = await world()
  second = await w.another()
  tara = await w.loggedIn('translator')
})
afterAll(async () => {
  await second.close()
  await w.close()
})

const about = (language_id: number, message_key: string) => ({ web_site_id: 31, language_id, message_key })
const save = (who: Person, language_id: number, message_key: string, text: string, seen: string | null = null) =>
  who.send(t.saveSiteText, { body: { ...about(language_id, message_key), text, seen } })
const find = async (who: Person, language_id: number, search: string, state: 'all' | 'missing' | 'changed' = 'all') =>
  who.call(t.getSiteTexts, { body: { web_site_id: 31, language_id, search, state } })
/** Returns the texts of a room as a page of a web site loads them. */
async function pageTexts(node: World, language_id: number, room: 'frame' | 'sessions', site = 31) {
  const { services } = node.running
  const language = services.sites.language(language_id)!
  const url = textsUrl(localeUrl(services, services.sites.byId(site)!, language), room)
  const answer = await node.visitor({ site }).request(url)
  return { url, texts: (await answer.json()) as Boot['locale_urls'], cache: answer.headers.get('cache-control') }
}

describe('a translator', () => {
  test('finds texts by key, by the English text and by the translation', async () => {
    expect((await find(tara, spanish, 'back_to_login'))[0]).toMatchObject({
      message_key: 'back_to_login',
      room: 'sessions',
      text: null,
      changed: null,
      is_outdated: false,
      problems: [],
    })
    expect((await find(tara, spanish, 'BACK log')).map((row) => row.message_key)).toContain('back_to_login')
    const [row] = await find(tara, hebrew, 'back_to_login')
    expect((await find(tara, hebrew, row!.shipped!)).map(({ message_key }) => message_key)).toContain('back_to_login')
    expect(await find(tara, spanish, 'no text has these words')).toEqual([])
  })

  test('reads texts in pages, by room, the latest changes first', async () => {
    const ask = (more: object) =>
      tara.send(t.getSiteTexts, { body: { web_site_id: 31, language_id: spanish, ...more } })
    const first = await ask({ room: 'lists', size: 5 })
    expect(first.data).toHaveLength(5)
    expect(new Set(first.data!.map(({ room }) => room))).toEqual(new Set(['lists']))
    const next = await ask({ room: 'lists', size: 5, page: 2 })
    expect(next.total).toBe(first.total)
    expect(next.data![0]!.message_key > first.data![4]!.message_key).toBe(true)
    await save(tara, spanish, 'contact', 'Escríbanos')
    expect((await ask({ sort: 'changed', size: 1 })).data![0]!.message_key).toBe('contact')
  })

  test('writes a text: both nodes show it within a second, on that web site only, at a new address', async () => {
    const before = await pageTexts(second, spanish, 'sessions')
    const elsewhere = await pageTexts(second, spanish, 'sessions', 33)
    const answer = await save(tara, spanish, 'back_to_login', 'Volver a la entrada')
    expect(answer).toMatchObject({ status: 1, message: 'text_saved', data: { text: 'Volver a la entrada' } })
    const shown = () => pageTexts(second, spanish, 'sessions')
    await expect.poll(async () => (await shown()).texts['back_to_login'], soon).toBe('Volver a la entrada')
    const after = await shown()
    expect(after.url).not.toBe(before.url)
    expect(after.cache).toContain('max-age=31536000')
    expect(after.texts).toEqual({ ...before.texts, back_to_login: 'Volver a la entrada' })
    // A page that was open before loads a further room by the old address, which is not cached now.
    const old = await second.visitor().request(before.url)
    expect(old.headers.get('cache-control')).toContain('max-age=0')
    expect(await pageTexts(second, spanish, 'sessions', 33)).toEqual(elsewhere)
    const whole = await second.visitor().request('/api/v1/language-translations/locale-98.json')
    expect(whole.headers.get('cache-control')).toContain('max-age=60')
    expect(await whole.json()).toMatchObject({ back_to_login: 'Volver a la entrada' })
  })

  test('returns to the shipped text, by a button or by typing it', async () => {
    const { shipped } = (await find(tara, spanish, 'nav_home'))[0]!
    await save(tara, spanish, 'nav_home', 'Portada')
    const restored = await tara.send(t.removeSiteText, { body: { ...about(spanish, 'nav_home'), seen: 'Portada' } })
    expect(restored).toMatchObject({ message: 'text_restored', data: { text: null, changed: null } })
    await save(tara, spanish, 'nav_home', 'Portada')
    expect((await save(tara, spanish, 'nav_home', shipped!, 'Portada')).data!.text).toBeNull()
    expect(await find(tara, spanish, 'nav_home', 'changed')).toEqual([])
    await expect.poll(async () => (await pageTexts(second, spanish, 'frame')).texts['nav_home'], soon).toBe(shipped)
  })

  test.each([
    ['an empty text', '  '],
    ['an unknown placeholder', 'Referencia {reference} de {nombre}'],
    ['a missing placeholder', 'Referencia'],
    ['a brace without its other half', 'Referencia {reference'],
    ['a plural form inside a text', '{reference} {count, plural, one {uno} other {#}}'],
    ['a format inside a placeholder', 'Referencia {reference, number}'],
    ['quoted braces', "Referencia {reference} '{'"],
    ['markup', '<b>Referencia</b> {reference}'],
    ['a text of unusual length', `{reference} ${'x'.repeat(2000)}`],
  ])('cannot save %s', async (_, text) => {
    const key = (await find(tara, spanish, '{reference}'))[0]!.message_key
    expect(await save(tara, spanish, key, text)).toMatchObject({ status: 0, message: 'text_has_problems' })
    expect((await find(tara, spanish, key))[0]!.text).toBeNull()
  })

  test('may write a number in words where the language needs no figure', async () => {
    expect(await save(tara, hebrew, 'films_count_one', 'סרטון אחד')).toMatchObject({ status: 1 })
    expect(await save(tara, hebrew, 'films_count_other', 'סרטונים')).toMatchObject({ message: 'text_has_problems' })
  })

  test('sees the text of a colleague who was faster, and decides with it', async () => {
    const noa = await second.loggedIn('super')
    await save(noa, spanish, 'nav_news', 'Actualidad')
    const refused = await save(tara, spanish, 'nav_news', 'Avisos')
    expect(refused).toMatchObject({ status: 0, message: 'text_changed_meanwhile', data: { text: 'Actualidad' } })
    expect(await save(tara, spanish, 'nav_news', 'Avisos', 'Actualidad')).toMatchObject({ status: 1 })
    const both = await Promise.all([
      save(tara, spanish, 'nav_about', 'Quiénes somos'),
      save(noa, spanish, 'nav_about', 'Nosotros'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1])
  })

  test('reads who changed a text and when', async () => {
    await save(tara, english, 'nav_history', 'Seen films')
    await save(tara, english, 'nav_history', 'Watched', 'Seen films')
    await tara.call(t.removeSiteText, { body: { ...about(english, 'nav_history'), seen: 'Watched' } })
    const { first_name, last_name } = await tara.me()
    const by = `${first_name} ${last_name}`
    expect(await tara.call(t.getTextHistory, { body: about(english, 'nav_history') })).toMatchObject([
      { by, before: 'Watched', after: null, is_import: false },
      { by, before: 'Seen films', after: 'Watched' },
      { by, before: null, after: 'Seen films' },
    ])
  })

  test('translates only the languages of the web site, and only existing texts', async () => {
    await expect(find(tara, 49, '')).rejects.toMatchObject({ http: 404 })
    expect((await save(tara, spanish, 'no_such_key', 'x')).http).toBe(404)
  })

  test('of another web site is refused; a super user is not', async () => {
    const body = { web_site_id: 33, language_id: 49, search: '' }
    await expect(tara.call(t.getSiteTexts, { body })).rejects.toMatchObject({ http: 403 })
    const sam = await w.loggedIn('super')
    const [row] = await sam.call(t.getSiteTexts, { body: { ...body, search: 'nav_home' } })
    await sam.call(t.saveSiteText, { body: { ...body, message_key: 'nav_home', text: 'Start', seen: null } })
    expect(row!.text).toBeNull()
    await expect.poll(async () => (await pageTexts(w, 49, 'frame', 33)).texts['nav_home'], soon).toBe('Start')
  })

  test('counts what is left to do', async () => {
    const { languages, rooms } = await tara.call(t.getTextCounts, { params: { web_site_id: 31 } })
    expect(rooms).toContain('mail')
    const count = languages.find((one) => one.language_id === spanish)!
    const changed = await find(tara, spanish, '', 'changed')
    expect(count).toMatchObject({ missing: 0, problems: 0, changed: changed.length, direction: 'ltr' })
    expect(count.all).toBeGreaterThan(2000)
    expect(count.mine).toBeLessThanOrEqual(count.changed)
  })
})

test('a text that was written over an older shipped text is marked', async () => {
  await w.database.system
    .insertInto('site_texts')
    .values({
      ...about(english, 'nav_favourites'),
      text: 'My films',
      shipped: 'Bookmarks',
      changed_at: new Date(),
      changed_by: 1,
    })
    .execute()
  const body = { web_site_id: 31, language_id: english, state: 'problems' as const }
  expect(await tara.call(t.getSiteTexts, { body })).toMatchObject([
    { message_key: 'nav_favourites', is_outdated: true },
  ])
})

describe('letters, messages and documents use the texts of the web site', () => {
  test('a mail', async () => {
    await save(tara, english, 'mail_link_hint', 'Or paste this into your browser')
    const written = async () => {
      const { services } = w.running
      return services.texts.text(services.sites.byId(31)!, 'en-US', 'mail_link_hint')
    }
    await expect.poll(written, soon).toBe('Or paste this into your browser')
    await w.visitor().send(contract.sessions.forgotPassword, {
      body: { username: 'advisor', web_site_id: 31 },
    })
    const html = async () =>
      (
        await w.database.system
          .selectFrom('mails')
          .select('html')
          .where('web_site_id', '=', 31)
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst()
      )?.html ?? ''
    await expect.poll(html).toContain('Or paste this into your browser')
  })

  test('the warning lights, whose texts a node caches', async () => {
    const dana = await second.loggedIn('advisor')
    const { user_id } = await dana.me()
    const params = {
      user_id,
      part_id: 'Warning_lights',
      brand_id: 1,
      driverside: 'left',
      language_id: 'en-US',
    } as const
    const title = async () => (await dana.call(contract.player.relatedAnimationsDetailsByPartId, { params })).part_name
    expect(await title()).not.toBe('Dashboard lamps')
    await save(tara, english, 'warning_lights', 'Dashboard lamps')
    await expect.poll(title, soon).toBe('Dashboard lamps')
  })
})

describe('a JSON file', () => {
  const file = (language_id: number, texts: object | string) => ({
    web_site_id: 31,
    language_id,
    json: typeof texts === 'string' ? texts : JSON.stringify(texts, null, 2),
  })
  const exported = async (state: 'all' | 'changed', language_id = hebrew) => {
    const answer = await tara.request(`/api/v1/exportSiteTexts/31/${language_id}/${state}`)
    expect(answer.headers.get('content-disposition')).toContain('.json')
    return (await answer.json()) as Record<string, string>
  }

  test('holds every text, is imported again without a change, and with changes', async () => {
    const all = await exported('all')
    expect(Object.keys(all).length).toBeGreaterThan(2000)
    expect(await tara.call(t.checkTextFile, { body: file(hebrew, all) })).toMatchObject({
      problem_count: 0,
      changed: 0,
      same: Object.keys(all).length,
    })
    const changed = { nav_home: 'ראשי', nav_news: 'מה חדש' }
    const answer = await tara.send(t.importSiteTexts, { body: file(hebrew, { ...all, ...changed }) })
    expect(answer).toMatchObject({ status: 1, message: 'texts_imported', data: { changed: 2, restored: 0 } })
    expect(await exported('changed')).toMatchObject(changed)
    await expect.poll(async () => (await pageTexts(second, hebrew, 'frame')).texts['nav_home'], soon).toBe('ראשי')
    expect((await tara.call(t.getTextHistory, { body: about(hebrew, 'nav_home') }))[0]).toMatchObject({
      before: null,
      after: 'ראשי',
      is_import: true,
    })
    // The shipped text in a file is no text of the web site.
    const again = await tara.call(t.importSiteTexts, { body: file(hebrew, { nav_home: all['nav_home'] }) })
    expect(again).toMatchObject({ changed: 1, restored: 1 })
    await tara.call(t.removeAllSiteTexts, { body: { web_site_id: 31, language_id: hebrew } })
    expect(await exported('changed')).toEqual({})
  })

  test('with problems changes nothing, and each problem is named with its line', async () => {
    const json = [
      '{',
      '  "nav_home": "Inicio rápido",',
      '  "no_such_key": "x",',
      '  "reference": "Referencia",',
      '  "nav_news": 5,',
      '  "nav_home": "Otra vez"',
      '}',
    ].join('\n')
    const before = await exported('changed', spanish)
    const problems = [
      { line: 3, message_key: 'no_such_key', problem: { kind: 'unknown_key' } },
      { line: 4, message_key: 'reference', problem: { kind: 'missing', names: ['reference'] } },
      { line: 5, message_key: 'nav_news', problem: { kind: 'not_text' } },
      { line: 6, message_key: 'nav_home', problem: { kind: 'repeated_key' } },
    ]
    expect((await tara.call(t.checkTextFile, { body: file(spanish, json) })).problems).toEqual(problems)
    expect(await tara.send(t.importSiteTexts, { body: file(spanish, json) })).toMatchObject({
      status: 0,
      message: 'texts_not_imported',
      data: { problems, problem_count: 4 },
    })
    expect(await exported('changed', spanish)).toEqual(before)
  })
})
