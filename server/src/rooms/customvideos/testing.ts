import { contract } from '@cutaway/contract'
import type { CustomVideo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Person } from '../../testing/world.ts'

/** Real small videos, and people who upload them in parts as a browser does. */

/** Makes a video with ffmpeg: two seconds of a test picture and a tone, changed by `options`. */
export async function film(name: string, options: readonly string[] = [], size = '320x180'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-film-'))
  const path = join(folder, name)
  const source = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=15:d=2`, '-f', 'lavfi', '-i', 'sine=d=2']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  try {
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...source, ...codecs, ...options, path])
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const tus = { 'tus-resumable': '1.0.0' }

/** Begins an upload. Returns the response and its address. */
export async function begin(person: Person, fileName: string, size: number) {
  const response = await person.request('/video_uploads', {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
    },
  })
  return { response, address: response.headers.get('location') ?? '' }
}

/** Sends one part from an offset. */
export const sendPart = (person: Person, address: string, offset: number, bytes: Buffer) =>
  person.request(address, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  })

/** Asks how much has arrived, as a browser does before it continues. */
export async function arrived(person: Person, address: string): Promise<number> {
  const response = await person.request(address, { method: 'HEAD', headers: tus })
  return Number(response.headers.get('upload-offset') ?? NaN)
}

export const cancel = (person: Person, address: string) => person.request(address, { method: 'DELETE', headers: tus })

export async function listOf(person: Person): Promise<CustomVideo[]> {
  const { user_id } = await person.me()
  return person.call(contract.customvideos.getUserCustomVideos, { params: { user: user_id } })
}

export const videoNamed = async (person: Person, name: string): Promise<CustomVideo | undefined> =>
  (await listOf(person)).find(({ video_name }) => video_name === name)

/** Uploads a whole file and waits until it is ready or refused. */
export async function upload(person: Person, fileName: string, bytes: Buffer): Promise<CustomVideo> {
  const { response, address } = await begin(person, fileName, bytes.length)
  if (response.status !== 201) throw new Error(`upload refused: ${await response.text()}`)
  const sent = await sendPart(person, address, 0, bytes)
  if (sent.status !== 204) throw new Error(`part refused: ${sent.status} ${await sent.text()}`)
  return finished(person, fileName)
}

/** Waits until an upload is ready or refused. */
export async function finished(person: Person, fileName: string): Promise<CustomVideo> {
  const until = Date.now() + 60_000
  while (Date.now() < until) {
    const found = (await listOf(person)).find(({ file_name }) => file_name === fileName)
    if (found?.state === 'ready' || found?.state === 'failed') return found
    await new Promise((resolve) => {
      setTimeout(resolve, 150)
    })
  }
  throw new Error(`${fileName} was not finished`)
}
