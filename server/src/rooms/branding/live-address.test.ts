import { contract } from '@cutaway/contract'
import { urlOf } from '@cutaway/contract/client.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const { getVLEAddress, updateVLEAddress, getWebSiteDetailsForliveUrl, superSystemIcon, uploadLogo } = contract.branding
const businessOf = async (person: Person) => (await person.me()).businessentity_id!

describe('the live address', () => {
  const save = (person: Person, businessentity_id: number, vle_address_url: string) =>
    person.send(updateVLEAddress, { body: { businessentity_id, vle_address_url } })

  test('is saved without its query, and every user of the business reads it', async () => {
    const [boss, dana] = [await w.loggedIn('enterprise'), await w.loggedIn('advisor')]
    const id = await businessOf(boss)
    const { suggested_url, hosts } = await boss.call(getWebSiteDetailsForliveUrl)
    expect(hosts).not.toEqual([])
    expect(await boss.call(getVLEAddress, { params: { businessentity_id: id } })).toMatchObject({ vle_address_url: '' })
    expect(await save(boss, id, ` ${suggested_url}?utm=1&x=2 `)).toMatchObject({
      status: 1,
      data: { vle_address_url: suggested_url },
    })
    expect(await dana.call(getVLEAddress, { params: { businessentity_id: id } })).toMatchObject({
      vle_address_url: suggested_url,
    })
  })

  test('must be http or https, on a host of the web site', async () => {
    const boss = await w.loggedIn('enterprise')
    const id = await businessOf(boss)
    for (const wrong of [
      'javascript:alert(1)',
      'ftp://localhost/x',
      'localhost',
      '',
      'http://',
      'http://a:b@localhost/',
    ])
      expect(await save(boss, id, wrong)).toMatchObject({ status: 0, message: 'live_address_wrong' })
    for (const other of ['https://example.com/bhome', 'https://localhost.example.com/'])
      expect(await save(boss, id, other)).toMatchObject({ status: 0, message: 'live_address_elsewhere' })
  })

  test('is closed to another business and to users without the right', async () => {
    const id = await businessOf(await w.loggedIn('enterprise'))
    const rival = await w.loggedIn('enterprise2')
    expect(await save(rival, id, 'http://localhost/')).toMatchObject({ http: 404 })
    expect(await rival.send(getVLEAddress, { params: { businessentity_id: id } })).toMatchObject({ http: 404 })
    expect(await save(await w.loggedIn('advisor'), id, 'http://localhost/')).toMatchObject({ http: 403 })
  })
})

describe('the icon', () => {
  const icon = async (person: Person, logo_width: number, logo_height: number, user?: number) => {
    const own = user ?? (await person.me()).user_id
    const response = await person.request(
      urlOf(superSystemIcon, { user: own, json: { setting_type: 'logo', logo_width, logo_height } }),
    )
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  test('is a PNG of the chosen size, with the logo in it', async () => {
    const dana = await w.loggedIn('advisor')
    const { user_id } = await dana.me()
    const plain = await icon(dana, 300, 200)
    expect(await sharp(plain.bytes).metadata()).toMatchObject({ format: 'png', width: 300, height: 200 })
    const red = { width: 400, height: 100, channels: 3, background: '#cc0000' } as const
    const file = new Blob([new Uint8Array(await sharp({ create: red }).png().toBuffer())], { type: 'image/png' })
    await dana.call(uploadLogo, { body: { user_id }, file })
    const { bytes } = await icon(dana, 300, 200)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const middle = (info.height / 2) * info.width * info.channels + (info.width / 2) * info.channels
    expect([...data.subarray(middle, middle + 3)]).toEqual([204, 0, 0])
  })

  test('is not drawn in sizes that cost too much, nor for users out of reach', async () => {
    const dana = await w.loggedIn('advisor')
    for (const [width, height] of [
      [31, 100],
      [100, 2001],
      [1.5, 100],
    ] as const)
      expect((await icon(dana, width, height)).status).toBe(400)
    const boss = await w.loggedIn('enterprise')
    expect((await icon(dana, 100, 100, (await boss.me()).user_id)).status).toBe(403)
  })
})
