import { once } from 'node:events'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RangeNotSatisfiable } from './rules.ts'
import { makeStorage, type Storage } from './storage.ts'

let folder: string
const bucket = new Map<string, { bytes: Buffer; type: string }>()
const requests: { method: string; path: string; headers: IncomingMessage['headers'] }[] = []

/** A fake S3 with the operations that our adapter uses: objects by path, ranges, XML errors. */
const service = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
})

async function answer(request: IncomingMessage, response: ServerResponse) {
  const path = decodeURIComponent(new URL(request.url!, 'http://s3').pathname)
  const body = await buffer(request)
  requests.push({ method: request.method!, path, headers: request.headers })
  const found = bucket.get(path)
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`)
  if (!request.headers.authorization?.includes('Credential=key-id/')) return refuse(403, 'AccessDenied')
  if (request.method === 'PUT') {
    bucket.set(path, { bytes: body, type: request.headers['content-type'] ?? '' })
    return response.writeHead(200, { etag: '"1"' }).end()
  }
  if (request.method === 'DELETE') {
    bucket.delete(path)
    return response.writeHead(204).end()
  }
  if (!found) return refuse(404, 'NoSuchKey')
  const { bytes, type } = found
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) {
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length })
    return response.end(request.method === 'HEAD' ? undefined : bytes)
  }
  const start = Number(from)
  if (start >= bytes.length) return refuse(416, 'InvalidRange')
  const end = Math.min(to ? Number(to) : Infinity, bytes.length - 1)
  const headers = {
    'content-type': type,
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${bytes.length}`,
  }
  return response.writeHead(206, headers).end(bytes.subarray(start, end + 1))
}

let endpoint: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-storage-'))
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(async () => {
  service.closeAllConnections()
  service.close()
  await rm(folder, { recursive: true })
})

const kinds = {
  folder: () => makeStorage({ dataDir: folder, storage: { kind: 'folder' } }),
  bucket: () =>
    makeStorage({
      dataDir: folder,
      storage: {
        kind: 's3',
        bucket: 'films',
        region: 'eu',
        endpoint,
        accessKeyId: 'key-id',
        secretAccessKey: 'secret',
      },
    }),
}

describe.each(Object.entries(kinds))('a %s', (_, open) => {
  let storage: Storage
  beforeAll(() => {
    storage = open()
  })
  const logo = { mediaType: 'image/png' }

  test('returns an object as it was stored, with its type and size', async () => {
    await storage.put('sites/31/logo.png', Buffer.from('a logo'), logo)
    const found = (await storage.get('sites/31/logo.png'))!
    expect(await text(found.stream)).toBe('a logo')
    expect(found).toMatchObject({ size: 6, mediaType: 'image/png' })
    expect(found.part).toBeUndefined()
    expect(await storage.has('sites/31/logo.png')).toBe(true)
  })

  test('stores a stream of unknown length, and an empty one', async () => {
    async function* film() {
      for (let i = 0; i < 300; i += 1) yield Buffer.alloc(10_000, i)
    }
    await storage.put('films/brakes.mp4', Readable.from(film()), { mediaType: 'video/mp4' })
    const found = (await storage.get('films/brakes.mp4'))!
    expect(found.size).toBe(3_000_000)
    expect((await buffer(found.stream)).at(-1)).toBe(299 & 255)
    await storage.put('empty', Readable.from([]), { mediaType: 'text/plain' })
    expect(await text((await storage.get('empty'))!.stream)).toBe('')
  })

  test('returns the part that a player requests', async () => {
    await storage.put('alphabet', Buffer.from('abcdefghij'), { mediaType: 'text/plain' })
    const middle = (await storage.get('alphabet', { start: 2, end: 4 }))!
    expect(await text(middle.stream)).toBe('cde')
    expect(middle).toMatchObject({ size: 10, part: { start: 2, end: 4 } })
    const rest = (await storage.get('alphabet', { start: 7 }))!
    expect(await text(rest.stream)).toBe('hij')
    const beyond = (await storage.get('alphabet', { start: 8, end: 99 }))!
    expect(await text(beyond.stream)).toBe('ij')
    expect(beyond.part).toEqual({ start: 8, end: 9 })
    const behind = await storage.get('alphabet', { start: 10 }).catch((error: unknown) => error)
    expect(behind).toBeInstanceOf(RangeNotSatisfiable)
    expect(behind).toHaveProperty('size', 10)
  })

  test('replaces and removes objects', async () => {
    await storage.put('note', Buffer.from('old'), { mediaType: 'text/plain' })
    await storage.put('note', Buffer.from('new one'), { mediaType: 'text/markdown' })
    const found = (await storage.get('note'))!
    expect(await text(found.stream)).toBe('new one')
    expect(found.mediaType).toBe('text/markdown')
    await storage.remove('note')
    await storage.remove('note')
    expect(await storage.get('note')).toBeNull()
    expect(await storage.has('note')).toBe(false)
    expect(await storage.get('note/below')).toBeNull()
  })

  test('keeps the old object when an upload breaks off', async () => {
    await storage.put('logo', Buffer.from('good'), logo)
    async function* broken() {
      yield Buffer.from('half of')
      throw new Error('the connection broke')
    }
    await expect(storage.put('logo', Readable.from(broken()), logo)).rejects.toThrow('the connection broke')
    expect(await text((await storage.get('logo'))!.stream)).toBe('good')
  })

  test('refuses keys that lead out of it', async () => {
    const wrong = [
      '../outside',
      'a/../../b',
      '/etc/passwd',
      'a//b',
      '',
      '.',
      '.types/logo',
      'a/.hidden',
      'a\\b',
      'a\0b',
      'a b',
      'ä',
      'x'.repeat(513),
      'a/',
    ]
    for (const key of wrong) {
      await expect(storage.put(key, Buffer.from('x'), logo)).rejects.toThrow('is not a key')
      await expect(storage.get(key)).rejects.toThrow('is not a key')
      await expect(storage.has(key)).rejects.toThrow('is not a key')
      await expect(storage.remove(key)).rejects.toThrow('is not a key')
    }
  })
})

test('leaves no half-written files in a folder, and does not return a directory as an object', async () => {
  const storage = kinds.folder()
  await storage.put('deep/down/file', Buffer.from('x'), { mediaType: 'text/plain' })
  expect(await storage.has('deep/down')).toBe(false)
  expect(await storage.get('deep/down')).toBeNull()
  expect(await readdir(join(folder, 'storage', '.new'))).toEqual([])
})

test('returns a file that was put into the folder by hand without its type', async () => {
  const outside = join(folder, 'by-hand')
  await writeFile(outside, 'hello')
  await symlink(outside, join(folder, 'storage', 'linked'))
  const found = (await kinds.folder().get('linked'))!
  expect(found).toMatchObject({ mediaType: 'application/octet-stream', size: 5 })
  expect(await text(found.stream)).toBe('hello')
})

test('addresses a bucket by path, sends the length, and reports its refusal as an error', async () => {
  requests.length = 0
  await kinds.bucket().put('a/b.png', Readable.from(['12345']), { mediaType: 'image/png' })
  expect(requests).toMatchObject([
    { method: 'PUT', path: '/films/a/b.png', headers: { 'content-length': '5', 'content-type': 'image/png' } },
  ])
  const stranger = makeStorage({
    dataDir: folder,
    storage: { kind: 's3', bucket: 'films', region: 'eu', endpoint, accessKeyId: 'someone', secretAccessKey: 'else' },
  })
  await expect(stranger.has('a/b.png')).rejects.toHaveProperty('$metadata.httpStatusCode', 403)
  await expect(stranger.get('a/b.png')).rejects.toHaveProperty('name', 'AccessDenied')
})
