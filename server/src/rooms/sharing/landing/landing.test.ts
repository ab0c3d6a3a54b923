import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondsAfter } from '../../../core/clock.ts'
import { world, type World } from '../../../testing/world.ts'
import { loadLibrary } from '../../catalogue/library/library.ts'
import { updateLink } from '../links/links.queries.ts'
import { newToken } from '../links/short-links.ts'
import { customerPages } from '../testing.ts'
import { disc, landing, pads } from './testing.ts'

/** The landing page of an active link: what it shows to whom, and the files of its films. */

const { getAnimationLinkVideo } = contract.sharing
const library = loadLibrary(join(import.meta.dirname, '../../../../../library'))
let w: World
let danaId: number

beforeAll(async () => {
  w = await world({ pages: customerPages })
  danaId = (await (await w.loggedIn('advisor')).me()).user_id
})
afterAll(() => w.close())
const { answers, customer, link, site } = landing(() => ({ w, danaId }))

describe('an active link', () => {
  test('shows Marcus the film, the shop, and what Dana wrote to him, line by line and not as markup', async () => {
    const { token } = await link()
    const marcus = customer()
    const answer = await marcus.get(`/animation_link/${token}`)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('<h1 dir="auto">Disc brake: your repair, explained</h1>')
    expect(page).toContain('Northgate Motors')
    expect(page).toContain('418 Harbor Road, Portland')
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
