import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

/** Single facts of a film: they equal those of its page and have the same access rules. */

const {
  getNarratedPartId,
  getNarratedPartLanguage,
  checkAllAvailableMP4AV,
  getNarratedVideoUrl,
  getPlayAnimationVideo,
  getVideoInfo,
  getPartDetails,
  getRelatedNarratedList,
  getCaptions,
  getAllCaptions,
  relatedAnimationsDetailsByPartId,
  relatedAnimationsDetailsAndTiming,
} = contract.player

let w: World
let dana: Person
let danaId: number
const [english, thai, french] = [50, 26, 94]

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const page = (part_id: string, language: number) =>
  dana.call(relatedAnimationsDetailsByPartId, {
    params: { user_id: danaId, part_id, brand_id: 1, driverside: 'left', language_id: String(language) },
  })

test('the narrated twin of a part is found by either id', async () => {
  for (const part_id of ['BRKDSC', 'BRKDSC-INT', 'brkdsc-int'])
    expect(await dana.call(getNarratedPartId, { params: { part_id } })).toEqual({
      equivalent_narrated_part_id: 'BRKDSC',
    })
})

test('the languages of a film are those of its page; an interactive film has no narration', async () => {
  const { narratedLanguages } = await page('BRKDSC', english)
  expect(await dana.call(getNarratedPartLanguage, { params: { site: 31, part: 'BRKDSC' } })).toEqual(narratedLanguages)
  expect(await dana.send(getNarratedPartLanguage, { params: { site: 31, part: 'BRKDSC-INT' } })).toMatchObject({
    status: 0,
    message: 'Videos Are Not Available',
  })
})

test('the file check uses the part id and never fetches the given URL', async () => {
  const params = {
    part_id: 'BRKDSC',
    web_site_id: 31,
    brand_id: 1,
    driverside: 'left' as const,
    language_id: '50',
    video_url: 'http://127.0.0.1:1/never',
    tag_name: 'disc / brake',
  }
  const { available_lang } = await dana.call(checkAllAvailableMP4AV, { params })
  expect(available_lang.map((l) => l.language_code)).toEqual(['en-US', 'es-ES', 'fr-FR', 'he-IL'])
})

test('a plain file is the one of the page in that language, and missing in a language without narration', async () => {
  const url = async (part_id: string, lang_id: number) =>
    (await dana.call(getNarratedVideoUrl, { params: { json: { part_id, lang_id } } })).narratedVideoUrl
  expect(await url('BRKDSC', french)).toBe((await page('BRKDSC', french)).video.videoUrl)
  expect(await url('BRKDSC-INT', french)).toBe(await url('BRKDSC', french))
  expect(await url('BRKDSC', thai)).toBeNull()
  const played = await dana.call(getPlayAnimationVideo, {
    params: { json: { part_id: 'BRKDSC-INT', brand_id: 1, lang_id: english } },
  })
  expect(played.partsNarrated.video_url).toBe((await page('BRKDSC-INT', english)).video.videoUrl)
})

test('the URLs of a film fall back to the second language, and are served', async () => {
  const info = await dana.call(getVideoInfo, {
    params: { json: { part_id: 'BRKDSC', lang_id: thai, default_lang_id: french, brand: 1 } },
  })
  expect(info.language_id).toBe(french)
  for (const address of [info.video_url, info.video_url_hls, info.video_url_dash, info.image_url])
    expect((await dana.request(address!)).status).toBe(200)
})

test('a part has its name and text in Thai', async () => {
  const part = await dana.call(getPartDetails, { params: { part: 'BRKDSC', lang: 'th-TH' } })
  const { part_name, keywords, description } = await page('BRKDSC', thai)
  expect(part).toMatchObject({ part_id: 'BRKDSC', video_type: 'narrated', part_name, keywords, description })
})

test('the narrated related films are those of the page without the interactive ones', async () => {
  const related = await dana.call(getRelatedNarratedList, {
    params: { part: 'BRKDSC', brand: 1, driverside: 'left', lang: '50' },
  })
  expect(related.length).toBeGreaterThan(0)
  expect(related).toEqual((await page('BRKDSC', english)).related.filter((f) => f.video_type === 'narrated'))
})

test('captions are returned for one film and for all films', async () => {
  const all = await dana.call(getAllCaptions, { params: { web_site: 31, lang: 'th-TH' } })
  const one = await dana.call(getCaptions, { params: { web_site: 31, part_id: 'BRKDSC', lang: 'th-TH' } })
  expect(all).toContainEqual({ part_id: 'BRKDSC', url: one.url })
  expect((await dana.request(one.url!)).headers.get('content-type')).toMatch('text/vtt')
  const none = await dana.call(getCaptions, { params: { web_site: 31, part_id: 'BRKDSC-INT', lang: 'th-TH' } })
  expect(none.url).toBeNull()
})

test('the timing of a part is that of its page, for the requested kind', async () => {
  const timing = await dana.call(relatedAnimationsDetailsAndTiming, {
    params: {
      user_id: danaId,
      part_id: 'BRKDSC',
      brand_id: 1,
      driverside: 'left',
      language_id: '50',
      video_type: 'interactive',
    },
  })
  const { interactiveButtons, buttonLabels, defaultPlayTime } = await page('BRKDSC-INT', english)
  expect(timing).toMatchObject({ interactiveButtons, buttonLabels, defaultPlayTime })
  expect(timing.video.partId).toBe('BRKDSC-INT')
})

test('a part that does not exist, or is not of the brand, is not found by any of them', async () => {
  for (const [part, brand] of [
    ['NOSUCH', 1],
    ['BRKDRM', 2],
  ] as const) {
    const answer = await dana.send(getRelatedNarratedList, { params: { part, brand, driverside: 'left', lang: '50' } })
    expect(answer.status).toBe(0)
  }
  expect(await dana.send(getPartDetails, { params: { part: 'NOSUCH', lang: '50' } })).toMatchObject({
    status: 0,
    message: 'Part no found',
  })
})
