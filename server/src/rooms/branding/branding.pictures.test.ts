import { contract } from '@cutaway/contract'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drawn, storeImage } from './image-store.ts'
import { world, type Person, type World } from '../../testing/world.ts'

const { branding } = contract
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())
beforeEach(async () => {
  // A new session in each test, because uploads and links are rate-limited by IP address.
  dana = await w.loggedIn('advisor')
  await w.database.system.deleteFrom('banners').execute()
  await w.database.system.deleteFrom('email_contents').execute()
})

const blank = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 30, alpha } } })
const png = (width: number, height: number, alpha = 1) => blank(width, height, alpha).png().toBuffer()
const fileOf = (bytes: Buffer | string, name = 'picture.png', type = 'image/png') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })

const addBanner = async (file: File, banner_url?: string, user_id = danaId, who = dana) =>
  who.send(branding.uploadBanner, { body: { user_id, ...(banner_url === undefined ? {} : { banner_url }) }, file })
const setLogo = (file: File, who = dana, user_id = danaId) => who.send(branding.uploadLogo, { body: { user_id }, file })
const banners = (who = dana, user = danaId) => who.call(branding.getEmailbanner, { params: { user } })
const shownAt = (path: string, site = 31) => w.visitor({ site }).request(path)
/** Lists the stored image files of a web site. */
const kept = async (site = 31) => {
  const folder = join(w.running.services.config.dataDir, 'storage', 'branding', String(site))
  return (await readdir(folder).catch(() => [])).toSorted()
}

test('a user uploads a banner with its link, and the picture is public', async () => {
  const added = await addBanner(fileOf(await png(1200, 300)), 'https://shop.example.com/offers')
  expect(added).toMatchObject({
    status: 1,
    message: 'banner_added',
    data: { width: 1200, height: 300, too_large: false, is_default: 1, banner_url: 'https://shop.example.com/offers' },
  })
  const { banner_image } = added.data!
  expect(banner_image).toMatch(/^\/pictures\/[\da-f]{36}\.png$/)
  const answer = await shownAt(banner_image)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(1200)
  // The picture is served only on its own web site.
  expect((await shownAt(banner_image, 44)).status).toBe(404)
  expect((await shownAt(`/pictures/${'a'.repeat(36)}.png`)).status).toBe(404)
  expect((await shownAt('/pictures/..%2f..%2fsecrets.png')).status).toBe(404)
})

test('re-encoding removes the GPS location, preserves transparency, and flattens an animation', async () => {
  const withPlace = await blank(60, 40)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Dana' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } })
    .toBuffer()
  expect((await sharp(withPlace).metadata()).exif).toBeTruthy()
  const bytesOf = async (path: string) => Buffer.from(await (await shownAt(path)).arrayBuffer())
  const photo = (await addBanner(fileOf(withPlace, 'photo.jpg', 'image/jpeg'))).data!
  expect(photo.banner_image).toMatch(/\.jpg$/)
  expect((await sharp(await bytesOf(photo.banner_image)).metadata()).exif).toBeUndefined()

  const clear = (await addBanner(fileOf(await blank(60, 40, 0.5).webp().toBuffer(), 'clear.webp', 'image/webp'))).data!
  expect(await sharp(await bytesOf(clear.banner_image)).metadata()).toMatchObject({ format: 'png', hasAlpha: true })

  const frames = [await png(20, 20), await blank(20, 20, 0).png().toBuffer()]
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2)
  const still = (await addBanner(fileOf(moving, 'moving.gif', 'image/gif'))).data!
  expect(await sharp(await bytesOf(still.banner_image), { animated: true }).metadata()).toMatchObject({
    format: 'png',
    height: 20,
  })
})

test('every generated picture name is a valid storage key', async () => {
  const { services } = w.running
  const site = services.sites.byId(31)!
  const picture = await drawn(await png(1, 1))
  const names = new Set<string>()
  for (let i = 0; i < 300; i++)
    names.add(await storeImage(services, site, picture, ({ name }) => Promise.resolve(name)))
  expect(names.size).toBe(300)
  await Promise.all([...names].map((name) => services.storage.remove(`branding/31/${name}`)))
})

test('refuses files that are not pictures, and stores nothing', async () => {
  const before = await kept()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const bad: [string, File][] = [
    ['a drawing that is a program', fileOf(svg, 'logo.svg', 'image/svg+xml')],
    ['the same under another name', fileOf(svg, 'logo.png')],
    ['a web page', fileOf('<!doctype html><script>alert(1)</script>', 'page.png')],
    ['only the beginning of a picture', fileOf((await png(300, 300)).subarray(0, 60))],
    ['nothing', fileOf('')],
    ['a picture of another kind', fileOf(await blank(9, 9).tiff().toBuffer(), 'scan.png')],
  ]
  for (const [what, file] of bad) {
    expect(await addBanner(file), what).toMatchObject({ status: 0, message: 'not_a_picture' })
    expect(await setLogo(file), what).toMatchObject({ status: 0, message: 'not_a_picture' })
  }
  expect(await banners()).toEqual([])
  expect(await kept()).toEqual(before)
})

test('refuses a decompression bomb', async () => {
  const bomb = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(1024 * 1024)
  expect(await addBanner(fileOf(bomb))).toMatchObject({ status: 0, message: 'not_a_picture' })
})

test('refuses more than 5 MB, two files, or none', async () => {
  const large = await addBanner(fileOf(Buffer.alloc(6 * 1024 * 1024, 1)))
  expect([large.http, large.message]).toEqual([413, 'too_large'])
  const form = new FormData()
  form.append('user_id', String(danaId))
  form.append('file', fileOf(await png(10, 10)))
  form.append('file', fileOf(await png(10, 10)))
  const two = await dana.request('/api/v1/uploadBanner', { method: 'POST', body: form })
  expect(two.status).toBe(400)
  expect(await two.json()).toMatchObject({ status: 0, message: 'invalid_request', data: null })
  form.delete('file')
  expect((await dana.request('/api/v1/uploadBanner', { method: 'POST', body: form })).status).toBe(400)
  // The connection is still usable.
  expect(await banners()).toEqual([])
})

test('a banner links to an http(s) URL or nowhere', async () => {
  const file = async () => fileOf(await png(10, 10))
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'shop.example.com', 'https://a b.com', 'ftp://a.com'])
    expect((await addBanner(await file(), url)).http, url).toBe(400)
  expect((await addBanner(await file(), `https://a.com/${'x'.repeat(2000)}`)).http).toBe(400)
  const { id } = (await addBanner(await file(), '')).data!
  const change = (banner_url: string) => dana.send(branding.updateImageUrl, { body: { id, banner_url } })
  expect(await change('http://shop.example.com/a?b=c')).toMatchObject({
    status: 1,
    data: { banner_url: 'http://shop.example.com/a?b=c' },
  })
  expect((await change('javascript:alert(1)')).http).toBe(400)
  expect(await change('')).toMatchObject({ status: 1, data: { banner_url: '' } })
})

test('one banner is the default; after its deletion the oldest becomes the default and the file is gone', async () => {
  const [one, two, three] = [
    (await addBanner(fileOf(await png(10, 10)))).data!,
    (await addBanner(fileOf(await png(11, 10)))).data!,
    (await addBanner(fileOf(await png(12, 10)))).data!,
  ]
  expect((await banners()).map((b) => [b.width, b.is_default])).toEqual([
    [10, 1],
    [11, 0],
    [12, 0],
  ])
  const choices = await Promise.all(
    [two, three, one, three].map(({ id }) => dana.send(branding.setDefaultBanner, { body: { id, user_id: danaId } })),
  )
  expect(new Set(choices.map((a) => a.status))).toEqual(new Set([1]))
  const [now, ...others] = await banners()
  expect([now!.is_default, ...others.map((b) => b.is_default)]).toEqual([1, 0, 0])
  await dana.call(branding.deleteBanner, { params: { id: now!.id, user: danaId } })
  const left = await banners()
  expect(left.map((b) => b.is_default)).toEqual([1, 0])
  expect(left[0]!.id).toBe(Math.min(...left.map((b) => b.id)))
  await expect.poll(async () => (await shownAt(now!.banner_image)).status).toBe(404)
  for (const { id } of left) await dana.call(branding.deleteBanner, { params: { id, user: danaId } })
  expect(await banners()).toEqual([])
})

test('an oversized banner is stored with a warning, and can be resized proportionally', async () => {
  const { id, ...large } = (await addBanner(fileOf(await png(2400, 600)))).data!
  expect(large).toMatchObject({ width: 2400, height: 600, too_large: true })
  const resize = (width?: number | null, height?: number | null) =>
    dana.send(branding.resizeImage, { body: { setting_type: 'banner', id, user_id: danaId, width, height } })
  expect(await resize(1200)).toMatchObject({ status: 0, message: 'Required width and height' })
  expect(await resize(null, 300)).toMatchObject({ status: 0, message: 'Required width and height' })
  expect((await resize(-5, 300)).http).toBe(400)
  const smaller = await resize(1200, 500)
  expect(smaller).toMatchObject({ status: 1, data: { width: 1200, height: 300, too_large: false } })
  expect((await banners())[0]).toMatchObject({ banner_image: smaller.data!.banner_image, width: 1200, height: 300 })
  await expect.poll(async () => (await shownAt(large.banner_image)).status).toBe(404)
  // Never enlarges the picture.
  expect(await resize(4000, 4000)).toMatchObject({ data: { width: 1200, height: 300 } })
})

test('the logo is replaced, resized and deleted, and no old files remain', async () => {
  const files = (await kept()).length
  const set = await setLogo(fileOf(await png(100, 50)))
  expect(set).toMatchObject({ status: 1, data: { width: 100, height: 50, too_large: false } })
  const first = set.data!
  const second = (await setLogo(fileOf(await png(500, 400)))).data!
  expect(second.too_large).toBe(true)
  await expect.poll(async () => (await shownAt(first.uploaded_logo)).status).toBe(404)
  const content = () => dana.call(branding.getEmailcontent, { params: { user: danaId } })
  expect(await content()).toMatchObject({ uploaded_logo: second.uploaded_logo, logo_width: 500, logo_height: 400 })
  const smaller = await dana.send(branding.resizeImage, {
    body: { setting_type: 'logo', user_id: danaId, width: 250, height: 200 },
  })
  expect(smaller).toMatchObject({ data: { width: 250, height: 200, too_large: false } })
  const gone = () => dana.send(branding.uploadLogoDelete, { params: { user: danaId } })
  expect(await gone()).toMatchObject({ status: 1 })
  expect(await content()).toMatchObject({ uploaded_logo: '', logo_width: 0 })
  expect((await gone()).http).toBe(404)
  await expect.poll(async () => (await kept()).length).toBe(files)
})

test('pictures of other users and web sites cannot be changed', async () => {
  const { id } = (await addBanner(fileOf(await png(10, 10)))).data!
  const outsider = await w.loggedIn('advisor2')
  const outsiderId = (await outsider.me()).user_id
  const foreign = await w.loggedIn('super', { site: 44 })
  const foreignId = (await foreign.me()).user_id
  for (const [who, own] of [
    [outsider, outsiderId],
    [foreign, foreignId],
  ] as const) {
    const attempts = (target: number) => [
      who.send(branding.updateImageUrl, { body: { id: target, banner_url: 'https://evil.example.com' } }),
      who.send(branding.setDefaultBanner, { body: { id: target, user_id: own } }),
      who.send(branding.deleteBanner, { params: { id: target, user: own } }),
      who.send(branding.resizeImage, {
        body: { setting_type: 'banner', id: target, user_id: own, width: 1, height: 1 },
      }),
    ]
    const real = (await Promise.all(attempts(id))).map((a) => [a.http, a.message])
    expect(real).toEqual((await Promise.all(attempts(2_000_000_000))).map((a) => [a.http, a.message]))
    expect(new Set(real.map(([http]) => http))).toEqual(new Set([404]))
    const file = fileOf(await png(10, 10))
    const asDana = [
      who.send(branding.getEmailbanner, { params: { user: danaId } }),
      addBanner(file, '', danaId, who),
      setLogo(file, who, danaId),
      who.send(branding.deleteBanner, { params: { id, user: danaId } }),
      who.send(branding.uploadLogoDelete, { params: { user: danaId } }),
    ]
    expect((await Promise.all(asDana)).map((a) => a.http)).toEqual([403, 403, 403, 403, 403])
  }
  expect(await banners()).toMatchObject([{ id, banner_url: '' }])
})

test('returns which picture the icon contains, with its size', async () => {
  const get = () => dana.call(branding.getLogoBannerSetting, { params: { user: danaId } })
  expect(await get()).toEqual({ setting_type: 'logo', logo_width: 250, logo_height: 200 })
  const save = (more: object) =>
    dana.send(branding.addLogoBannerSetting, { body: { setting_type: 'banner', user_id: danaId, ...more } })
  expect(await save({ logo_width: 800 })).toMatchObject({ status: 0, message: 'Required width and height' })
  expect(await save({ logo_width: 800, logo_height: 200 })).toMatchObject({ status: 1 })
  expect(await save({ logo_width: 900, logo_height: 200 })).toMatchObject({ status: 1 })
  expect(await get()).toEqual({ setting_type: 'banner', logo_width: 900, logo_height: 200 })
})
