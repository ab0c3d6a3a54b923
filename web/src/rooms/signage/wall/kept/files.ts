/**
 * Which files a screen keeps for times without network, and parts of them. Pure; the service worker of the wall
 * (worker.ts) does it.
 */

/** What is known of a kept file. */
export interface KeptFile {
  bytes: number
  /** When it was last asked for or wanted, in milliseconds. */
  used: number
}

/** The part of the device's space that is used at most: the browser needs the rest. */
export const share = 0.8

/**
 * Returns the files that go to make room for `needed` bytes, least recently used first: those that left the loop before
 * those of it, and never what plays. Null if there is not room enough.
 */
export function leavers(
  kept: ReadonlyMap<string, KeptFile>,
  { needed, wanted, playing }: { needed: number; wanted: ReadonlySet<string>; playing: ReadonlySet<string> },
): string[] | null {
  const order = [...kept]
    .filter(([url]) => !playing.has(url))
    .toSorted(([a, x], [b, y]) => Number(wanted.has(a)) - Number(wanted.has(b)) || x.used - y.used)
  const leaving: string[] = []
  let freed = 0
  for (const [url, { bytes }] of order) {
    if (freed >= needed) break
    // A file of the loop that goes for another one of the loop would only be loaded again.
    if (wanted.has(url)) break
    leaving.push(url)
    freed += bytes
  }
  return freed >= needed ? leaving : null
}

/** Returns the first and last byte of a Range header in a file of `size` bytes; null if it asks for none that exists. */
export function rangeOf(header: string, size: number): [number, number] | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  return first <= last && first < size ? [first, last] : null
}

/** Returns the answer to a request from a whole file: the part that it asks for, or all of it. */
export function partOf(whole: Blob, type: string, range: string | null): Response {
  const headers = { 'content-type': type, 'accept-ranges': 'bytes' }
  if (range === null) return new Response(whole, { headers: { ...headers, 'content-length': String(whole.size) } })
  const bytes = rangeOf(range, whole.size)
  if (!bytes) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${whole.size}` } })
  const [first, last] = bytes
  return new Response(whole.slice(first, last + 1, type), {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${first}-${last}/${whole.size}`,
      'content-length': String(last + 1 - first),
    },
  })
}
