import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondsAfter } from '../../../core/clock.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { loadLibrary } from '../../catalogue/library/library.ts'
import { insertLink, updateLink, type NewLink } from '../links/links.queries.ts'
import { newToken } from '../send/sending.ts'

/** The landing page: what it shows to whom, and what it reports to the shop. */

const { getAnimationLinkVideo, animationVideoTracking, answerLink, askShop } = contract.sharing
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
const [disc, pads] = ['BRKDSC', 'BRKPAD'] as const
const library = loadLibrary(join(import.meta.dirname, '../../../../../library'))

let w: World
let danaId: number
beforeAll(async () => {
  w = await world({
    pages: {
      html: () => Promise.resolve(''),
      scripts: () => ['/assets/customer.js'],
      textRooms: async () => ['frame'],
    },
  })
  danaId = (await (await w.loggedIn('advisor')).me()).user_id
})
afterAll(() => w.close())

const site = (id = 31) => w.running.services.sites.byId(id)!

/** Creates a link that Dana has sent. Returns its token and id. */
async function link(more: Partial<NewLink> & { parts?: readonly string[]; days?: number } = {}) {
  const { parts = [disc], days = 30, ...rest } = more
  const now = w.clock.now()
  const token = newToken()
  const id = await w.database.inTenant(31, (db) =>
    insertLink(
      db,
      site(),
      {
        token,
        kind: 'sms',
        user_id: danaId,
        businessentity_id: null,
        location_id: null,
        brand_id: 1,
        driverside: 'left',
        language_id: 50,
        message: 'Hi Marcus, your front pads are down to 2 mm.\nWe can fit <b>new</b> ones today.',
        ro_number: '48213',
        created_at: now,
        expires_at: secondsAfter(now, days * 86_400),
        ...rest,
      },
      parts,
    ),
  )
  return { token, id }
}

/** A customer with a telephone, not signed in. */
function customer(headers: Record<string, string> = {}, at: { site?: number } = {}) {
  const person = w.visitor(at)
  const speaks = { 'user-agent': phone, 'accept-language': 'en-US,en;q=0.9', ...headers }
  const get = (path: string, more: Record<string, string> = {}, method = 'GET') =>
    person.request(path, { method, headers: { ...speaks, ...more } })
  return {
    ...person,
    get,
    open: async (token: string, query = '') => (await get(`/animation_link/${token}${query}`)).text(),
    post: async (
      call: string,
      body: object,
    ): Promise<{ status: number; message: string; data: Record<string, unknown> }> =>
      (
        await person.request(`/api/v1/${call}`, {
          method: 'POST',
          headers: { ...speaks, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json() as never,
  }
}
/** Decodes a frame of the film as the page's script does. Returns what an answer needs to count as a person's. */
async function prove(person: ReturnType<typeof customer>, token: string) {
  const page = await person.open(token)
  const proof = /"proof":"([\w-]+)"/.exec(page)![1]!
  const view_key = randomUUID()
  await person.post('animationVideoTracking', { randomNumber: token, view_key, proof, decoded: true })
  return { randomNumber: token, view_key, proof, gesture: 'pointer' }
}
const views = (link_id: number) =>
  w.database.system.selectFrom('link_views').selectAll().where('link_id', '=', link_id).orderBy('part_id').execute()
const hits = async (link_id: number) =>
  (
    await w.database.system
      .selectFrom('link_hits')
      .select('kind')
      .where('link_id', '=', link_id)
      .orderBy('hit_id')
      .execute()
  ).map(({ kind }) => kind)
const answers = async (link_id: number) =>
  (
    await w.database.system
      .selectFrom('link_answers')
      .select('answer')
      .where('link_id', '=', link_id)
      .orderBy('answer_id')
      .execute()
  ).map(({ answer }) => answer)

describe('an active link', () => {
  test('shows Marcus the film, the shop, and what Dana wrote to him, line by line and not as markup', async () => {
    const { token } = await link()
    const marcus = customer()
    const answer = await marcus.get(`/animation_link/${token}`)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('<h1 dir="auto">Disc brake: your repair, explained</h1>')
    expect(page).toContain('Northgate Motors')
    expect(page).toContain('418 Harbour Road, Portland')
    expect(page).toContain('down to 2 mm.\nWe can fit &#60;b&#62;new&#60;/b&#62; ones today.')
    expect(page).toContain('Dana Whitlock')
    expect(page).toContain('RO 48213')
    expect(page).toMatch(/<a href="tel:\+?\d+"/)
    expect(page).toContain('Approve the repair')
    expect(page).toContain(`src="/animation_link/${token}/film/BRKDSC/en-US.mp4"`)
    expect(page).toMatch(/<track kind="captions" default src="\/api\/v1\/captions\/31\/BRKDSC\/en-US.vtt"/)
  })

  test('has a short URL; neither URL is cached, indexed or sent as a referrer', async () => {
    const { token } = await link()
    const marcus = customer()
    const short = await marcus.get(`/l/${token}`)
    expect([short.status, short.headers.get('location')]).toEqual([302, `/animation_link/${token}`])
    const page = await marcus.get(`/animation_link/${token}`)
    for (const { headers } of [short, page])
      expect([headers.get('cache-control'), headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual([
        'no-store',
        'no-referrer',
        'noindex, nofollow',
      ])
    expect((await customer().get('/l/a%2F..%2Fhome')).headers.get('location')).toBe('/animation_link/-')
  })

  test('is compressed if the browser accepts gzip', async () => {
    const { token } = await link()
    const packed = await customer().get(`/animation_link/${token}`, { 'accept-encoding': 'gzip, br' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const bytes = Buffer.from(await packed.arrayBuffer())
    expect(bytes.length).toBeLessThan(10_000)
    expect(gunzipSync(bytes).toString()).toContain('Disc brake: your repair, explained')
  })

  test('runs no inline script', async () => {
    const { token } = await link()
    const page = await customer().open(token)
    const scripts = [...page.matchAll(/<script([^>]*)>/g)].map((m) => m[1]!.trim())
    expect(scripts).toEqual(['type="module" src="/assets/customer.js"', 'type="application/json" id="data"'])
    expect(page).not.toMatch(/\son\w+="/)
  })

  test('is in the language that the visitor chose, the browser’s, or the link’s own', async () => {
    const { token } = await link({ language_id: 98 })
    const hebrew = await customer({ 'accept-language': 'he-IL,he;q=0.9' }).open(token)
    expect(hebrew).toContain('<html lang="he-IL" dir="rtl">')
    expect(hebrew).toContain(`/film/BRKDSC/he-IL.mp4`)
    expect(await customer({ 'accept-language': 'sv-SE' }).open(token)).toContain('<html lang="es-ES" dir="ltr">')
    expect(await customer().open(token, '?lang=fr-FR')).toContain('<html lang="fr-FR" dir="ltr">')
  })

  test('has several films in order, and related ones if the sender included them', async () => {
    const { token } = await link({ parts: [pads, disc] })
    const two = await customer().open(token)
    expect(two).toContain('Brake pad wear: your repair, explained')
    expect([...two.matchAll(/class="thumb" href="\?film=(\w+)"/g)].map((m) => m[1])).toEqual([pads, disc])
    expect(two).toContain('Next: Disc brake')
    expect(two).not.toContain('Related films')
    expect(await customer().open(token, '?film=BRKDSC')).toContain('Disc brake: your repair, explained')
    const more = await link({ with_related: true })
    expect(await customer().open(more.token)).toContain('Related films')
  })

  test('has only narrated films as related ones, and none of its own again', async () => {
    const { token } = await link({ parts: [disc, pads], with_related: true })
    const { data } = await customer().send(getAnimationLinkVideo, { params: { random: token } })
    const related = data!.films.filter((film) => film.is_related).map((film) => film.part_id)
    expect(related).toContain('BRKDRM')
    expect(related).not.toContain(disc)
    expect(related).not.toContain(pads)
    expect(related.filter((part) => part.endsWith('-INT'))).toEqual([])
  })

  test('shows the shop’s own button with its URL and a text colour of sufficient contrast', async () => {
    const { token, id } = await link({
      call_to_action_text: 'Book a visit',
      call_to_action_colour: '#ffee00',
      call_to_action_url: 'https://northgate.example/book',
    })
    const page = await customer().open(token)
    expect(page).toMatch(
      /href="https:\/\/northgate.example\/book" rel="noopener noreferrer" style="--brand:#ffee00;[^"]*--on-brand:#1c0f04"/,
    )
    expect(page).not.toContain('Approve the repair')
    const press = { randomNumber: token, answer: 'action', request_key: randomUUID(), gesture: 'pointer' }
    expect(await customer().post('answerLink', press)).toMatchObject({ status: 0, message: 'answer_needs_person' })
    const proof = /"proof":"([\w-]+)"/.exec(page)![1]!
    await customer().post('answerLink', { ...press, proof })
    expect(await answers(id)).toEqual(['action'])
  })

  test('of a PDF redirects to the PDF and opens no other file', async () => {
    const { token } = await link({ kind: 'pdf' })
    const marcus = customer()
    const to = (await marcus.get(`/animation_link/${token}`)).headers.get('location')!
    expect(to).toBe(`/api/v1/linkPdf/${token}/BRKDSC/50.pdf`)
    const pdf = await marcus.get(to)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await marcus.get(to.replace(disc, pads))).status).toBe(404)
    expect((await marcus.get(to.replace(token, newToken()))).status).toBe(404)
  })

  test('gives previews the film and the shop, and nothing about the customer', async () => {
    const { token } = await link({ subject: 'For Marcus Hale' })
    const slack = customer({ 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' })
    const page = await slack.open(token)
    const head = page.slice(0, page.indexOf('<style>'))
    expect(head).toContain('<meta property="og:title" content="Disc brake" />')
    expect(head).toContain('<meta property="og:site_name" content="Northgate Motors" />')
    expect(head).toMatch(
      /<meta property="og:image" content="http:\/\/site31.localhost:\d+\/film-pictures\/BRKDSC.jpg" \/>/,
    )
    expect(head).toContain('<meta name="robots" content="noindex,nofollow">')
    expect(head).not.toMatch(/Marcus|48213|Whitlock/)
    const oembed = new URL(/json\+oembed" href="([^"]+)"/.exec(head)![1]!.replaceAll('&#38;', '&'))
    const card = await slack.get(oembed.pathname + oembed.search)
    const facts = (await card.json()) as Record<string, unknown>
    expect(facts).toMatchObject({
      version: '1.0',
      type: 'link',
      title: 'Disc brake',
      provider_name: 'Northgate Motors',
    })
    expect(JSON.stringify(facts)).not.toMatch(/Marcus|48213|Whitlock/)
    expect((await slack.get(`/oembed?url=${encodeURIComponent('https://elsewhere.example/l/abc')}`)).status).toBe(404)
    expect((await slack.get('/oembed')).status).toBe(400)
  })

  test('returns the same facts as JSON', async () => {
    const { token } = await link({ parts: [disc, pads] })
    const answer = await w.visitor().send(getAnimationLinkVideo, { params: { random: token } })
    expect(answer).toMatchObject({ status: 1, loginPath: '/login', domainName: expect.stringMatching(/^site31/) })
    expect(answer.data).toMatchObject({
      tagName: 'Disc brake',
      businessName: 'Northgate Motors',
      partsNarrated: { video_url: `/animation_link/${token}/film/BRKDSC/en-US.mp4` },
      adviser: 'Dana Whitlock',
      ro_number: '48213',
      call_to_action: null,
      answered: null,
    })
    expect(answer.data!.films.map((f) => f.part_id)).toEqual([disc, pads])
  })
})

describe('the films of a link', () => {
  test('are served in ranges under its token, and no other film is', async () => {
    const { token } = await link()
    const marcus = customer()
    const film = (part: string) => `/animation_link/${token}/film/${part}/en-US.mp4`
    const piece = await marcus.get(film(disc), { range: 'bytes=0-99' })
    expect([piece.status, piece.headers.get('content-type'), (await piece.arrayBuffer()).byteLength]).toEqual([
      206,
      'video/mp4',
      100,
    ])
    expect((await marcus.get(film(pads))).status).toBe(404)
    expect((await marcus.get(film('..%2F..%2Fpackage'))).status).toBe(404)
    expect((await marcus.get(`/animation_link/${token}/film/${disc}/de-DE.mp4`)).status).toBe(404)
  })

  test('are complete: a narrated one has picture and voice, an interactive one is its own file', async () => {
    const { token } = await link({ parts: [disc, `${disc}-INT`] })
    const marcus = customer()
    const dana = await w.loggedIn('advisor')
    const { of } = library.film(disc)!
    const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
    const ofLink = async (part: string) => bytes(await marcus.get(`/animation_link/${token}/film/${part}/en-US.mp4`))
    const narrated = await bytes(await dana.request(`/films/${of.folder}/${of.version}/film-en-US.mp4`))
    const interactive = await readFile(join(of.mediaFolder, of.part.interactive_film!.file))
    expect(narrated.length).toBeGreaterThan(10_000)
    expect((await ofLink(disc)).equals(narrated)).toBe(true)
    expect((await ofLink(`${disc}-INT`)).equals(interactive)).toBe(true)
    expect(narrated.equals(interactive)).toBe(false)
  })

  test('include at most six related narrated films, each once', async () => {
    const shown = async (parts: string[]) => {
      const { token } = await link({ parts, with_related: true })
      const { data } = await w.visitor().send(getAnimationLinkVideo, { params: { random: token } })
      expect(data!.films.filter((f) => f.is_related === 0).map((f) => f.part_id)).toEqual(parts)
      return data!.films.filter((f) => f.is_related === 1).map((f) => f.part_id)
    }
    const related = await shown([disc])
    expect(related).toContain(pads)
    expect(related.length).toBeLessThanOrEqual(6)
    expect(new Set(related).size).toBe(related.length)
    expect(related.map((part) => library.film(part)?.kind)).toEqual(related.map(() => 'narrated'))
    expect(related).not.toContain(disc)
    const ofBoth = await shown([disc, pads])
    expect(ofBoth).not.toContain(disc)
    expect(ofBoth).not.toContain(pads)
    expect(new Set(ofBoth).size).toBe(ofBoth.length)
    const { token } = await link({ parts: [disc] })
    const { data } = await w.visitor().send(getAnimationLinkVideo, { params: { random: token } })
    expect(data!.films.map((f) => f.part_id)).toEqual([disc])
  })

  test('are refused when it has expired or was revoked', async () => {
    const one = await link({ days: 2 })
    const other = await link()
    const marcus = customer()
    const film = (token: string) => marcus.get(`/animation_link/${token}/film/${disc}/en-US.mp4`)
    expect([(await film(one.token)).status, (await film(other.token)).status]).toEqual([200, 200])
    await w.database.inTenant(31, (db) => updateLink(db, site(), other.id, { revoked_at: w.clock.now() }))
    await w.database.inTenant(31, (db) =>
      updateLink(db, site(), one.id, { expires_at: secondsAfter(w.clock.now(), -1) }),
    )
    expect([(await film(one.token)).status, (await film(other.token)).status]).toEqual([404, 404])
  })
})

describe('an inactive link', () => {
  const expired = () => link({ days: -1 })

  test('that has expired says so and shows the shop, but not the message', async () => {
    const { token } = await expired()
    const answer = await customer().get(`/animation_link/${token}`)
    const page = await answer.text()
    expect(answer.status).toBe(410)
    expect(page).toContain('<h1>This link has expired.</h1>')
    expect(page).toContain('Northgate Motors')
    expect(page).toContain('Ask the shop')
    expect(page).not.toMatch(/Marcus|48213|og:title|<video/)
    expect(await w.visitor().send(getAnimationLinkVideo, { params: { random: token } })).toMatchObject({
      status: 0,
      message: 'link_expired',
      data: null,
      loginPath: '/login',
    })
  })

  test('that is unknown, a part id or from another web site gets the same page', async () => {
    const { token, id } = await link()
    for (const [random, at] of [
      [newToken(), 31],
      [disc, 31],
      [token, 44],
    ] as const) {
      const stranger = customer({}, { site: at })
      const answer = await stranger.get(`/animation_link/${random}`)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('<h1>This link is no longer available.</h1>')
      expect((await stranger.get(`/animation_link/${random}/film/${disc}/en-US.mp4`)).status).toBe(404)
      for (const [call, body] of [
        ['animationVideoTracking', {}],
        ['answerLink', { answer: 'approve', request_key: randomUUID() }],
        ['askShop', { contact: '555 0100' }],
      ] as const)
        expect(await stranger.post(call, { randomNumber: random, ...body })).toMatchObject({
          status: 0,
          message: 'link_not_available',
        })
    }
    expect([await hits(id), await answers(id), await views(id)]).toEqual([[], [], []])
  })

  test('lets Marcus ask the shop: Dana gets a mail and can reply to it', async () => {
    const { token } = await expired()
    const marcus = customer()
    const asked = await marcus.post('askShop', {
      randomNumber: token,
      contact: 'marcus@example.com',
      message: 'Is it still possible today?',
    })
    expect(asked).toMatchObject({ status: 1, data: { asked: 1 } })
    const mail = await w.database.system
      .selectFrom('mails')
      .select(['to_address', 'reply_to', 'subject', 'text'])
      .where('subject', 'like', '%Disc brake%')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const dana = await w.database.system
      .selectFrom('users')
      .select('email')
      .where('user_id', '=', danaId)
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ to_address: dana.email, reply_to: 'marcus@example.com' })
    expect(mail.text).toContain('Is it still possible today?')
    const empty = await marcus.request('/api/v1/askShop', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ randomNumber: token, contact: '  ' }),
    })
    expect(empty.status).toBe(400)
    expect(await customer().post('askShop', { randomNumber: token, contact: '\u200b\u202e\ufeff5' })).toMatchObject({
      status: 0,
      message: 'invalid_request',
    })
    const status = async () =>
      (
        await marcus.request('/api/v1/askShop', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ randomNumber: token, contact: '555 0100' }),
        })
      ).status
    expect([await status(), await status(), await status(), await status()]).toEqual([200, 200, 200, 429])
  })

  test('accepts five questions a day, counted over all addresses', async () => {
    const { token, id } = await expired()
    const ask = (words: string) =>
      customer().post('askShop', { randomNumber: token, contact: 'marcus@example.com', message: words })
    for (let n = 1; n <= 5; n += 1) expect(await ask(`Question ${n}`)).toMatchObject({ status: 1 })
    expect(await ask('Question 6')).toMatchObject({ status: 0, message: 'too_many_requests' })
    const kept = await w.database.system
      .selectFrom('link_questions')
      .select('message')
      .where('link_id', '=', id)
      .orderBy('question_id')
      .execute()
    expect(kept.map((k) => k.message)).toEqual([1, 2, 3, 4, 5].map((n) => `Question ${n}`))
  })
})

describe('what the page reports', () => {
  const report = (person: ReturnType<typeof customer>, token: string, view_key: string, more: object = {}) =>
    person.post('animationVideoTracking', { randomNumber: token, view_key, part_id: disc, language_id: 50, ...more })

  test('opening it is not watching: scanners, previews, prefetching and HEAD are recorded separately', async () => {
    const { token, id } = await link()
    await customer({ 'user-agent': 'Mozilla/5.0 SafeLinks' }).open(token)
    await customer({ 'user-agent': 'WhatsApp/2.24' }).open(token)
    await customer({ 'sec-purpose': 'prefetch' }).open(token)
    await customer().get(`/animation_link/${token}`, {}, 'HEAD')
    await customer().open(token)
    expect(await hits(id)).toEqual(['scanner', 'preview', 'prefetch', 'head', 'page'])
    expect(await views(id)).toEqual([])
  })

  test('a program that runs the page’s script is not counted as a person', async () => {
    const { token, id } = await link()
    const robot = customer({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/150.0.0.0 Safari/537.36' })
    const told = await report(robot, token, randomUUID(), { first_frame: true, stretches: [0, 20] })
    expect(told).toMatchObject({ status: 1, data: { watched_percent: 0 } })
    expect([await views(id), await hits(id)]).toEqual([[], ['scanner']])
  })

  test('Marcus watches: counted from the first frame, each second once, in any order of reports', async () => {
    const { token, id } = await link()
    const marcus = customer()
    const visit = randomUUID()
    const { data } = await w.visitor().send(getAnimationLinkVideo, { params: { random: token } })
    const { duration } = data!.films[0]!
    const tell = async (more: object) => (await report(marcus, token, visit, more)).data['watched_percent']

    expect(await tell({})).toBe(0)
    expect(await views(id)).toMatchObject([{ first_frame_at: null, watched_percent: 0 }])
    expect(await tell({ first_frame: true })).toBe(0)
    const half = Math.round(50)
    expect(await tell({ first_frame: true, stretches: [0, duration / 4, duration / 4, duration / 2] })).toBe(half)
    expect(await tell({ first_frame: true, stretches: [0, duration / 4] })).toBe(half)
    expect(await tell({ first_frame: true, stretches: [0, duration / 2] })).toBe(half)
    expect(await tell({ first_frame: true, stretches: [duration / 2, 80_000] })).toBe(100)
    const [view, ...others] = await views(id)
    expect(others).toEqual([])
    expect(view).toMatchObject({ part_id: disc, language_id: 50, watched_percent: 100 })
    expect(view!.first_frame_at).toBeInstanceOf(Date)
    expect(view!.stretches).toEqual([0, expect.closeTo(duration, 1)])
  })

  test('films that are not on the link and invalid ranges are refused', async () => {
    const { token, id } = await link()
    const send = (body: object) =>
      w.visitor().request('/api/v1/animationVideoTracking', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': phone },
        body: JSON.stringify({ randomNumber: token, view_key: randomUUID(), ...body }),
      })
    for (const body of [{ part_id: pads }, { stretches: [1] }, { stretches: [5, 2] }, { view_key: 'x' }])
      expect((await send(body)).status).toBe(400)
    expect(await views(id)).toEqual([])
  })

  test('an answer is stored once even if it arrives repeatedly, and can be taken back', async () => {
    const { token, id } = await link()
    const marcus = customer()
    const person = await prove(marcus, token)
    const approve = { ...person, answer: 'approve', request_key: randomUUID() }
    const first = await marcus.post('answerLink', approve)
    expect(first).toMatchObject({ status: 1, data: { answered: { answer: 'approve' } } })
    expect(await marcus.post('answerLink', approve)).toEqual(first)
    expect(await answers(id)).toEqual(['approve'])
    expect(await marcus.open(token)).toMatch(/<body data-answer="approve" data-view="answer">/)
    const back = { ...person, answer: 'withdraw', request_key: randomUUID() }
    expect(await marcus.post('answerLink', back)).toMatchObject({ status: 1, data: { answered: null } })
    expect(await marcus.open(token)).toMatch(/<body data-answer="" data-view="film">/)
    const call = { ...person, answer: 'call', request_key: randomUUID() }
    expect(await marcus.post('answerLink', call)).toMatchObject({ data: { answered: { answer: 'call' } } })
    expect(await answers(id)).toEqual(['approve', 'withdraw', 'call'])
  })

  test('cross-site requests cannot answer for a visitor', async () => {
    const { token, id } = await link()
    const answer = await w.visitor().request('/api/v1/answerLink', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      },
      body: JSON.stringify({ randomNumber: token, answer: 'approve', request_key: randomUUID() }),
    })
    expect(answer.status).toBe(403)
    expect(await answers(id)).toEqual([])
  })
})

test('responses have the types of the contract', async () => {
  const { token } = await link()
  const marcus: Person = w.visitor()
  const visit = { randomNumber: token }
  expect(await marcus.call(animationVideoTracking, { body: visit })).toEqual({ watched_percent: 0 })
  const body = { ...visit, answer: 'call', request_key: randomUUID() } as const
  expect(await marcus.send(answerLink, { body })).toMatchObject({ status: 0, message: 'answer_needs_person' })
  expect(await marcus.call(askShop, { body: { ...visit, contact: '555 0100' } })).toEqual({ asked: 1 })
})
