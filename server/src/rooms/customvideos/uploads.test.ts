import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readdirSync } from 'node:fs'
import { world, type Person, type World } from '../../testing/world.ts'
import { cleanUp } from './jobs.ts'
import { uploadFolder } from './places.ts'
import { arrived, begin, cancel, film, finished, listOf, sendPart, upload, videoNamed } from './testing.ts'

let w: World
let elena: Person
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
})
afterAll(() => w.close())

const problemOf = async (name: string, bytes: Buffer) => {
  const { state, problem, video_url } = await upload(elena, name, bytes)
  return { state, problem, video_url }
}
const failedWith = (problem: string) => ({ state: 'failed', problem, video_url: '' })

describe('Elena uploads a video', () => {
  test('in parts, over a broken connection, and it is converted', async () => {
    const bytes = await film('team.mp4', [], '640x360')
    const { response, address } = await begin(elena, 'Meet the team.mp4', bytes.length)
    expect(response.status).toBe(201)
    expect(address).toMatch(/^\/video_uploads\/[\da-f]{36}$/)
    expect(await videoNamed(elena, 'Meet the team')).toMatchObject({ state: 'uploading', bytes: bytes.length })

    const middle = Math.floor(bytes.length / 2)
    expect((await sendPart(elena, address, 0, bytes.subarray(0, middle))).status).toBe(204)
    // A part that does not continue where the file ends is refused, and nothing is lost.
    expect((await sendPart(elena, address, 5, bytes.subarray(5))).status).toBe(409)
    expect(await arrived(elena, address)).toBe(middle)
    expect(await videoNamed(elena, 'Meet the team')).toMatchObject({ received: middle })
    expect((await sendPart(elena, address, middle, bytes.subarray(middle))).status).toBe(204)

    const ready = await finished(elena, 'Meet the team.mp4')
    expect(ready).toMatchObject({ state: 'ready', problem: null, width: 640, height: 360, can_change: true })
    expect(ready.duration).toBeCloseTo(2, 0)
    expect(ready.part_id.length).toBeGreaterThan(6)
    expect(ready.posters).toHaveLength(6)
    expect(ready.poster_url).toBe(ready.posters[1])

    const whole = await elena.request(ready.video_url)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    const part = await elena.request(ready.video_url, { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
    const tail = await elena.request(ready.video_url, { headers: { range: 'bytes=-10' } })
    expect((await tail.arrayBuffer()).byteLength).toBe(10)
    expect((await elena.request(ready.video_url, { headers: { range: 'bytes=99999999-' } })).status).toBe(416)
    const master = await (await elena.request(ready.hls_url!)).text()
    // 360 lines are not made larger.
    expect(master.match(/RESOLUTION=\S+?,/g)).toEqual(['RESOLUTION=480x270,'])
    const folder = ready.hls_url!.replace('master.m3u8', '')
    const list = await (await elena.request(`${folder}hls-270.m3u8`)).text()
    expect(list).toContain('URI="hls-270.m4s"')
    expect(list).not.toContain(uploadFolder(w.running.services.config))
    // The uploaded file is of no more use.
    expect(readdirSync(uploadFolder(w.running.services.config))).toEqual([])
  })

  test('continues after a restart of the server, and when the answer to the last part was lost', async () => {
    const bytes = await film('restart.mp4')
    const { address } = await begin(elena, 'restart.mp4', bytes.length)
    const middle = Math.floor(bytes.length / 3)
    await sendPart(elena, address, 0, bytes.subarray(0, middle))
    expect(await arrived(elena, address)).toBe(middle)
    await sendPart(elena, address, middle, bytes.subarray(middle))
    // As if the server had ended before it noted that the file is complete.
    await w.database.system
      .updateTable('custom_videos')
      .set({ state: 'uploading' })
      .where('file_name', '=', 'restart.mp4')
      .where('state', '<>', 'ready')
      .execute()
    await cleanUp(w.running.services)
    expect((await finished(elena, 'restart.mp4')).state).toBe('ready')
  })

  test('cancels one, and it is as if it had never been', async () => {
    const { address } = await begin(elena, 'wrong.mp4', 1000)
    await sendPart(elena, address, 0, Buffer.alloc(500))
    expect((await cancel(elena, address)).status).toBe(204)
    expect(await videoNamed(elena, 'wrong')).toBeUndefined()
    expect(readdirSync(uploadFolder(w.running.services.config))).toEqual([])
    expect((await sendPart(elena, address, 500, Buffer.alloc(500))).status).toBe(404)
  })

  test('gives one up, and after three days it has gone', async () => {
    const { address } = await begin(elena, 'forgotten.mp4', 1000)
    await sendPart(elena, address, 0, Buffer.alloc(100))
    await cleanUp(w.running.services)
    // The part is answered a moment before the list knows of it.
    await expect.poll(() => videoNamed(elena, 'forgotten')).toMatchObject({ state: 'uploading', received: 100 })
    await w.database.system
      .updateTable('custom_videos')
      .set({ touched_at: new Date(Date.now() - 4 * 86_400_000) })
      .where('file_name', '=', 'forgotten.mp4')
      .execute()
    await cleanUp(w.running.services)
    expect(await videoNamed(elena, 'forgotten')).toBeUndefined()
  })
})

describe('what is wrong with a file is said', () => {
  test('a picture with the name of a video', async () =>
    expect(
      await problemOf('picture.mp4', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000)])),
    ).toEqual(failedWith('video_not_a_video')))

  test('a playlist that names a file of the server', async () =>
    expect(await problemOf('list.mp4', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'))).toEqual(
      failedWith('video_not_a_video'),
    ))

  test('a file that was cut at 90 per cent, with its index in front or at its end', async () => {
    for (const [name, options] of [
      ['cut-front.mp4', ['-movflags', '+faststart']],
      ['cut-end.mp4', []],
    ] as const) {
      const whole = await film(name, options)
      expect(await problemOf(name, whole.subarray(0, Math.floor(whole.length * 0.9)))).toEqual(failedWith('video_cut'))
    }
  })

  test('sound without a picture', async () =>
    expect(await problemOf('song.m4a', await film('song.m4a', ['-vn']))).toEqual(failedWith('video_without_picture')))

  test('0 bytes, at once', async () => {
    const { response } = await begin(elena, 'empty.mp4', 0)
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([413, 'video_empty'])
    expect(await videoNamed(elena, 'empty')).toBeUndefined()
  })
})

describe('unusual videos are converted', () => {
  test('the index at the end comes to the front', async () => {
    const { video_url } = await upload(elena, 'index.mp4', await film('index.mp4'))
    const bytes = Buffer.from(await (await elena.request(video_url)).arrayBuffer())
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  test('HEVC becomes H.264', async () => {
    const made = await upload(
      elena,
      'IMG_2231.mov',
      await film('IMG_2231.mov', ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-tag:v', 'hvc1']),
    )
    expect(made).toMatchObject({ state: 'ready', video_kind: 'file' })
    const bytes = Buffer.from(await (await elena.request(made.video_url)).arrayBuffer())
    expect([bytes.includes('avc1'), bytes.includes('hvc1')]).toEqual([true, false])
  })

  test('a telephone held upright stays upright', async () => {
    const lying = await film('lying.mp4', [], '640x360')
    const made = await upload(elena, 'portrait.mp4', rotated(lying))
    expect(made).toMatchObject({ state: 'ready', width: 360, height: 640 })
    const master = await (await elena.request(made.hls_url!)).text()
    expect(master).toContain('RESOLUTION=270x480')
  })
})

describe('limits', () => {
  test('are told before an upload, and hold', async () => {
    const { user_id } = await elena.me()
    const { limits } = (await elena.send(contract.customvideos.getUserCustomVideos, {
      params: { user: user_id },
    })) as unknown as {
      limits: { used: number; space: number; file: number; converts: boolean }
    }
    expect(limits).toMatchObject({ space: 20_480 * 1024 ** 2, file: 2048 * 1024 ** 2, converts: true })
    const stored = (await listOf(elena)).reduce((sum, { bytes }) => sum + bytes, 0)
    expect(limits.used).toBe(stored)
    const { response } = await begin(elena, 'huge.mp4', limits.file + 1)
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      413,
      'video_too_large',
    ])
    // Ten announced files of 2 GB fill the space, although none has arrived.
    for (let n = 0; n < 9; n += 1) expect((await begin(elena, `big-${n}.mp4`, limits.file)).response.status).toBe(201)
    const last = await begin(elena, 'one-too-many.mp4', limits.file)
    expect([last.response.status, ((await last.response.json()) as { message: string }).message]).toEqual([
      413,
      'video_space_full',
    ])
  })

  test('a part needs a length, and is not larger than 64 MB', async () => {
    const { address } = await begin(elena, 'parts.mp4', 10)
    const put = (headers: Record<string, string>) =>
      elena.request(address, {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          ...headers,
        },
        body: new Uint8Array(20),
      })
    // More than was announced.
    expect((await put({})).status).toBe(413)
    await cancel(elena, address)
  })
})

describe('nobody else', () => {
  test('reaches an upload: not a colleague, not another business, not a visitor, not another web site', async () => {
    const { address } = await begin(elena, 'mine.mp4', 100)
    const others = [
      await w.loggedIn('advisor'),
      await w.loggedIn('enterprise2'),
      await w.loggedIn('enterprise', { site: 44 }),
    ]
    for (const other of others) {
      expect((await sendPart(other, address, 0, Buffer.alloc(100))).status).toBe(404)
      expect(await arrived(other, address)).toBeNaN()
      expect((await cancel(other, address)).status).toBe(404)
    }
    expect((await sendPart(w.visitor(), address, 0, Buffer.alloc(100))).status).toBe(401)
    expect((await begin(w.visitor(), 'x.mp4', 100)).response.status).toBe(401)
    expect((await begin(await w.loggedIn('kiosk'), 'x.mp4', 100)).response.status).toBe(403)
    const foreign = await elena.request('/video_uploads', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '5', origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    expect(await arrived(elena, address)).toBe(0)
    await cancel(elena, address)
  })

  test('watches a video: a colleague does, another business and a visitor do not', async () => {
    const { video_url, hls_url, poster_url } = (await listOf(elena)).find(({ state }) => state === 'ready')!
    const statuses = async (person: Person) => [
      (await person.request(video_url)).status,
      (await person.request(hls_url!)).status,
      (await person.request(poster_url!)).status,
    ]
    expect(await statuses(await w.loggedIn('advisor'))).toEqual([200, 200, 200])
    expect(await statuses(await w.loggedIn('advisor2'))).toEqual([404, 404, 200])
    expect(await statuses(w.visitor())).toEqual([401, 401, 200])
    expect(await statuses(await w.loggedIn('enterprise', { site: 44 }))).toEqual([404, 404, 404])
  })
})

test('a full disk is told before and during an upload', async () => {
  const config = w.running.services.config
  const { address } = await begin(elena, 'disk.mp4', 100)
  const reserve = config.videoDiskReserve
  config.videoDiskReserve = Number.MAX_SAFE_INTEGER
  try {
    const { response } = await begin(elena, 'more.mp4', 100)
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      507,
      'upload_disk_full',
    ])
    expect((await sendPart(elena, address, 0, Buffer.alloc(100))).status).toBe(507)
  } finally {
    config.videoDiskReserve = reserve
  }
  // There is room again: the upload goes on where it was.
  expect(await arrived(elena, address)).toBe(0)
  await cancel(elena, address)
})

/** Turns a film by 90 degrees, as a telephone notes it: in the matrix of its picture. */
function rotated(bytes: Buffer): Buffer {
  const turned = Buffer.from(bytes)
  const at = turned.indexOf('tkhd', 0, 'latin1') + 4 + 40
  const fixed = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 360 * 0x1_0000, 0, 0x4000_0000]
  fixed.forEach((value, n) => turned.writeInt32BE(value, at + n * 4))
  return turned
}
