import { get, logIn } from './people.ts'
import type { ServerProcess } from './processes.ts'

/** Measures an import of 10,000 users: the check, the import, and the first page of the list afterwards. */

export const importedRows = 10_000

export interface ImportFigures {
  /** Seconds from the upload of the file to the end of its check. */
  checkSeconds: number
  /** Seconds from the start of the import to its end. */
  importSeconds: number
  /** Milliseconds of the first page of the list, 95 of 100. */
  listMilliseconds: number
  counts: { add: number; change: number; same: number; refused: number }
  /** Rows that the check announced and the import did not do, or did without an announcement. */
  differing: number
}

interface Import {
  id: number
  state: string
  columns: { field: string | null }[]
  counts: ImportFigures['counts']
  results: { done: number }
}

const header = 'User name,First name,Last name,Email,Role,Location'
const places = ['Harbor Road', 'Mill Lane', 'Quayside']

/** Returns the line of a user; `surname` makes the difference between two files. */
const line = (n: number, surname: string, place = places[n % places.length]) =>
  `bench.${n},Ben,${surname} ${n},bench.${n}@northgate.example,Service adviser,${place}`

/**
 * Half of the users exist already. Of those, half change and half stay the same; every fiftieth row of all names a
 * location that does not exist.
 */
function files(): { before: string; mixed: string } {
  const half = importedRows / 2
  const all = Array.from({ length: importedRows }, (_, n) => n)
  return {
    before: [header, ...all.slice(0, half).map((n) => line(n, 'Before'))].join('\n'),
    mixed: [
      header,
      ...all.map((n) =>
        line(n, n < half && n % 2 === 0 ? 'Before' : 'After', n % 50 === 7 ? 'Nowhere Street' : undefined),
      ),
    ].join('\n'),
  }
}

export async function measureImport(server: ServerProcess): Promise<ImportFigures> {
  const { cookie } = await logIn(server, { username: 'enterprise' })
  const { host } = new URL(server.address)
  const headers = { host, origin: `http://${host}`, cookie }
  const ask = async <Data>(path: string, body?: object): Promise<Data> => {
    const { body: bytes } = await get(server, `/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = JSON.parse(bytes.toString()) as { status: number; message: string; data: Data }
    if (answer.status !== 1) throw new Error(`${path}: ${answer.message}`)
    return answer.data
  }
  const settled = async (id: number): Promise<Import> => {
    for (;;) {
      const found = await ask<Import>(`getUserImport/${id}`)
      if (found.state === 'failed') throw new Error('the import failed')
      if (!found.state.endsWith('ing')) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const upload = async (content: string): Promise<Import> => {
    const boundary = 'line-between-fields'
    const body =
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\n` +
      `${content}\r\n--${boundary}--\r\n`
    const { body: bytes } = await get(server, '/api/v1/readUserImport', {
      method: 'POST',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    })
    return (JSON.parse(bytes.toString()) as { data: Import }).data
  }
  const imported = async (content: string) => {
    const began = performance.now()
    const { id, columns } = await upload(content)
    await ask('checkUserImport', { id, fields: columns.map(({ field }) => field) })
    const { counts } = await settled(id)
    const checkedAt = performance.now()
    await ask('startUserImport', { id })
    const { results } = await settled(id)
    const differing = Math.abs(counts.add + counts.change - results.done)
    const seconds = (from: number, to: number) => (to - from) / 1000
    const importSeconds = seconds(checkedAt, performance.now())
    return { counts, differing, checkSeconds: seconds(began, checkedAt), importSeconds }
  }

  const { before, mixed } = files()
  await imported(before)
  const figures = await imported(mixed)
  const times: number[] = []
  for (let n = 0; n < 40; n += 1) {
    const began = performance.now()
    await ask('getUserlistAndUserRegionAndUserLocationAndAccessType', { page: 1, size: 5, with_lists: false })
    times.push(performance.now() - began)
  }
  return { ...figures, listMilliseconds: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]! }
}
