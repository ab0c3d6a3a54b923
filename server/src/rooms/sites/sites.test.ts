import type { Boot } from '@cutaway/contract/boot.ts'
import { contract } from '@cutaway/contract'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { demoSites } from '../../../../demo/sites.ts'
import { folder, roomFile, shipped } from '../../core/texts.ts'
import { world, type Person, type World } from '../../testing/world.ts'

const s = contract.sites
let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

describe('a site is resolved by its host name', () => {
  test('every seeded site serves its own name, colours and features on its own host', async () => {
    const names = await Promise.all(
      demoSites.map(async ({ id }) => (await w.visitor({ site: id }).call(s.getWebSiteDetails)).name),
    )
    expect(names).toEqual(demoSites.map((d) => d.name))
    const moto = await w.visitor({ site: 44 }).call(s.getWebSiteDetails)
    expect(moto.theme).toMatchObject({ brand: '#f26b1d', on_brand: '#1c0f04' })
    expect(moto.features).toContain('motorcycle_brand')
  })

  test('five sites have a carousel of sample films', async () => {
    const details = await Promise.all(demoSites.map(({ id }) => w.visitor({ site: id }).call(s.getWebSiteDetails)))
    const ids = details.filter((d) => d.features.includes('sample_video_carousel')).map((d) => d.web_site_id)
    expect(ids.toSorted((a, b) => a - b)).toEqual([10, 33, 69, 135, 154])
  })

  test('an unknown host and localhost resolve to the default site', async () => {
    for (const host of ['unknown.example', 'localhost:4000', 'LOCALHOST']) {
      const answer = await w.visitor().request('/api/v1/getWebSiteDetailsForDomainName', { headers: { host } })
      expect((await answer.json()) as object).toMatchObject({ data: { web_site_id: 31 } })
    }
  })

  test('a super user may query another site; a manager and a visitor may not', async () => {
    const sam = await w.loggedIn('super')
    expect((await sam.call(s.getWebSiteById, { params: { id: 44 } })).name).toBe('Ridgeline Moto')
    expect(await sam.call(s.getAllWebsites)).toHaveLength(34)
    const dana = await w.loggedIn('advisor')
    await expect(dana.call(s.getWebSiteById, { params: { id: 44 } })).rejects.toMatchObject({ http: 403 })
    expect(await dana.call(s.getAllWebsites)).toEqual([{ web_site_id: 31, name: 'Northgate Motors' }])
    await expect(w.visitor().call(s.getWebSiteById, { params: { id: 44 } })).rejects.toMatchObject({ http: 403 })
  })
})

describe('languages', () => {
  test('a site lists its own languages, the default first; the Hebrew site starts with Hebrew', async () => {
    expect((await w.visitor().call(s.getLanguages, { params: { web_site_id: 31 } })).map((l) => l.language_id)).toEqual(
      [50, 98, 94, 71, 65, 26],
    )
    expect(await w.visitor({ site: 142 }).call(s.getLanguages, { params: { web_site_id: 142 } })).toMatchObject([
      { language_id: 71, direction: 'rtl' },
      { language_id: 50, direction: 'ltr' },
    ])
    expect(await w.visitor({ site: 142 }).call(s.getOtherLanguages, { params: { site: 142 } })).toMatchObject([
      { language_id: 50 },
    ])
  })

  test('texts are served under both paths, by id, tag and underscored tag, and are cached', async () => {
    const visitor = w.visitor()
    const read = async (path: string) => {
      const answer = await visitor.request(path)
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('cache-control')).toContain('max-age')
      return (await answer.json()) as Record<string, string>
    }
    const hebrew = await read('/language-translations/locale-71.json')
    expect(hebrew['no_records_found']).toMatch(/[\u0590-\u05ff]/)
    for (const path of [
      '/api/v1/language-translations/locale-71.json',
      '/language-translations/locale-he-IL.json',
      '/api/v1/language-translations/locale-he_IL.json',
    ])
      expect(await read(path)).toEqual(hebrew)
    expect((await read('/language-translations/language-tags/locale-lt-65.json'))['system_brakes']).toBeTruthy()
    expect((await visitor.request('/language-translations/locale-xx.json')).status).toBe(404)
    expect((await visitor.request('/language-translations/locale-..%2f..%2fpackage.json')).status).toBe(404)
  })

  test('serves the texts of a single room, and returns 404 for unknown rooms', async () => {
    const visitor = w.visitor()
    const answer = await visitor.request('/language-translations/he-IL/sessions.json?v=1')
    expect(answer.headers.get('cache-control')).toContain('max-age')
    const texts = (await answer.json()) as Record<string, string>
    expect(texts['back_to_login']).toMatch(/[\u0590-\u05ff]/)
    expect(texts).not.toHaveProperty('no_records_found')
    for (const path of ['he-IL/nothing.json', 'xx/sessions.json', 'he-IL/..%2f..%2fpackage.json'])
      expect((await visitor.request(`/language-translations/${path}`)).status, path).toBe(404)
  })

  test('every text exists in every language with the same placeholders', () => {
    const rooms = readdirSync(join(folder, 'en-US')).map((file) => file.replace('.json', ''))
    expect(rooms).toContain('frame')
    // Compares the room with each key: a text must be in the same room in every language.
    const texts = (tag: string) =>
      Object.fromEntries(
        rooms.flatMap((room) =>
          Object.entries(
            JSON.parse(roomFile(shipped, tag, room)?.bytes.toString() ?? '{}') as Record<string, string>,
          ).map(([key, text]) => [`${room}: ${key}`, text]),
        ),
      )
    const english = texts('en-US')
    const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted()
    for (const tag of ['en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']) {
      const other = texts(tag)
      expect(Object.keys(other), tag).toEqual(Object.keys(english))
      for (const [key, text] of Object.entries(english)) {
        expect(other[key]?.trim(), `${tag} ${key}`).toBeTruthy()
        expect(placeholders(other[key]!), `${tag} ${key}`).toEqual(placeholders(text))
      }
    }
  })

  test('stores a user’s choice of language', async () => {
    const dana = await w.loggedIn('advisor')
    await dana.call(s.setLanguage, { body: { language_id: 98 } })
    expect((await dana.me()).language_id).toBe(98)
    await expect(dana.call(s.setLanguage, { body: { language_id: 49 } })).rejects.toMatchObject({ http: 404 })
  })
})

describe('lookups', () => {
  test('lists the fonts that scripts need, with Arial as the fallback', async () => {
    expect(await w.visitor().call(s.getExternalFontStyle, { params: { web_site_id: 31 } })).toEqual({
      fallback: 'Arial',
      fonts: [
        { language_id: 65, font: 'Noto Sans SC' },
        { language_id: 26, font: 'Noto Sans Thai' },
      ],
    })
  })

  test('the brand switch offers the brands of the site', async () => {
    expect(
      (await w.visitor({ site: 44 }).call(s.getSiteBrands, { params: { id: 44 } })).map((b) => b.vehicle_kind),
    ).toEqual(['motorcycle', 'car'])
    await expect(w.visitor().call(s.getBrandDetails, { params: { brand_id: 2 } })).rejects.toMatchObject({ http: 404 })
  })

  test('derives a visitor’s country from the IP address, and defaults to us', async () => {
    expect((await w.visitor({ ip: '1.1.1.1' }).send(s.getCountryCodeByIP)).country_code).toMatch(/^[a-z]{2}$/)
    expect(await w.visitor({ ip: '81.2.69.142' }).call(s.getCountryCodeByIP)).toEqual({ country_code: 'gb' })
    expect(await w.visitor({ ip: '10.0.0.8' }).call(s.getCountryCodeByIPForEmailAnAnimation)).toEqual({
      country_code: 'us',
    })
  })

  test('forms of a page begin with the visitor’s country, and without one with that of the web site', async () => {
    const html = '<html><body><!--boot--></body></html>'
    const shown = await world({
      pages: { html: async () => html, scripts: () => [], textRooms: async () => ['frame'] },
    })
    onTestFinished(() => shown.close())
    const country = async (visitor: Person) => {
      const page = await (await visitor.request('/contact')).text()
      return (JSON.parse(/id="boot">(.*?)<\/script>/.exec(page)![1]!) as Boot).country_code
    }
    expect(await country(shown.visitor({ site: 15, ip: '10.0.0.8' }))).toBe('gb')
    expect(await country(shown.visitor({ site: 31, ip: '10.0.0.8' }))).toBe('us')
    expect(await country(shown.visitor({ site: 31, ip: '81.2.69.142' }))).toBe('gb')
  })

  test('countries have stable ids, names and dial codes', async () => {
    const countries = await w.visitor().call(s.getCountry)
    expect(countries.length).toBeGreaterThan(200)
    expect(countries.find((c) => c.country_code === 'NZ')).toMatchObject({ name: 'New Zealand', dial_code: '64' })
    expect(new Set(countries.map((c) => c.id)).size).toBe(countries.length)
  })

  test('terms and privacy contain the company name, escaped', async () => {
    const terms = await w
      .visitor()
      .call(s.getTermsAndCondition, { params: { web_site: 31, key: 'terms_and_condition', lang: '98' } })
    expect(terms.html).toContain('Northgate Motors Ltd')
    expect(terms.html).not.toMatch(/\{(company|site|email)\}/)
    await expect(
      w.visitor().call(s.getPrivacyPolicy, { params: { web_site: 31, key: 'privacy_policy', lang: 'he' } }),
    ).resolves.toMatchObject({ html: expect.stringMatching(/[\u0590-\u05ff]/) })
  })
})

describe('error reports of browsers', () => {
  test('are accepted without a session, within limits of size and rate', async () => {
    const visitor = w.visitor({ ip: '203.0.113.77' })
    const report = (message: string) => visitor.send(s.vvconsolelog, { body: { message, type: 'error' } })
    expect(await report('it broke\u0007')).toMatchObject({ status: 1, data: null })
    const large = await visitor.request('/api/v1/vvconsolelog', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'x', cause: 'y'.repeat(9000) }),
    })
    expect(large.status).toBe(413)
    const answers = []
    for (let i = 0; i < 32; i += 1) answers.push((await report('again')).http)
    expect(answers.filter((http) => http === 429).length).toBeGreaterThanOrEqual(1)
    expect(answers.slice(0, 25).every((http) => http === 200)).toBe(true)
  })
})

test('serves the OpenAPI description and a page to browse it', async () => {
  const api = (await (await w.visitor().request('/api/v1/openapi.json')).json()) as { openapi: string; paths: object }
  expect(api.openapi).toBe('3.1.0')
  expect(Object.keys(api.paths)).toContain('/login')
  expect(await (await w.visitor().request('/api/v1')).text()).toContain('getUserSession')
})

test('serves health, readiness and metrics', async () => {
  const visitor = w.visitor()
  expect((await visitor.request('/healthz')).status).toBe(200)
  expect((await visitor.request('/readyz')).status).toBe(200)
  expect(await (await visitor.request('/metrics', { headers: { host: 'localhost' } })).text()).toContain(
    'http_request_duration_seconds',
  )
  expect((await visitor.request('/metrics', { headers: { host: 'shop.example' } })).status).toBe(404)
})
