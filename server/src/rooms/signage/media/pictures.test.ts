import { contract } from '@cutaway/contract'
import { MenuBoard } from '@cutaway/contract/rooms/signage/menu-board.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { dropUnused } from './pictures.ts'

/** Pictures of a digital menu stay as long as a menu shows them. */

const { signage } = contract
let w: World
let elena: Person
let user_id: number
let id: number
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  user_id = (await elena.me()).user_id
  const added = await elena.call(signage.addDigitalMenu, {
    body: { user_id, digital_menu_data: boardWith(null), digital_menu_title: 'Service menu' },
  })
  id = added.id
})
afterAll(() => w.close())

const boardWith = (picture: string | null) =>
  JSON.stringify(
    MenuBoard.parse({
      sections: [{ key: 'a', name: 'Brakes', items: [{ key: 'b', name: 'Pads', price: { kind: 'free' }, picture }] }],
    }),
  )
const save = (picture: string | null) =>
  elena.call(signage.updateDigitalMenu, {
    body: { id, digital_menu_data: boardWith(picture), digital_menu_title: 'Service menu', is_display_digital_menu: 1 },
  })
async function uploaded(): Promise<string> {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const file = new File([new Uint8Array(png)], 'pads.png', { type: 'image/png' })
  return (await elena.call(signage.uploadMenuPicture, { body: { id }, file })).picture
}
const statusOf = async (url: string) => (await w.visitor().request(url)).status
/** An hour later. */
const drop = (url: string) => dropUnused(w.running.services, { web_site_id: 31, names: [url.split('/').at(-1)!] })

test('an uploaded picture is on the wall, which keeps it for times without network', async () => {
  const url = await uploaded()
  await save(url)
  expect(await statusOf(url)).toBe(200)
  const { items } = await elena.call(signage.getWallPlan, { params: { user_id } })
  const item = items.find(({ menu }) => menu?.id === id)!
  expect(item.menu!.sections[0]!.items[0]!.picture).toBe(url)
  expect(item.files).toEqual([{ url, size: null, hash: url }])
  await drop(url)
  expect(await statusOf(url)).toBe(200)
})

test('one that no menu names goes, and so does that of a deleted menu', async () => {
  const first = await uploaded()
  await save(first)
  const second = await uploaded()
  await save(second)
  await drop(first)
  await expect.poll(() => statusOf(first)).toBe(404)
  await elena.call(signage.deleteLoopedAnimations, { params: { id, part_id: 'digital_menu' } })
  await expect.poll(() => statusOf(second)).toBe(404)
})

test('what is no picture is refused, and so is a menu of somebody else', async () => {
  const { data } = await elena.send(signage.addDigitalMenu, {
    body: { user_id, digital_menu_data: boardWith(null), digital_menu_title: 'Service menu' },
  })
  const send = (person: Person, file: File) => person.send(signage.uploadMenuPicture, { body: { id: data!.id }, file })
  const fake = new File(['no picture'], 'pads.png', { type: 'image/png' })
  expect((await send(elena, fake)).message).toBe('not_a_picture')
  expect((await send(await w.loggedIn('enterprise2'), fake)).http).not.toBe(200)
})
