import { contract } from '@cutaway/contract'
import { urlOf } from '@cutaway/contract/client.ts'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadLibrary } from '../catalogue/library/library.ts'
import { world, type Person, type World } from '../../testing/world.ts'

const { relatedAnimationsDetailsByPartId, getSampleAnimation, getSampleAnimations, captions } = contract.player
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const params = (part_id: string, language_id = '50') =>
  ({ user_id: danaId, part_id, brand_id: 1, driverside: 'left', language_id }) as const
const details = (part: string, language?: string) =>
  dana.call(relatedAnimationsDetailsByPartId, { params: params(part, language) })

test('Dana opens the disc brake: film, chapters, transcript, languages and the interactive twin', async () => {
  const film = await details('BRKDSC')
  expect(film).toMatchObject({
    part_name: 'Disc brake',
    system: { system_name: 'Brakes' },
    equivalent_interactive_part_id: 'BRKDSC-INT',
    syntheticNarration: true,
    video: { video_type: 'narrated', language_id: 50, duration: 25 },
  })
  expect(film.narratedLanguages.map((l) => l.name)).toEqual(['English', 'Español', 'Français', 'עברית'])
  expect(film.captions.map((l) => l.language_code)).toEqual(['en-US', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH'])
  expect(film.chapters).toHaveLength(5)
  expect(film.transcript[0]?.text).toBe('The disc brake turns foot pressure into stopping force.')
  expect(film.related.map((r) => r.part_id)).toContain('BRKDSC-INT')
})

test('in Thai, which has no narration, she gets Thai texts and the English voice, marked by its language', async () => {
  const film = await details('BRKDSC', '26')
  expect(film.video.language_id).toBe(50)
  expect(film.captions.map((c) => c.language_id)).toContain(26)
  expect(film.part_name).not.toBe('Disc brake')
})

test('the interactive film has six steps with labels, and one that loops', async () => {
  const film = await details('BRKDSC-INT')
  expect(film.video.video_type).toBe('interactive')
  expect(film.interactiveButtons.map((b) => b.title)).toEqual([
    'At rest',
    'Brakes applied',
    'Released',
    expect.stringContaining('New pad'),
    expect.stringContaining('Half worn'),
    expect.stringContaining('Worn'),
  ])
  expect(film.interactiveButtons.filter((b) => b.loop_time)).toHaveLength(1)
  expect(film.defaultPlayTime).toBe(film.interactiveButtons[0]?.play_time)
  expect(new Set(film.buttonLabels.map((l) => l.button_id)).size).toBe(6)
})

test('the details of a film have the addresses of the narrated and the interactive film of the part', async () => {
  const urls = async (part: string, who = dana) => {
    const { user_id } = await who.me()
    const { video } = await who.call(relatedAnimationsDetailsByPartId, { params: { ...params(part), user_id } })
    return [video.videoUrl, video.narratedVideoUrl, video.interactiveVideoUrl]
  }
  const [narrated, ...both] = await urls('BRKDSC')
  const [interactive, ...same] = await urls('BRKDSC-INT')
  expect(both).toEqual([narrated, interactive])
  expect(same).toEqual(both)
  expect(new Set([narrated, interactive, null]).size).toBe(3)
  // A touch screen may not play the interactive film.
  expect(await urls('BRKDSC', await w.loggedIn('kiosk'))).toEqual([narrated, narrated, null])
})

test('a driver side may be a word or its first letter', async () => {
  const on = async (side: string) => {
    const path = urlOf(relatedAnimationsDetailsByPartId, params('BRKDSC')).replace('/left/', `/${side}/`)
    return (await dana.request(path)).json()
  }
  const left = await on('left')
  expect(left).toMatchObject({ status: 1, data: { part_name: 'Disc brake' } })
  expect(await on('l')).toEqual(left)
  expect(await on('r')).toEqual(await on('right'))
  expect(await on('x')).toMatchObject({ status: 0, message: 'invalid_request' })
})

test('an unknown part is refused with "Part no found"', async () => {
  expect(await dana.send(relatedAnimationsDetailsByPartId, { params: params('NOSUCH') })).toMatchObject({
    http: 200,
    status: 0,
    message: 'Part no found',
  })
})

test('the plain film of a language has picture and voice, and is served in ranges', async () => {
  const { video } = await details('BRKDSC')
  const whole = await dana.request(video.videoUrl!)
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-type')).toBe('video/mp4')
  const bytes = new Uint8Array(await whole.arrayBuffer())
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  expect(await input.computeDuration()).toBeCloseTo(25, 0)
  expect(await (await input.getPrimaryVideoTrack())?.getCodec()).toBe('avc')
  expect(await (await input.getPrimaryAudioTrack())?.getCodec()).toBe('aac')

  const part = await dana.request(video.videoUrl!, { headers: { range: 'bytes=100-199' } })
  expect(part.status).toBe(206)
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200))
  expect((await dana.request(video.videoUrl!, { headers: { range: `bytes=${bytes.length + 5}-` } })).status).toBe(416)
})

test('ten concurrent requests for a film share one remux and get the same file', async () => {
  const { video } = await details('BRKDSC', '94')
  const sizes = await Promise.all(
    Array.from({ length: 10 }, async () => (await (await dana.request(video.videoUrl!)).arrayBuffer()).byteLength),
  )
  expect(new Set(sizes).size).toBe(1)
})

test('HLS and DASH offer only the languages of the site', async () => {
  const { video } = await details('BRKDSC')
  const master = await (await dana.request(video.videoUrlVodHLS!)).text()
  expect([...master.matchAll(/TYPE=AUDIO.*?LANGUAGE="([^"]+)"/g)].map((m) => m[1])).toEqual([
    'en-US',
    'es-ES',
    'fr-FR',
    'he-IL',
  ])
  expect(master).toMatch(/RESOLUTION=1280x720/)
  const segments = await dana.request(video.videoUrlVodHLS!.replace('master.m3u8', 'video-720.m3u8'))
  expect(segments.status).toBe(200)

  const tali = await w.loggedIn('advisor', { site: 142 })
  const taliId = (await tali.me()).user_id
  const film = await tali.call(relatedAnimationsDetailsByPartId, {
    params: { ...params('BRKDSC', '71'), user_id: taliId },
  })
  const hers = await (await tali.request(film.video.videoUrlVodHLS!)).text()
  expect([...hers.matchAll(/TYPE=AUDIO.*?LANGUAGE="([^"]+)"/g)].map((m) => m[1])).toEqual(['he-IL', 'en-US'])
  const dash = await (await tali.request(film.video.videoUrlVodDASH!)).text()
  expect(dash).not.toMatch(/contentType="audio"[^>]*lang="(es|fr)/)
})

test('captions are WebVTT in the languages of the site, with a time for each word', async () => {
  const vtt = await dana.request(urlOf(captions, { web_site: 31, part_id: 'BRKDSC', lang: 'he-IL' }))
  expect(vtt.headers.get('content-type')).toContain('text/vtt')
  expect(await vtt.text()).toMatch(/^WEBVTT[\s\S]*<\d\d:\d\d:\d\d\.\d{3}>/)
  expect((await dana.request('/api/v1/captions/31/BRKDSC/de-DE.vtt')).status).toBe(404)
  expect((await dana.request('/api/v1/captions/31/BRKDSC-INT/en-US.vtt')).status).toBe(404)
})

test('visitors see only the sample films of a site', async () => {
  const visitor = w.visitor()
  const samples = await visitor.call(getSampleAnimations, { params: { lang: 'en-US' } })
  expect(samples.length).toBeGreaterThan(0)
  const film = await visitor.call(getSampleAnimation, { params: { part_id: samples[0]!.part_id, lang: 'en-US' } })
  expect((await visitor.request(film.video.videoUrl!)).status).toBe(200)
  expect(await visitor.send(getSampleAnimation, { params: { part_id: 'NOSUCH', lang: 'en-US' } })).toMatchObject({
    status: 0,
  })
})

test('files outside the films are not served', async () => {
  for (const file of [
    '..%2fpart.yaml',
    '%2e%2e%2fpart.yaml',
    '.hidden',
    'hashes.json%00.mp4',
    'film-xx-XX.mp4',
    'film-de-DE.mp4',
  ])
    expect((await dana.request(`/films/BRKDSC/x/${file}`)).status, file).toBeGreaterThanOrEqual(400)
})

test('a film with a missing file still has a page: the response has no URL for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-library-'))
  await cp(join(import.meta.dirname, '../../../../library'), folder, { recursive: true })
  await rm(join(folder, 'parts/BRKDSC/media/video-720.mp4'))
  const other = await world({ env: { LIBRARY_DIR: folder } })
  try {
    const lena = await other.loggedIn('advisor')
    const id = (await lena.me()).user_id
    const film = await lena.call(relatedAnimationsDetailsByPartId, { params: { ...params('BRKDSC'), user_id: id } })
    expect(film.video).toMatchObject({ videoUrl: null, videoUrlVodHLS: null, narratedVideoUrl: null })
    expect(film.part_name).toBe('Disc brake')
  } finally {
    await other.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('the touch screen in the waiting room sees narrated films only', async () => {
  const kiosk = await w.loggedIn('kiosk')
  const user_id = (await kiosk.me()).user_id
  const open = (part: string) => kiosk.send(relatedAnimationsDetailsByPartId, { params: { ...params(part), user_id } })
  expect(await open('BRKDSC')).toMatchObject({ status: 1 })
  expect(await open('BRKDSC-INT')).toMatchObject({ status: 0, message: 'Part no found' })
})

test('the touch screen gets no text of the PDF, because it has no PDF', async () => {
  const kiosk = await w.loggedIn('kiosk')
  const asked = { params: { ...params('BRKDSC'), user_id: (await kiosk.me()).user_id } }
  expect((await kiosk.call(relatedAnimationsDetailsByPartId, asked)).partsPdf).toBeNull()
  const own = { params: params('BRKDSC') }
  expect((await dana.call(relatedAnimationsDetailsByPartId, own)).partsPdf).toMatchObject({ tag_name: 'Disc brake' })
})

test('the files of an interactive film require its right, those of a narrated film do not', async () => {
  const library = loadLibrary(join(import.meta.dirname, '../../../../library'))
  const { of } = library.films.findLast(({ kind }) => kind === 'interactive')!
  const files = {
    narrated: `/films/${of.folder}/${of.version}/${of.streams!.video[0]!.file}`,
    interactive: `/films/${of.folder}/${of.version}/${of.part.interactive_film!.file}`,
  }
  const status = async (who: Person, path: string) => (await who.request(path, { method: 'HEAD' })).status
  const kiosk = await w.loggedIn('kiosk')
  expect([await status(kiosk, files.narrated), await status(kiosk, files.interactive)]).toEqual([200, 403])
  expect([await status(dana, files.narrated), await status(dana, files.interactive)]).toEqual([200, 200])
  const visitor = w.visitor()
  expect([await status(visitor, files.narrated), await status(visitor, files.interactive)]).toEqual([401, 401])

  // The touch screen may have the right, and a user may have that right alone.
  const { user_id } = await kiosk.me()
  const give = (permissions: string[] | null) =>
    w.database.system
      .updateTable('users')
      .set({ permissions })
      .where('web_site_id', '=', 31)
      .where('user_id', '=', user_id)
      .execute()
  await give(['allow_interactive_in_kiosk_mode'])
  expect([await status(kiosk, files.narrated), await status(kiosk, files.interactive)]).toEqual([403, 200])
  await give(null)
})

test('an unknown, foreign or malformed part, language or brand is refused, each with a message key', async () => {
  const send = (more: object) =>
    dana.send(relatedAnimationsDetailsByPartId, { params: { ...params('BRKDSC'), ...more } })
  expect(await send({ part_id: '<b>' })).toMatchObject({ http: 400, status: 0, message: 'invalid_request' })
  expect(await send({ language_id: '9999' })).toMatchObject({ http: 404, status: 0, message: 'not_found' })
  expect(await send({ language_id: '../50' })).toMatchObject({ status: 0, data: null })
  expect(await send({ brand_id: 99_999 })).toMatchObject({ http: 404, status: 0 })
  const hidden = await w.loggedIn('advisor', { site: 44 })
  const { user_id } = await hidden.me()
  const answer = await hidden.send(relatedAnimationsDetailsByPartId, {
    params: { ...params('STRRCK'), user_id, brand_id: 0 },
  })
  expect(answer).toMatchObject({ http: 200, status: 0, message: 'Part no found' })
})
