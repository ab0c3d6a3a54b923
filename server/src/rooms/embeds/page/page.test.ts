import { contract } from '@cutaway/contract'
import { HtmlValidate } from 'html-validate'
import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { clearAddresses } from './jobs.ts'
import { addEmbed, browser, visitorOn } from '../testing.ts'

/** Visitors of websites see what Dana embedded there, and nothing elsewhere. */

const c = contract.embeds
let w: World
let dana: Person
let url: string
beforeAll(async () => {
  w = await world({
    pages: {
      html: () => Promise.resolve(''),
      scripts: (module) => [`/assets/${module.split('/').at(-1)!.replace('.ts', '.js')}`],
      textRooms: () => Promise.resolve([]),
    },
  })
  // Only the views that this file makes.
  await w.database.system.deleteFrom('embed_views').execute()
  await w.database.system
    .updateTable('business_entities')
    .set({ embed_limit_of_user: 100 } as never)
    .execute()
  dana = await w.loggedIn('advisor')
  url = (await addEmbed(dana, { domain_temp: 'staging.example' })).data!.url
})
afterAll(() => w.close())

const listed = 'https://www.northgate.example/brakes'
const policyOf = (page: Response) =>
  /frame-ancestors ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? ''
const views = () =>
  w.database.system.selectFrom('embed_views').select(['host', 'part_id', 'language', 'machine']).execute()

describe('the page of an embed', () => {
  test('shows its film in a frame of its websites and of their sub-domains, which the browser holds it to', async () => {
    for (const on of [
      listed,
      'https://northgate.example/',
      'http://a.b.northgate.example:8080/',
      'https://staging.example/',
    ]) {
      const page = await visitorOn(w, on).open(url)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('/film/BRKDSC/en-US.mp4')
      expect(policyOf(page)).toBe(
        "'self' https://northgate.example:* https://*.northgate.example:* http://northgate.example:* http://*.northgate.example:* " +
          'https://staging.example:* https://*.staging.example:* http://staging.example:* http://*.staging.example:*',
      )
      expect(page.headers.get('x-frame-options')).toBeNull()
    }
    // The browser named no page: it decides alone.
    expect(policyOf(await visitorOn(w, undefined).open(url))).toContain('https://northgate.example:*')
  })

  test('sets no cookie, reads none, and is not cached or indexed', async () => {
    const page = await visitorOn(w, listed, { cookie: 'cutaway_language=71' }).open(url)
    expect(page.headers.getSetCookie()).toEqual([])
    expect(await page.text()).toContain('<html lang="en-US" dir="ltr">')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('has one script, no inline script, and is small', async () => {
    const page = await visitorOn(w, listed, { 'accept-encoding': 'gzip' }).open(url)
    const bytes = Buffer.from(await page.arrayBuffer())
    expect(bytes.length).toBeLessThan(12_000)
    const html = gunzipSync(bytes).toString()
    expect([...html.matchAll(/<script([^>]*)>/g)].map((m) => m[1]!.trim())).toEqual([
      'type="module" src="/assets/embed.js"',
      'type="application/json" id="data"',
    ])
    expect(html).not.toMatch(/\son\w+="/)
    expect(html).not.toContain('modulepreload')
    expect(html).toContain('preload="none"')
  })

  test('is in the language of the visitor, the one chosen on it, or that of the embed', async () => {
    const inHebrew = visitorOn(w, listed, { 'accept-language': 'he-IL' })
    expect(await (await inHebrew.open(url)).text()).toContain('<html lang="he-IL" dir="rtl">')
    expect(await (await inHebrew.open(`${url}?lang=fr-FR`)).text()).toContain('<html lang="fr-FR"')
    const { data } = await addEmbed(dana, { domain_name: 'spanish.example', language_id: 98, follows_visitor: 0 })
    const page = await visitorOn(w, 'https://spanish.example/', { 'accept-language': 'he-IL' }).open(data!.url)
    expect(await page.text()).toMatch(/<html lang="es-ES"[\s\S]*es-ES\.mp4/)
  })

  test('shows only the films of its systems, or all of them, and another one by its name', async () => {
    const systems = await addEmbed(dana, {
      embed_type: 'systems',
      sub_system_ids: [101, 102],
      domain_name: 'systems.example',
    })
    const visitor = visitorOn(w, 'https://systems.example/')
    const page = await (await visitor.open(systems.data!.url)).text()
    expect(page).toContain('Drum brake')
    expect(page).not.toContain('Timing belt')
    const href = /href="(\?film=BRKDRM[^"]*)"/.exec(page)![1]!.replaceAll('&#38;', '&').replaceAll('&amp;', '&')
    // Links inside the frame carry on where it stands: the browser names the frame itself then.
    const other = await visitorOn(w, undefined, { 'sec-fetch-site': 'same-origin' }).open(systems.data!.url + href)
    expect(await other.text()).toContain('/film/BRKDRM/en-US.mp4')
    const menu = await addEmbed(dana, { embed_type: 'menu', domain_name: 'menu.example' })
    expect(await (await visitorOn(w, 'https://menu.example/').open(menu.data!.url)).text()).toContain('Timing belt')
    // A film that is not in it is not shown.
    expect(await (await visitor.open(`${systems.data!.url}?film=ENGTIM`)).text()).toContain('/film/BRKDSC/')
  })

  test('is valid HTML in every state', async () => {
    const rules = new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: {
        'no-trailing-whitespace': 'off',
        'void-style': 'off',
        'no-inline-style': 'off',
        'long-title': 'off',
        'no-implicit-button-type': 'off',
        'tel-non-breaking': 'off',
        'require-sri': 'off',
        'doctype-style': 'off',
      },
    })
    const menu = await addEmbed(dana, { embed_type: 'menu', domain_name: 'valid.example' })
    for (const [address, on] of [
      [url, listed],
      [menu.data!.url, 'https://valid.example/'],
      [url, 'https://evil.example/'],
    ] as const) {
      const report = await rules.validateString(await (await visitorOn(w, on).open(address)).text())
      expect(
        report.results.flatMap(({ messages }) => messages.map(({ message, ruleId }) => `${ruleId}: ${message}`)),
      ).toEqual([])
    }
  })
})

describe('elsewhere', () => {
  test('a page that is not listed shows whose film it is and where, and no film', async () => {
    for (const on of [
      'https://evil.example/',
      'https://evilnorthgate.example/',
      'https://northgate.example.evil.example/',
    ]) {
      const page = await visitorOn(w, on).open(url)
      const html = await page.text()
      expect(page.status).toBe(403)
      expect(html).toContain('This film can’t be shown on this website')
      expect(html).toContain('href="https://northgate.example"')
      expect(html).not.toContain('.mp4')
      expect(policyOf(page)).toContain('*')
    }
    // In a tab of its own it is not on a listed page either.
    expect(await (await visitorOn(w, undefined, { 'sec-fetch-dest': 'document' }).open(url)).text()).not.toContain(
      '.mp4',
    )
  })

  test('Dana is told in a mail, once a day, and sees the websites in the list', async () => {
    const { email, user_id } = await dana.me()
    const told = () =>
      w.database.system
        .selectFrom('mails')
        .select('subject')
        .where('to_address', '=', email)
        .where('subject', 'like', '%tried to show your film')
        .execute()
    expect(await told()).toHaveLength(1)
    await visitorOn(w, 'https://other.example/').open(url)
    await visitorOn(w, 'https://evil.example/').open(url)
    expect(await told()).toHaveLength(1)
    w.clock.forward(24 * 3600 + 1)
    await Promise.all(['a', 'b'].map((name) => visitorOn(w, `https://${name}.example/`).open(url)))
    expect(await told()).toHaveLength(2)
    dana = await w.loggedIn('advisor')
    const list = await dana.call(c.getEmbeddedAnimations, { params: { user_id } })
    const embed = list.find((one) => one.url === url)!
    expect(embed.state).toBe('blocked')
    expect(embed.blocked_on).toEqual(expect.arrayContaining(['evil.example', 'other.example', 'a.example']))
  })

  test('a robot is no news, and a flood of names is not kept', async () => {
    const hosts = async () =>
      (await w.database.system.selectFrom('embed_refusals').select('host').execute()).map(({ host }) => host)
    await visitorOn(w, 'https://robot.example/', { 'user-agent': 'Googlebot/2.1' }).open(url)
    expect(await hosts()).not.toContain('robot.example')
    for (let i = 0; i < 60; i += 1) await visitorOn(w, `https://flood${i}.example/`).open(url)
    expect((await hosts()).length).toBe(50)
  })

  test('a test site that has ended is not listed any more', async () => {
    w.clock.forward(31 * 24 * 3600)
    expect((await visitorOn(w, 'https://staging.example/').open(url)).status).toBe(403)
    expect(policyOf(await visitorOn(w, listed).open(url))).not.toContain('staging')
    dana = await w.loggedIn('advisor')
  })
})

describe('an embed that is over', () => {
  const expectOver = async (address: string, on: string) => {
    const page = await visitorOn(w, on).open(address)
    expect(page.status).toBeGreaterThanOrEqual(404)
    const html = await page.text()
    expect(html).toContain('This film is no longer available')
    const film = await visitorOn(w, undefined, { 'sec-fetch-dest': 'video', 'sec-fetch-site': 'same-origin' }).open(
      `${address}/film/BRKDSC/en-US.mp4`,
    )
    expect(film.status).toBe(404)
  }

  test('because it was deleted shows nothing', async () => {
    const { data } = await addEmbed(dana, { domain_name: 'gone.example' })
    await dana.call(c.deleteIframe, { params: { id: data!.id } })
    await expectOver(data!.url, 'https://gone.example/')
  })

  test('because its film left the library shows nothing', async () => {
    const { data } = await addEmbed(dana, { domain_name: 'film.example' })
    await w.database.system.updateTable('embeds').set({ part_id: 'NOSUCH' }).where('embed_id', '=', data!.id).execute()
    await expectOver(data!.url, 'https://film.example/')
    expect((await dana.call(c.getSingleEmbeddedAnimation, { params: { id: data!.id } })).state).toBe('no_film')
  })

  test('because its business is suspended shows nothing until it is not', async () => {
    const { data } = await addEmbed(dana, { domain_name: 'suspended.example' })
    const suspend = (at: Date | null) =>
      w.database.system
        .updateTable('business_entities')
        .set({ suspended_at: at } as never)
        .where('businessentity_id', '=', data!.businessentity_id!)
        .execute()
    await suspend(new Date())
    await expectOver(data!.url, 'https://suspended.example/')
    await suspend(null)
    expect((await visitorOn(w, 'https://suspended.example/').open(data!.url)).status).toBe(200)
  })

  test('or never existed reveals nothing, on this web site and on another one', async () => {
    const path = new URL(url).pathname
    for (const [site, address] of [
      [31, '/e/xxxxxxxxxxxxxxxxxxxxxx'],
      [31, "/e/'%3Bdrop"],
      [44, path],
    ] as const) {
      const page = await w.visitor({ site }).request(address, { headers: { 'user-agent': browser } })
      expect(page.status).toBe(404)
      expect(await page.text()).toContain('This film is no longer available')
    }
  })
})

describe('the film of an embed', () => {
  const ask = (path: string, headers: Record<string, string>) =>
    w
      .visitor()
      .request(new URL(url).pathname + path, { headers: { 'user-agent': browser, range: 'bytes=0-99', ...headers } })
  const player = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'video' }

  test('is served to its own page in ranges, and to no other page, tab or film', async () => {
    const film = await ask('/film/BRKDSC/en-US.mp4', player)
    expect(film.status).toBe(206)
    expect(film.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect((await ask('/film/BRKDSC/en-US.mp4', { ...player, 'sec-fetch-site': 'cross-site' })).status).toBe(404)
    expect((await ask('/film/BRKDSC/en-US.mp4', { ...player, 'sec-fetch-dest': 'document' })).status).toBe(404)
    expect((await ask('/film/BRKDRM/en-US.mp4', player)).status).toBe(404)
    expect((await ask('/film/BRKDSC/..%2fen-US.mp4', player)).status).toBe(404)
  })

  test('is served to a page without an origin by the pass in its address, for a day', async () => {
    const filmOf = async (at: string, on = listed) => {
      const page = await (await visitorOn(w, on).open(at)).text()
      return /src="([^"]+\/film\/BRKDSC\/en-US\.mp4[^"]*)"/.exec(page)![1]!.slice(new URL(at).pathname.length)
    }
    const film = await filmOf(url)
    const sandboxed = { ...player, 'sec-fetch-site': 'cross-site' }
    const given = await ask(film, sandboxed)
    expect(given.status).toBe(206)
    expect(given.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(
      (
        await ask(
          film.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
          sandboxed,
        )
      ).status,
    ).toBe(404)
    expect((await ask(film, { ...sandboxed, 'sec-fetch-dest': 'document' })).status).toBe(404)
    // The pass of another embed, and the signature of the page around, open nothing.
    const other = (await addEmbed(dana, { domain_name: 'other.example' })).data!.url
    const { search } = new URL(await filmOf(other, 'https://other.example/'), 'http://x')
    expect((await ask(`/film/BRKDSC/en-US.mp4${search}`, sandboxed)).status).toBe(404)
    const proof = /"proof":"([^"]+)"/.exec(await (await visitorOn(w, listed).open(url)).text())![1]!
    expect((await ask(`/film/BRKDSC/en-US.mp4?pass=${encodeURIComponent(proof)}`, sandboxed)).status).toBe(404)
    w.clock.forward(24 * 3600 + 1)
    expect((await ask(film, sandboxed)).status).toBe(404)
    expect((await ask(film, player)).status).toBe(206)
    await dana.logIn('advisor')
  })

  test('a page without an origin may read captions and report a view, and call nothing else', async () => {
    const asking = (path: string, method = 'OPTIONS') =>
      w.visitor().request(path, {
        method,
        headers: { origin: 'null', 'access-control-request-method': 'POST', 'sec-fetch-site': 'cross-site' },
      })
    const preflight = await asking('/api/v1/embedViewed')
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    const captions = await asking('/api/v1/captions/31/BRKDSC/en-US.vtt', 'GET')
    expect([captions.status, captions.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const { report } = JSON.parse(
      /id="data">(.*?)<\/script>/s.exec(await (await visitorOn(w, listed).open(url)).text())![1]!,
    ) as { report: { view: object } }
    const viewFrom = async (person: Person, origin: string) => {
      const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'cross-site' }
      const body = JSON.stringify({ ...report.view, view_key: randomUUID() })
      return (await person.request('/api/v1/embedViewed', { method: 'POST', headers, body })).status
    }
    expect(await viewFrom(w.visitor(), 'null')).toBe(200)
    // Neither another website nor anybody's session.
    expect(await viewFrom(w.visitor(), 'https://evil.example')).toBe(403)
    expect(await viewFrom(dana, 'null')).toBe(403)
    await w.database.system.deleteFrom('embed_views').execute()
    for (const path of ['/api/v1/login', '/api/v1/getUserSession', '/api/v1/addIframe', '/e/unknown'])
      expect((await asking(path)).headers.get('access-control-allow-origin'), path).toBeNull()
  })
})

describe('a view', () => {
  test('counts once, with the host of the page, and apart from machines', async () => {
    const before = (await views()).length
    const visitor = visitorOn(w, listed)
    const key = randomUUID()
    expect((await visitor.watch(url, key)).answer.status).toBe(1)
    await visitor.watch(url, key)
    await visitor.watch(url, randomUUID(), 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/150.0.0.0 Safari/537.36')
    const added = (await views()).slice(before)
    expect(added).toEqual([
      { host: 'www.northgate.example', part_id: 'BRKDSC', language: 'en-US', machine: null },
      { host: 'www.northgate.example', part_id: 'BRKDSC', language: 'en-US', machine: 'scanner' },
    ])
    const embed = (await dana.call(c.getEmbeddedAnimations, { params: { user_id: (await dana.me()).user_id } })).find(
      (one) => one.url === url,
    )!
    expect(embed.views).toBe(1)
  })

  test('loses the address of its visitor after 13 months, and counts all the same', async () => {
    const addresses = async () =>
      (await w.database.system.selectFrom('embed_views').select('remote_address').execute()).map(
        (v) => v.remote_address,
      )
    const before = await addresses()
    expect(before.every((one) => one !== '')).toBe(true)
    const after = (days: number) => new Date(w.clock.now().getTime() + days * 86_400_000)
    expect(await clearAddresses(w.database.system, after(380))).toBe(0)
    expect(await clearAddresses(w.database.system, after(400))).toBe(before.length)
    expect(await addresses()).toEqual(before.map(() => ''))
    expect(await clearAddresses(w.database.system, after(400))).toBe(0)
  })

  test('is not taken with a host that the server did not sign, nor for another film', async () => {
    const { report } = await visitorOn(w, listed).watch(url)
    const before = (await views()).length
    const post = (more: object) =>
      w.visitor().send(c.embedViewed, { body: { ...report, view_key: randomUUID(), ...more } })
    expect((await post({ proof: `fame.example.${report.proof.split('.').at(-1)!}` })).message).toBe(
      'embed_not_available',
    )
    expect((await post({ proof: '' })).message).toBe('embed_not_available')
    expect((await post({ part_id: 'BRKDRM' })).message).toBe('embed_not_available')
    expect((await post({ token: 'x'.repeat(22) })).message).toBe('embed_not_available')
    expect((await views()).length).toBe(before)
  })
})

describe('the preview', () => {
  test('is for people who may embed, in a frame of the portal alone, and counts nothing', async () => {
    const path = '/embed_preview?type=systems&systems=101,102'
    const page = await dana.request(path)
    const html = await page.text()
    expect(policyOf(page)).toBe("'self'")
    expect(html).toContain('/films/BRKDSC/')
    expect(html).toContain('"report":null')
    expect((await w.visitor().request(path)).status).toBe(401)
    expect((await (await w.loggedIn('kiosk')).request(path)).status).toBe(403)
    expect(await (await dana.request('/embed_preview?type=single&part=')).text()).toContain('Choose what to show')
  })
})

describe('oEmbed', () => {
  const ask = async (query: string) => {
    const answer = await w.visitor().request(`/oembed?${query}`)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  test('is named by the page, and describes the frame within the size that is asked for', async () => {
    const page = await (await visitorOn(w, listed).open(url)).text()
    const href = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page)![1]!
    const { search } = new URL(href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'))
    const { body } = await ask(search.slice(1))
    expect(body).toMatchObject({ version: '1.0', type: 'video', title: 'Disc brake', width: 800, height: 500 })
    expect(body['html']).toContain(`<iframe src="${url}"`)
    const small = await ask(`${search.slice(1)}&maxwidth=320&maxheight=100`)
    expect(small.body).toMatchObject({ width: 320, height: 100 })
    expect((await ask(`url=${encodeURIComponent(url.replace(/\/e\/.*/, '/e/unknown'))}`)).status).toBe(404)
  })

  test('is named by the page in a tab too, where programs look for it, and ends with the embed', async () => {
    const { data } = await addEmbed(dana, { domain_name: 'described.example', width: '650', height: '640' })
    const tab = await (await visitorOn(w, undefined, { 'sec-fetch-dest': 'document' }).open(data!.url)).text()
    expect(tab).toContain(`type="application/json+oembed" href="`)
    expect(tab).not.toContain('.mp4')
    const query = `url=${encodeURIComponent(data!.url)}`
    const { body } = await ask(query)
    expect(body).toMatchObject({ type: 'video', width: 650, height: 640 })
    const picture = await w.visitor().request(new URL(body['thumbnail_url'] as string).pathname)
    expect(picture.status).toBe(200)
    expect((await w.visitor().request(`/oembed?${query}&format=xml`)).status).toBe(501)
    expect((await ask('')).status).toBe(400)
    // Of another host it says nothing: not even whether it asked.
    for (const other of ['https://evil.example/e/x', 'file:///e/x', data!.url.replace('/e/', '/l/')])
      expect((await ask(`url=${encodeURIComponent(other)}`)).status).toBe(404)
    await dana.call(c.deleteIframe, { params: { id: data!.id } })
    expect((await ask(query)).status).toBe(404)
  })
})

test('3,000 requests for the page do not make the memory grow', async () => {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  const { pathname } = new URL(url)
  const load = async (times: number) => {
    for (let i = 0; i < times; i += 20)
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const page = await w.visitor().request(pathname, {
            headers: { 'user-agent': browser, referer: listed, 'sec-fetch-dest': 'iframe' },
          })
          expect(page.status, String(i + n)).toBe(200)
          await page.arrayBuffer()
        }),
      )
    collect()
    await new Promise((resolve) => setTimeout(resolve, 50))
    collect()
    return process.memoryUsage().heapUsed / 1024 ** 2
  }
  const before = await load(600)
  const after = await load(3000)
  expect(after - before).toBeLessThan(6)
}, 120_000)
