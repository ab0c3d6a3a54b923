import type { Browser, BrowserContext, Page } from 'playwright-core'
import { logIn } from '../people.ts'
import type { ServerProcess } from '../processes.ts'
import { type Change, type Probed, probe } from './probe.ts'

/** A screen of a waiting room for the measurements: a loop of many items, and a browser that is paired and plays it. */

/** Reads and writes of the person whose loop it is. */
export interface Owner {
  userId: number
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>
}

export async function ownerAt(server: ServerProcess): Promise<Owner> {
  const { cookie, userId } = await logIn(server, { username: 'enterprise2' })
  return {
    userId,
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(`${server.address}/api/v1${path}`, {
        method,
        headers: { cookie, origin: server.address, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const { data, message } = (await response.json()) as { data: T; message: string }
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${message}`)
      return data
    },
  }
}

/** English, Spanish, French, Hebrew and Australian: a film counts as another item in each of them. */
const languages = [50, 98, 94, 71, 49]

/** Fills the loop of a person with films. Returns the files that a screen plays, in their order. */
export async function fillLoop({ userId, call }: Owner, items: number): Promise<string[]> {
  const films = await call<{ part_id: string; video_type: string }[]>(
    'GET',
    `/getAnimationsForLoopedAnimation/${userId}`,
  )
  const narrated = films.filter(({ video_type }) => video_type === 'narrated')
  for (let n = 0; n < items; n += 1) {
    const { part_id } = narrated[n % narrated.length]!
    const language_id = languages[Math.floor(n / narrated.length)]
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await call('POST', '/addLoopedAnimations', { user_id: userId, item: { part_id }, language_id })
  }
  await call('PUT', '/changeLoopPlayType', { user_id: userId, loop_play_type: 'custom' })
  const plan = await call<{ items: { sources: { plain: string } }[] }>('GET', `/getWallPlan/${userId}`)
  if (plan.items.length !== items) throw new Error(`the loop has ${plan.items.length} items instead of ${items}`)
  return plan.items.map(({ sources }) => sources.plain)
}

export interface Screen {
  context: BrowserContext
  page: Page
  id: number
  /** What happened since the last question. */
  probed: () => Promise<Probed>
  close: () => Promise<void>
}

/** Opens a browser, pairs it and waits until something is on its wall. */
export async function pairedScreen(
  browser: Browser,
  server: ServerProcess,
  owner: Owner,
  { tail, name, onChange }: { tail: number | null; name: string; onChange?: (change: Change) => void },
): Promise<Screen> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const page = await context.newPage()
  await page.exposeFunction('noteChange', (change: Change) => onChange?.(change))
  await page.addInitScript(probe(tail))
  await page.goto(`${server.address}/pair`)
  const label = await page.getByRole('img', { name: /code/i }).getAttribute('aria-label', { timeout: 120_000 })
  const code = (label ?? '').replaceAll(/[^A-Z0-9]/g, '').slice(-6)
  const { screen_id } = await owner.call<{ screen_id: number }>('POST', '/pairScreen', { code, name })
  await page.locator('video:not([hidden])').first().waitFor({ timeout: 120_000 })
  return {
    context,
    page,
    id: screen_id,
    probed: () =>
      page.evaluate<Probed>(
        `(() => { const now = window.probe; window.probe = { changes: [], looks: 0, blank: 0, pause: 0 }; return now })()`,
      ),
    close: () => context.close(),
  }
}
