import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { HttpRefusal } from '../http/errors.ts'
import { fairQueue } from '../concurrency/fair.ts'
import type { PdfDocument } from './document.ts'

/**
 * Renders documents (`document.ts`) as PDF files, with the product's own fonts, header and footer. Rendering runs in a
 * thread that starts with the first document and ends after a time without requests, so that neither the start of the
 * server nor other requests wait for it. Files are cached by the content of their document.
 *
 *     const bytes = await services.pdfs.of(person, {
 *       language: { tag: 'he-IL', direction: 'rtl' },
 *       paper: paperOf(site.country_code_iso),
 *       brand: brandOfDocuments(site),
 *       title, date, headline, footer, pageNumber,
 *       blocks: [{ kind: 'title', text: title }, { kind: 'text', text }],
 *     })
 */

/** `logo` is the picture of the document's brand, in PNG. */
export type PdfAsk = { id: number; document: PdfDocument; logo?: Uint8Array | undefined }
export type PdfMessage = { id: number } & ({ bytes: Uint8Array } | { failed: string })

export interface Pdfs {
  /**
   * Returns the file of a document; the same document gives the same bytes. Concurrent requests for one document share
   * one rendering. Documents of different persons (`call.person`) are rendered in turns; a person with too many waiting
   * is refused with 429. Rejects with PdfFailed if rendering fails, for example because a picture is damaged.
   */
  of(person: string, document: PdfDocument): Promise<Buffer>
  /**
   * Returns the number of pages of a document if its file is in the cache. Otherwise null, and the file is rendered once
   * other requests have had their turn, so that it is there for the next reader.
   */
  pages(person: string, document: PdfDocument): Promise<number | null>
  /** Stops the thread and refuses all waiting requests. */
  stop(): Promise<void>
}

/** The document could not be rendered. The message states the reason, for the log. */
export class PdfFailed extends Error {
  constructor(why: string) {
    super(`a PDF could not be made: ${why}`)
    this.name = 'PdfFailed'
  }
}

/**
 * The version of the layout. Increment it when documents look different, so that cached files of the old layout are not
 * served.
 */
const look = 1
/** Bytes of files in the memory cache. */
const inMemory = 16 * 1024 ** 2
const inFolder = 2000
const patience = 30_000
/** Maximum of documents that one person may have waiting, and all persons together. */
const mostWaiting = 20
const mostWaitingInAll = 500

export interface PdfOptions {
  /** The folder of the file cache: at most 2000 files, the least recently used are removed first. */
  folder: string
  /** Reads the logo of a brand by its URL; null: the letters are drawn. */
  readLogo?: (url: string) => Promise<Uint8Array | null>
  /** Milliseconds without a request after which the thread ends and frees its memory. */
  idle?: number
  /** Milliseconds after which a document whose pages were asked for is rendered. */
  ahead?: number
}

export function makePdfs({ folder, readLogo, idle = 60_000, ahead = 3000 }: PdfOptions): Pdfs {
  const kept = new LRUCache<string, Buffer>({ maxSize: inMemory, sizeCalculation: (bytes) => bytes.length })
  const counted = new LRUCache<string, number>({ max: inFolder })
  const planned = new Map<string, NodeJS.Timeout>()
  const underWay = new Map<string, { work: Promise<Buffer>; drawing: Drawing }>()
  const thread = drawingThread(idle)

  async function make(key: string, drawing: Drawing): Promise<Buffer> {
    const path = join(folder, `${key}.pdf`)
    const found = await readFile(path).catch(() => undefined)
    if (found) {
      // Updates the time of last use. A folder that cannot be written to still serves files.
      await utimes(path, new Date(), new Date()).catch(() => undefined)
      return found
    }
    const { logo } = drawing.document.brand
    if (logo !== '') drawing.logo = (await readLogo?.(logo)) ?? undefined
    const bytes = await thread.draw(drawing)
    await keepFile(folder, path, bytes)
    return bytes
  }

  const keyOf = (document: PdfDocument) =>
    createHash('sha256')
      .update(JSON.stringify([look, document]))
      .digest('hex')

  const pdfs: Pdfs = {
    of(person, document) {
      const key = keyOf(document)
      const known = kept.get(key)
      if (known) return Promise.resolve(known)
      const same = underWay.get(key)
      if (same) {
        // A person who joins does not wait for the turn of the first requester.
        thread.join(person, same.drawing)
        return same.work
      }
      const drawing: Drawing = { document, persons: new Set([person]) }
      const work = make(key, drawing)
        .then((bytes) => {
          kept.set(key, bytes)
          return bytes
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, { work, drawing })
      return work
    },
    async pages(person, document) {
      const key = keyOf(document)
      const known = counted.get(key)
      if (known !== undefined) return known
      const bytes = kept.get(key) ?? (await readFile(join(folder, `${key}.pdf`)).catch(() => undefined))
      if (bytes) {
        const count = pagesIn(bytes)
        counted.set(key, count)
        return count
      }
      if (!planned.has(key) && planned.size < mostWaiting) {
        const render = () => {
          planned.delete(key)
          // The reader who opens the document sees the reason of a failure.
          pdfs.of(person, document).catch(() => undefined)
        }
        planned.set(key, setTimeout(render, ahead).unref())
      }
      return null
    },
    stop: () => {
      for (const timer of planned.values()) clearTimeout(timer)
      planned.clear()
      return thread.stop()
    },
  }
  return pdfs
}

/** Counts the page objects of a file. Our renderer does not compress them. */
const pagesIn = (bytes: Buffer): number => bytes.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0

/**
 * Returns the header that names a file in any script (RFC 5987); `plain` is for programs that support only ASCII. The
 * browser shows the document, and saves it under the name.
 */
export function contentDisposition(name: string, plain: string): string {
  const clean = name.replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ').trim()
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    (c) => `%${c.codePointAt(0)!.toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain.replace(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encoded}`
}

/** Writes to a temporary name and renames, so that a reader never gets half a file. */
async function keepFile(folder: string, path: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const temporary = `${path}.${randomUUID()}`
  try {
    await writeFile(temporary, bytes)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'))
  if (names.length <= inFolder) return
  const used = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  const oldest = used.toSorted((a, b) => a.at - b.at).slice(0, names.length - inFolder)
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })))
}

/** A document to render, and the requests that wait for it. */
interface Drawing {
  document: PdfDocument
  logo?: Uint8Array | undefined
  persons: Set<string>
  settle?: { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }
}
type Queued = Drawing & Required<Pick<Drawing, 'settle'>>

/**
 * The rendering thread, started on demand. It gets one document at a time: two at once would share the memory of the
 * fonts.
 */
function drawingThread(idle: number) {
  const queue = fairQueue<Queued>()
  let inAll = 0
  let drawing: { id: number; asked: Queued; timer: NodeJS.Timeout } | undefined
  let worker: Worker | undefined
  let rest: NodeJS.Timeout | undefined
  let nextId = 1
  let stopped = false

  function end(): Promise<unknown> {
    const ending = worker
    worker = undefined
    return ending?.terminate() ?? Promise.resolve()
  }

  /** Settles the current document and starts the next one. */
  function done(settle: (asked: Queued['settle']) => void) {
    if (!drawing) return
    clearTimeout(drawing.timer)
    const { asked } = drawing
    drawing = undefined
    settle(asked.settle)
    next()
  }

  /** Handles the end of the thread: the current document fails, and waiting ones get a new thread. */
  function lost(why: string) {
    void end()
    done(({ reject }) => reject(new PdfFailed(why)))
  }

  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url))
    // A thread that waits for work does not keep the process alive.
    started.unref()
    started.on('message', (message: PdfMessage) => {
      if (message.id !== drawing?.id) return
      done(({ resolve, reject }) => {
        if ('bytes' in message) resolve(Buffer.from(message.bytes))
        else reject(new PdfFailed(message.failed))
      })
    })
    started.on('error', (error: Error) => {
      if (worker === started) lost(error.message)
    })
    started.on('exit', (code) => {
      if (worker === started) lost(`the thread ended with ${code}`)
    })
    return started
  }

  function next() {
    if (drawing) return
    const asked = queue.take()
    if (!asked) {
      if (worker) rest = setTimeout(() => void end(), idle).unref()
      return
    }
    inAll -= 1
    clearTimeout(rest)
    worker ??= start()
    const id = nextId
    nextId += 1
    // A document that never finishes must not block the following ones.
    const timer = setTimeout(() => lost(`not done in ${patience / 1000} s`), patience)
    drawing = { id, asked, timer }
    worker.postMessage({ id, document: asked.document, logo: asked.logo } satisfies PdfAsk)
  }

  return {
    draw: (wanted: Drawing) =>
      new Promise<Buffer>((resolve, reject) => {
        if (stopped) return reject(new PdfFailed('the portal stops'))
        if (inAll >= mostWaitingInAll) return reject(new HttpRefusal(503, 'service_unavailable', 5))
        const willing = [...wanted.persons].filter((person) => queue.waiting(person) < mostWaiting)
        if (willing.length === 0) return reject(new HttpRefusal(429, 'too_many_requests', 5))
        const asked: Queued = Object.assign(wanted, { settle: { resolve, reject } })
        inAll += 1
        for (const person of willing) queue.add(person, asked)
        next()
      }),
    /** Adds another person to those who wait for a document that may not have started. */
    join(person: string, wanted: Drawing) {
      wanted.persons.add(person)
      if (wanted.settle && queue.has(wanted as Queued) && queue.waiting(person) < mostWaiting)
        queue.add(person, wanted as Queued)
    },
    async stop() {
      stopped = true
      clearTimeout(rest)
      for (const { settle } of queue.drain()) settle.reject(new PdfFailed('the portal stops'))
      done(({ reject }) => reject(new PdfFailed('the portal stops')))
      await end()
    },
  }
}
