import { contract } from '@cutaway/contract'
import { urlOf } from '@cutaway/contract/client.ts'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../testing/pdf.ts'
import { world, type Person, type World } from '../../../testing/world.ts'

/** The PDF that Dana gives her customers: its facts and the file. */

const { getPdfDetailsByMpdf, getPdfFormation, partPdf, relatedAnimationsDetailsByPartId } = contract.player

let w: World
let dana: Person
let danaId: number
beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const at = (part_id: string, language: string, user_id = danaId) => ({
  params: { user_id, part_id, language_id: language },
})
const facts = async (part: string, language: string, person = dana, id = danaId) =>
  (await person.call(getPdfDetailsByMpdf, at(part, language, id))).partsPdf
const file = async (part: string, language: string, person = dana, id = danaId) => {
  const response = await person.request(urlOf(partPdf, at(part, language, id).params))
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('the facts', () => {
  test('name, text, captions, pictures, copyright and where Dana works', async () => {
    const pdf = await facts('BRKDSC', '50')
    expect(pdf).toMatchObject({
      part_id: 'BRKDSC',
      tag_name: 'Disc brake',
      language_id: 50,
      asked_language_id: 50,
      direction: 'ltr',
      location_details: { location_name: 'Harbor Road', street1: '418 Harbor Road', city: 'Portland' },
    })
    expect(pdf.location_details?.business_name).not.toBe('')
    expect(pdf.pdf_text).toMatch(/^A disc brake slows the wheel/)
    expect(pdf.caption2).toMatch(/^Worn pads/)
    expect(pdf.str_copy_right).toMatch(new RegExp(`^© ${w.clock.now().getFullYear()} .*All rights reserved`))
    for (const picture of [pdf.pdf_image1!, pdf.pdf_image2!]) {
      const response = await dana.request(picture)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    }
    expect(decodeURIComponent(pdf.pdf_logo)).toMatch(/^data:image\/svg\+xml,<svg .*>N<\/text><\/svg>$/)
  })

  test('the text is translated per language of the site, each with its own direction', async () => {
    const { translated_text: all } = await facts('BRKDSC', '71')
    expect(all.map((t) => t.language_code).toSorted()).toEqual(['en-US', 'es-ES', 'fr-FR', 'he-IL', 'th-TH', 'zh-CN'])
    expect(new Set(all.map((t) => t.pdf_text)).size).toBe(all.length)
    expect(all.find((t) => t.language_id === 71)).toMatchObject({ direction: 'rtl', tag_name: 'בלם דיסק' })
  })

  test('language 50 is the default for PDF text when none is selected', async () => {
    expect((await facts('BRKDSC', '0')).language_id).toBe(50)
    const { partsPdf } = await dana.call(getPdfFormation, { params: { part_id: 'BRKDSC' } })
    expect(partsPdf.language_id).toBe(50)
    // Also if the site's own language is another.
    const tali = await w.loggedIn('advisor', { site: 142 })
    const taliId = (await tali.me()).user_id
    expect((await facts('BRKDSC', '0', tali, taliId)).language_id).toBe(50)
  })

  test('the page of a PDF has the same content as the dialog', async () => {
    const { partsPdf } = await dana.call(getPdfFormation, { params: { part_id: 'BRKDSC' } })
    expect(partsPdf).toEqual(await facts('BRKDSC', '50'))
  })

  test('the details of the film include them, in the language of the page and without a location', async () => {
    const details = await dana.call(relatedAnimationsDetailsByPartId, {
      params: { user_id: danaId, part_id: 'BRKDSC', brand_id: 1, driverside: 'left', language_id: '98' },
    })
    const spanish = await facts('BRKDSC', '98')
    expect(details.partsPdf).toMatchObject({
      pdf_text: spanish.pdf_text,
      caption1: spanish.caption1,
      location_details: null,
      pdf_url: null,
    })
    expect(details.partsPdf?.translated_text.map((t) => t.language_id)).toEqual([98])
  })
})

/** Returns the text of a printed line without spaces, which line breaks and bidirectional runs change. */
const letters = (text: string) =>
  Array.from(text.normalize('NFKC').replace(/[\s\p{P}\p{M}]/gu, ''))
    .toSorted()
    .join('')

describe('the file', () => {
  test('has the whole text, two pictures, the location and the copyright on one page of letter paper', async () => {
    const { response, bytes } = await file('BRKDSC', '50')
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const read = readPdf(bytes)
    expect(read).toMatchObject({ pages: 1, paper: [612, 792], pictures: 2, language: 'en-US', title: 'Disc brake' })
    const words = read.text.replace(/\s+/g, ' ')
    const pdf = await facts('BRKDSC', '50')
    for (const text of [
      ...pdf.pdf_text.split('\n\n'),
      pdf.caption1,
      pdf.caption2,
      pdf.str_copy_right,
      'Harbor Road',
      'Page 1 of 1',
    ])
      expect(words).toContain(text.replace(/\s+/g, ' '))
  })

  test.each([
    ['Hebrew', '71', 'Heebo-Regular'],
    ['Thai', '26', 'NotoSansThai-Regular'],
    ['Chinese', '65', 'NotoSansSC-Regular'],
    ['French', '94', 'Inter-Regular'],
    ['Spanish', '98', 'Inter-Regular'],
  ])('loses no letter in %s, and brings the font along', async (_, language, font) => {
    const part = 'BRKDSC'
    const { bytes } = await file(part, language)
    const read = readPdf(bytes)
    const pdf = await facts(part, language)
    expect(read.fonts).toContain(font)
    expect(read.pages).toBe(1)
    expect(read.text).not.toContain('\ufffd')
    const missing = new Map<string, number>()
    for (const letter of letters(pdf.pdf_text + pdf.caption1 + pdf.caption2 + pdf.tag_name))
      missing.set(letter, (missing.get(letter) ?? 0) + 1)
    for (const letter of letters(read.text)) missing.set(letter, (missing.get(letter) ?? 0) - 1)
    expect([...missing].filter(([, count]) => count > 0)).toEqual([])
  })

  test('Hebrew is drawn from right to left', async () => {
    const { bytes } = await file('BRKDSC', '71')
    // Read from left to right, the printed word is reversed.
    expect(readPdf(bytes).text).toContain(Array.from('דיסק').toReversed().join(''))
  })

  test('is A4 outside North America', async () => {
    const ada = await w.loggedIn('advisor', { site: 33 })
    const { bytes } = await file('BRKDSC', '49', ada, (await ada.me()).user_id)
    expect(readPdf(bytes).paper).toEqual([595, 842])
  })

  test('has a file name in its own language', async () => {
    const { response } = await file('BRKDSC', '71')
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="BRKDSC.pdf"; filename*=UTF-8''${encodeURIComponent('בלם דיסק.pdf')}`,
    )
    expect(response.headers.get('content-language')).toBe('he-IL')
    expect(response.headers.get('cache-control')).toContain('private')
  })

  test('shows the logo and the name of the tenant, and the location of its user', async () => {
    const tali = await w.loggedIn('advisor', { site: 44 })
    const { bytes } = await file('BRKDSC', '50', tali, (await tali.me()).user_id)
    const { session } = { session: await tali.call(contract.sessions.getUserSession) }
    expect(readPdf(bytes).text.replace(/\n/g, ' ')).toContain(session.web_site.name)
    const elena = await w.loggedIn('enterprise')
    const forDana = readPdf((await file('BRKDSC', '50', elena)).bytes)
    expect(forDana.text.replace(/\n/g, '')).toContain('418 Harbor Road')
  })

  test('ten concurrent requests get the same file', async () => {
    const files = await Promise.all(Array.from({ length: 10 }, () => file('TYRWER', '50')))
    expect(new Set(files.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(1)
  })

  test('holds no database connection while it is drawn', async () => {
    const drawing = file('STRRCK', '65')
    const began = performance.now()
    await dana.me()
    await facts('STRRCK', '65')
    const took = performance.now() - began
    await drawing
    expect(took).toBeLessThan(performance.now() - began)
  })
})

describe('is refused', () => {
  test('for a part that does not exist', async () => {
    const answer = await dana.send(getPdfDetailsByMpdf, at('NOSUCH', '50'))
    expect(answer).toMatchObject({ http: 200, status: 0, message: 'Part no found' })
    // A refusal must not look like a file, because the browser would save it.
    expect(await dana.send(partPdf, at('NOSUCH', '50'))).toMatchObject({ http: 404, message: 'Part no found' })
    expect(await dana.send(getPdfFormation, { params: { part_id: 'NOSUCH' } })).toMatchObject({
      status: 0,
      message: 'Part no found',
    })
  })

  test('for a part that no brand of the site shows', async () => {
    // A site of motorcycles alone: the drum brake is shown for cars only.
    await w.database.system
      .deleteFrom('web_site_brands')
      .where('web_site_id', '=', 189)
      .where('brand_id', '!=', 2)
      .execute()
    await w.running.services.sites.refresh()
    const rider = await w.loggedIn('advisor', { site: 189 })
    const id = (await rider.me()).user_id
    expect((await facts('BRKDSC', '50', rider, id)).tag_name).toBe('Disc brake')
    expect(await rider.send(getPdfDetailsByMpdf, at('BRKDRM', '50', id))).toMatchObject({
      status: 0,
      message: 'Part no found',
    })
  })

  test('in the same way for a user out of reach, of another site and for an unknown user', async () => {
    const eve = await w.loggedIn('advisor2')
    const elsewhere = (await (await w.loggedIn('advisor', { site: 44 })).me()).user_id
    const answers = []
    for (const id of [danaId, elsewhere, 2_000_000_000]) {
      const { response, bytes } = await file('BRKDSC', '50', eve, id)
      answers.push([response.status, Buffer.from(bytes).toString()])
      expect((await eve.send(getPdfDetailsByMpdf, at('BRKDSC', '50', id))).http).toBe(403)
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]?.[0]).toBe(403)
  })

  test('to the touch screen in the waiting room, which has no right to PDFs', async () => {
    const kiosk = await w.loggedIn('kiosk')
    const id = (await kiosk.me()).user_id
    expect(await kiosk.send(getPdfDetailsByMpdf, at('BRKDSC', '50', id))).toMatchObject({ http: 403 })
    expect(await kiosk.send(getPdfFormation, { params: { part_id: 'BRKDSC' } })).toMatchObject({ http: 403 })
    expect((await file('BRKDSC', '50', kiosk, id)).response.status).toBe(403)
  })

  test('to a visitor: a part id alone opens nothing, whether the part exists or not', async () => {
    for (const part_id of ['BRKDSC', 'NOSUCH'])
      expect(await w.visitor().send(getPdfFormation, { params: { part_id } })).toMatchObject({
        http: 200,
        status: 0,
        message: 'pdf_link_required',
        data: null,
      })
    expect((await file('BRKDSC', '50', w.visitor())).response.status).toBe(401)
  })

  test('in an unknown language', async () => {
    expect(await dana.send(getPdfDetailsByMpdf, at('BRKDSC', '9999'))).toMatchObject({ http: 404 })
  })
})

describe('a library with gaps', () => {
  let folder: string
  let gaps: World
  let lena: Person
  let lenaId: number
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cutaway-library-'))
    await cp(join(import.meta.dirname, '../../../../../library'), folder, { recursive: true })
    const parts = join(folder, 'parts')
    await rm(join(parts, 'BRKDSC/text.th-TH.yaml'))
    await rm(join(parts, 'BRKDSC/media/pdf-2.jpg'))
    for (const tag of ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']) {
      const path = join(parts, `BRKDRM/text.${tag}.yaml`)
      await writeFile(
        path,
        (await readFile(path, 'utf8')).replace(/( {2}text: )\|\n(?: {4}.*\n|\n)+(?= {2}caption1)/, "$1''\n"),
      )
    }
    gaps = await world({ env: { LIBRARY_DIR: folder } })
    lena = await gaps.loggedIn('advisor')
    lenaId = (await lena.me()).user_id
  })
  afterAll(async () => {
    await gaps.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('a text missing in the language falls back to English and is marked as such', async () => {
    const pdf = await facts('BRKDSC', '26', lena, lenaId)
    expect(pdf).toMatchObject({ asked_language_id: 26, language_id: 50, tag_name: 'Disc brake' })
    expect(pdf.translated_text.map((t) => t.language_id)).not.toContain(26)
    const { response } = await file('BRKDSC', '26', lena, lenaId)
    expect(response.headers.get('content-language')).toBe('en-US')
  })

  test('a picture that is missing is left out, and the document is made', async () => {
    const pdf = await facts('BRKDSC', '50', lena, lenaId)
    expect(pdf.pdf_image1).not.toBeNull()
    expect(pdf.pdf_image2).toBeNull()
    const read = readPdf((await file('BRKDSC', '50', lena, lenaId)).bytes)
    expect(read).toMatchObject({ pictures: 1, pages: 1 })
    expect(read.text).not.toContain('Worn pads')
  })

  test('a part without text in any language has no PDF, and its film is still shown', async () => {
    expect(await lena.send(getPdfDetailsByMpdf, at('BRKDRM', '50', lenaId))).toMatchObject({
      status: 0,
      message: 'pdf_not_available',
    })
    const film = await lena.call(relatedAnimationsDetailsByPartId, {
      params: { user_id: lenaId, part_id: 'BRKDRM', brand_id: 1, driverside: 'left', language_id: '50' },
    })
    expect(film.partsPdf).toBeNull()
  })
})
