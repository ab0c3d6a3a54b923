import { contract } from '@cutaway/contract'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUploads } from './uploads.ts'
import { world, type Person, type World } from '../../../testing/world.ts'

/** Elena uploads images and videos of her loop in parts, which continue where they broke off. */

const { signage } = contract
let w: World
let elena: Person
let user_id: number
let picture: Buffer
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  user_id = (await elena.me()).user_id
  picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
})
afterAll(() => w.close())

const tus = { 'tus-resumable': '1.0.0' }
const begin = async (person: Person, size: number | string) => {
  const { status, headers, ...response } = await person.request('/loop_uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(size), 'upload-metadata': 'filename d2lsbC5wbmc=' },
  })
  return { status, response, address: headers.get('location') ?? '' }
}
const sendPart = (person: Person, address: string, offset: number, bytes: Buffer) =>
  person.request(address, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  })
const arrived = async (person: Person, address: string) =>
  (await person.request(address, { method: 'HEAD', headers: tus })).headers.get('upload-offset')
const nameOf = (address: string) => address.split('/').at(-1)!
const add = (person: Person, address: string, kind: 'image' | 'video' = 'image') =>
  person.send(signage.addUploadToLoop, {
    body: { user_id, kind, upload: nameOf(address), image_video_title: 'Winter check', selectedLanguageId: 50 },
  })
const kept = () => readdir(join(w.running.services.config.dataDir, 'loop-uploads'))

test('in parts, over a broken connection, and the item is there once', async () => {
  const { status, address } = await begin(elena, picture.length)
  expect(status).toBe(201)
  const half = Math.floor(picture.length / 2)
  await sendPart(elena, address, 0, picture.subarray(0, half))
  expect(await arrived(elena, address)).toBe(String(half))
  // Not whole yet.
  expect((await add(elena, address)).message).toBe('loop_upload_gone')
  expect((await sendPart(elena, address, half, picture.subarray(half))).status).toBe(204)
  const { data } = await add(elena, address)
  expect(data).toMatchObject({ kind: 'image', title: 'Winter check', language: 50 })
  expect((await elena.request(data!.url!)).status).toBe(200)
  expect((await add(elena, address)).message).toBe('loop_upload_gone')
  await expect.poll(kept).toEqual([])
})

test('the bytes decide: a picture is no video, and half a video none either', async () => {
  const { address } = await begin(elena, picture.length)
  await sendPart(elena, address, 0, picture)
  expect((await add(elena, address, 'video')).message).toBe('message_invalid_video_format')
  expect((await add(elena, address)).status).toBe(1)
})

test.each([
  [0, 413],
  [64 * 1024 * 1024 + 1, 413],
  ['many', 400],
])('%s bytes are refused before they are sent', async (size, status) => {
  expect((await begin(elena, size)).status).toBe(status)
})

test('nobody else reaches an upload: not a colleague, not a visitor, not another business', async () => {
  const { address } = await begin(elena, picture.length)
  await sendPart(elena, address, 0, picture)
  for (const name of ['advisor', 'enterprise2']) {
    const other = await w.loggedIn(name)
    expect([403, 404]).toContain((await sendPart(other, address, 0, picture)).status)
    const { user_id: own } = await other.me()
    const taken = await other.send(signage.addUploadToLoop, {
      body: { user_id: own, kind: 'image', upload: nameOf(address), image_video_title: 'Mine' },
    })
    expect(taken.status).toBe(0)
  }
  expect((await w.visitor().request(address, { method: 'HEAD', headers: tus })).status).toBe(401)
  expect((await elena.request(`${address}/../../etc/passwd`)).status).toBe(404)
  expect((await elena.request(address, { method: 'DELETE', headers: tus })).status).toBe(204)
  expect((await add(elena, address)).message).toBe('loop_upload_gone')
})

test('what nobody continues goes after a day', async () => {
  const { address } = await begin(elena, 1000)
  const folder = join(w.running.services.config.dataDir, 'loop-uploads')
  const old = new Date(w.clock.now().getTime() - 25 * 3_600_000)
  for (const name of await kept()) await utimes(join(folder, name), old, old)
  const fresh = await begin(elena, 1000)
  await cleanUploads(w.running.services)
  expect((await kept()).some((name) => name.startsWith(nameOf(address)))).toBe(false)
  expect((await kept()).some((name) => name.startsWith(nameOf(fresh.address)))).toBe(true)
})
