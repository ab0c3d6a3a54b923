import { contract } from '@cutaway/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../testing/pdf.ts'
import { world, type Person, type World } from '../../../testing/world.ts'

/** Sam gives a web site its own logo. */

const { sites } = contract
const square = '<rect width="24" height="24" fill="#f26b1d"/>'
const svg = (content: string, more = 'viewBox="0 0 24 24"') =>
  `<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" ${more}>${content}</svg>`

let w: World
let sam: Person
beforeAll(async () => {
  w = await world()
  sam = await w.loggedIn('super')
})
afterAll(() => w.close())

const upload = (content: string | Buffer, name = 'logo.svg') =>
  sam.send(sites.uploadWebSiteLogo, { body: {}, file: new File([new Uint8Array(Buffer.from(content))], name) })
const pixelsOf = async (url: string) => {
  const response = await w.visitor().request(url)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const setLogo = async (web_site_id: number, logo: string) => {
  const { version } = await sam.call(sites.getWebSite, { params: { web_site_id } })
  return sam.send(sites.updateWebSite, { body: { web_site_id, version, changes: { logo } } })
}

describe('an uploaded logo', () => {
  test('is a sharp square PNG, whatever the size of the SVG', async () => {
    const { data } = await upload(svg(square))
    const { response, bytes } = await pixelsOf(data!.url)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
  })

  test('has no scripts and no other files in it: only pixels remain of an SVG', async () => {
    const secret = `<image href="file:///etc/passwd" width="24" height="24"/><script>alert(1)</script>`
    const { data } = await upload(svg(square + secret, 'viewBox="0 0 24 24" onload="alert(2)"'))
    const { bytes } = await pixelsOf(data!.url)
    expect(bytes.toString('latin1')).not.toMatch(/script|onload|passwd/)
  })

  test('keeps its proportions and its transparency', async () => {
    const wide = await sharp({ create: { width: 400, height: 100, channels: 4, background: '#ff0000' } })
      .png()
      .toBuffer()
    const { data } = await upload(wide, 'logo.png')
    const { data: raw, info } = await sharp((await pixelsOf(data!.url)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...raw.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
    expect(at(128, 128)).toEqual([255, 0, 0, 255])
    expect(at(128, 10)[3]).toBe(0)
  })

  test.each([
    ['a page', '<!doctype html><svg></svg>', 'site_logo_not_valid'],
    ['a photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]), 'site_logo_not_valid'],
    ['half a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]), 'site_logo_not_valid'],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('&a;').split('\n').at(-1)}`, 'site_logo_not_valid'],
    ['a drawing of nothing', svg('<g></g>'), 'site_logo_empty'],
  ])('%s is refused', async (_, content, message) => {
    expect(await upload(content)).toMatchObject({ status: 0, message })
  })
})

describe('the logo of a web site', () => {
  test('is shown by pages, the list, mails and PDF files, and can be taken away again', async () => {
    const { data } = await upload(svg(square))
    const { logo, url } = data!
    const before = await pdfOf()
    expect(await setLogo(31, logo)).toMatchObject({ status: 1, data: { logo } })
    await expect.poll(() => w.running.services.sites.byId(31)!.logo).toBe(url)
    expect(await sam.call(contract.sessions.getUserSession)).toMatchObject({ web_site: { logo: url } })
    const [row] = await sam.call(sites.getWebSites, { body: { search: 'Northgate' } })
    expect(row).toMatchObject({ logo: url })
    // The picture, and the mask of its transparency.
    expect((await pdfOf()).pictures).toBe(before.pictures + 2)

    await setLogo(31, '')
    await expect.poll(() => w.running.services.sites.byId(31)!.logo).toBe('')
    expect((await pdfOf()).pictures).toBe(before.pictures)
    // Letters that were sent still show it.
    expect((await pixelsOf(url)).response.status).toBe(200)
  })

  test('that nobody has stored is refused', async () => {
    expect(await setLogo(31, `${'a'.repeat(40)}.png`)).toMatchObject({ status: 0, message: 'site_logo_unknown' })
    expect((await setLogo(31, '../../secret.png')).http).toBe(400)
  })
})

const pdfOf = async () => {
  const response = await sam.request('/api/v1/userGuidePdf/50.pdf')
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}
