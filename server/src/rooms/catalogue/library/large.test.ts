import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { loadLibrary } from './library.ts'

/** A library of a few hundred films: the home page's list is sent compressed to browsers that accept it. */

let w: World
let dana: Person
beforeAll(async () => {
  w = await world({
    readLibrary: (folder) => {
      const library = loadLibrary(folder)
      const films = Array.from({ length: 20 }, (_, n) =>
        library.films.map((film) => ({ ...film, partId: `${film.partId}-${n}` })),
      ).flat()
      return { ...library, films }
    },
  })
  dana = await w.loggedIn('advisor')
})
afterAll(() => w.close())

const list = async (headers: Record<string, string>) => {
  const { user_id: id } = await dana.me()
  return dana.request(`/api/v1/getMainSystemsSubSystemsHierarchy/${id}/en-US/1/left`, { headers })
}

test('is the same list for a browser that accepts Brotli and for one that does not', async () => {
  const plain = await list({ 'accept-encoding': 'gzip, deflate' })
  const bytes = Buffer.from(await plain.arrayBuffer())
  expect(plain.headers.get('content-encoding')).toBeNull()
  // The list is compressed after it is made; until then it is sent as it is.
  await expect.poll(async () => (await list({ 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br')
  const packed = await list({ 'accept-encoding': 'gzip, deflate, br, zstd' })
  const packedBytes = Buffer.from(await packed.arrayBuffer())
  expect([plain.status, packed.status]).toEqual([200, 200])
  expect(packed.headers.get('vary')).toContain('accept-encoding')
  expect((await list({})).headers.get('vary')).toContain('accept-encoding')
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(packedBytes).equals(bytes)).toBe(true)
  expect(packedBytes.length).toBeLessThan(bytes.length / 5)
})
