import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HttpRefusal } from '../core/http/errors.ts'
import { fairQueue, makeTurns } from '../core/concurrency/fair.ts'
import { brandOfDocuments } from '../core/pdf/brand.ts'
import type { PdfDocument } from '../core/pdf/document.ts'
import { makePdfs } from '../core/pdf/pdf.ts'
import { world, type World } from '../testing/world.ts'

/** A flood by one person delays that person, and no other. */

describe('work in turns', () => {
  test('runs a newcomer’s work after one piece of a flood, not after all of it', () => {
    const queue = fairQueue<string>()
    for (let i = 1; i <= 50; i += 1) queue.add('mallory', `flood ${i}`)
    expect(queue.take()).toBe('flood 1')
    queue.add('dana', 'dana 1')
    queue.add('dana', 'dana 2')
    queue.add('bob', 'bob 1')
    expect(Array.from({ length: 5 }, () => queue.take())).toEqual(['dana 1', 'bob 1', 'flood 2', 'dana 2', 'flood 3'])
  })

  test('does not let a person who comes again and again delay another', () => {
    const queue = fairQueue<string>()
    for (let i = 1; i <= 3; i += 1) queue.add('dana', `dana ${i}`)
    const served: (string | undefined)[] = []
    for (let i = 1; i <= 6; i += 1) {
      queue.add(`visitor ${i}`, `visitor ${i}`)
      served.push(queue.take())
    }
    expect(served.filter((job) => job?.startsWith('dana')).length).toBeGreaterThanOrEqual(2)
  })

  test('does work that two persons wait for once, at the earlier of their turns', () => {
    const queue = fairQueue<string>()
    for (let i = 1; i <= 9; i += 1) queue.add('mallory', `flood ${i}`)
    queue.add('dana', 'flood 9')
    expect([queue.take(), queue.take(), queue.take()]).toEqual(['flood 1', 'flood 9', 'flood 2'])
    expect(queue.waiting('dana')).toBe(0)
    expect(queue.drain()).toHaveLength(6)
  })

  test('runs eight reads of a session at once, queues more, and refuses the excess', async () => {
    const turns = makeTurns({ atOnce: 8, waiting: 2 })
    for (let i = 0; i < 8; i += 1) expect(turns.begin('mallory')).toBe(true)
    const waiting = turns.begin('mallory')
    expect(waiting).toBeInstanceOf(Promise)
    void turns.begin('mallory')
    expect(turns.begin('mallory')).toBe(false)
    expect(turns.begin('dana')).toBe(true)
    turns.end('mallory')
    await waiting
    expect(turns.begin('mallory')).toBeInstanceOf(Promise)
    for (let i = 0; i < 10; i += 1) turns.end('mallory')
    turns.end('mallory')
    expect(turns.begin('mallory')).toBe(true)
  })
})

describe('PDF files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cutaway-fair-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const document = (text: string): PdfDocument => ({
    language: { tag: 'en-US', direction: 'ltr' },
    paper: 'A4',
    brand: brand(),
    title: text,
    date: '2026-10-12',
    headline: '',
    footer: '',
    pageNumber: '{page}',
    blocks: [{ kind: 'text', text }],
  })
  const brand = () => brandOfDocuments(w.running.services.sites.byId(31)!)

  test('renders Dana’s file while a flood of another session waits, and refuses too many of one person', async () => {
    const pdfs = makePdfs({ folder })
    await pdfs.of('warm-up', document('warm-up'))
    let drawn = 0
    const flood = Array.from({ length: 40 }, async (_, i) => {
      await pdfs.of('mallory', document(`flood ${i}`))
      drawn += 1
    })
    const ended = Promise.allSettled(flood)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const before = drawn
    await pdfs.of('dana', document('for Dana'))
    expect(drawn - before).toBeLessThanOrEqual(2)
    const refused = (await ended).flatMap((one) => (one.status === 'rejected' ? [one.reason as HttpRefusal] : []))
    expect(refused.length).toBeGreaterThan(10)
    expect(refused[0]).toBeInstanceOf(HttpRefusal)
    expect(refused[0]).toMatchObject({ http: 429, key: 'too_many_requests' })
    await pdfs.stop()
  })

  test('renders a document for Dana before the flood, even if it also waits at the end of the flood', async () => {
    const pdfs = makePdfs({ folder })
    await pdfs.of('warm-up', document('warm-up again'))
    let drawn = 0
    const flood = Array.from({ length: 12 }, async (_, i) => {
      await pdfs.of('mallory', document(`same ${i}`))
      drawn += 1
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const before = drawn
    await pdfs.of('dana', document('same 11'))
    expect(drawn - before).toBeLessThanOrEqual(3)
    await Promise.all(flood)
    await pdfs.stop()
  })
})

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

describe('reads of signed-in people', () => {
  test('serves 400 concurrent reads of one session in turns, without delaying Bob', async () => {
    const mallory = await w.loggedIn('advisor')
    const bob = await w.loggedIn('advisor2')
    const { user_id } = await mallory.me()
    const path = `/api/v1/getSends/${encodeURIComponent(JSON.stringify({ user_id, page: 1, size: 100, sort: 'outcome', descending: true, search: '' }))}`
    let served = 0
    const flood = Array.from({ length: 400 }, async () => {
      const { status } = await mallory.request(path)
      served += 1
      return status
    })
    await expect.poll(() => served, { interval: 5 }).toBeGreaterThanOrEqual(5)
    const before = served
    await bob.me()
    const { user_id: bobId } = await bob.me()
    expect(bobId).not.toBe(user_id)
    const meanwhile = served - before
    const statuses = await Promise.all(flood)
    // How many are refused depends on how quickly the reads are served.
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(208)
    // Refusals return at once; Bob waited for only a few of the served reads.
    expect(meanwhile).toBeLessThan(300)
    expect((await mallory.request(path)).status).toBe(200)
  })

  test('gives colleagues behind one address separate limits for PDF files', async () => {
    const office = { ip: '192.0.2.10' }
    const [mallory, dana] = [await w.loggedIn('location', office), await w.loggedIn('advisor', office)]
    const { user_id } = await mallory.me()
    const statuses = await Promise.all(
      Array.from(
        { length: 70 },
        async () => (await mallory.request(`/api/v1/partPdf/${user_id}/BRKDSC/50.pdf`)).status,
      ),
    )
    expect(statuses).toContain(429)
    const own = (await dana.me()).user_id
    expect((await dana.request(`/api/v1/partPdf/${own}/BRKDSC/50.pdf`)).status).toBe(200)
  })
})
