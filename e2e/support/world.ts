import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core'
import { expect, onTestFinished, TestRunner } from 'vitest'
import type { Payments } from '../../server/src/outside/payments/providers.ts'
import { builtPages } from '../../server/src/pages.ts'
import { world as serverWorld, type World } from '../../server/src/testing/world.ts'
import { sharedBrowser } from './browser.ts'
import { takeProfile } from './profiles.ts'

/**
 * Sets up a journey: the whole product with the built web client, and one browser per person. Tests locate elements as
 * a person does, by role and name.
 */

type VisitorOptions = BrowserContextOptions & {
  /** 31 by default. */
  site?: number
  /** The test makes the page violate its security policy. */
  violates?: boolean
}

export interface BrowserWorld {
  server: World
  /** Returns the address of a site as browsers know it. They resolve *.localhost to this machine. */
  address(site?: number): string
  /** Opens a site (31 by default) in a fresh browser. */
  visitor(options?: VisitorOptions): Promise<Page>
  /** Logs a demo person in, in a fresh browser that shows no page yet. */
  arriving(username: string, options?: VisitorOptions): Promise<Page>
  /** Logs a demo person in and opens /home. */
  loggedIn(username: string, options?: VisitorOptions): Promise<Page>
  close(): Promise<void>
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const desktop = { viewport: { width: 1440, height: 900 } } as const
export const hebrew = { locale: 'he-IL' } as const
/** The browser of a customer's phone. The test browser identifies itself as a program, whose visits do not count. */
export const customersBrowser =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

/** For what moves by itself: films that play with their page, transitions. It doubles the processor time of a page. */
export const moving = { reducedMotion: 'no-preference' } as const

/**
 * Ports of worlds that have ended. The next world of the worker takes one of them, so that browsers find the same scripts
 * at the same address.
 */
const ports: number[] = []

/**
 * Starts a world. `env` holds environment settings of the portal, `common` options of every browser, `payments` the
 * accounts at a gateway for test money.
 */
export async function browserWorld(
  env?: Record<string, string>,
  common?: BrowserContextOptions,
  { payments }: { payments?: Payments } = {},
): Promise<BrowserWorld> {
  const pages = builtPages(join(import.meta.dirname, '../../web/dist'))
  const reused = env ? undefined : ports.pop()
  const server = await serverWorld({
    pages,
    ...(env ? { env } : {}),
    ...(reused ? { port: reused } : {}),
    ...(payments ? { payments } : {}),
  })
  const browser = await sharedBrowser({ moves: common?.reducedMotion === moving.reducedMotion })
  const releases: (() => Promise<void>)[] = []
  /** What the pages did against their own security policy. */
  const violations: string[] = []
  const expectNoViolation = () => expect(violations.splice(0)).toEqual([])
  const port = new URL(server.address).port
  const address = (site = 31) => `http://site${site}.localhost:${port}`

  async function visitor({ site = 31, violates = false, ...options }: VisitorOptions = {}): Promise<Page> {
    const { context, release } = await takeProfile(browser, {
      ...desktop,
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...common,
      ...options,
      baseURL: address(site),
    })
    // The pages do not follow the browser's language, so these people have chosen theirs.
    const chosen = server.running.services.sites.language(options.locale ?? 'en-US')
    if (chosen)
      await context.addCookies([{ name: 'cutaway_language', value: String(chosen.language_id), url: address(site) }])
    const watch = (message: ConsoleMessage) => {
      if (message.text().includes('Content Security Policy'))
        violations.push(`${message.page()?.url()}: ${message.text()}`)
    }
    if (!violates) context.on('console', watch)
    const end = async () => {
      await release()
      context.off('console', watch)
    }
    // Closes the pages that a test opened. Open pages would keep running timers and sending tracking events.
    if (TestRunner.getCurrentTest())
      onTestFinished(async () => {
        await end()
        expectNoViolation()
      })
    else releases.push(end)
    const page = await context.newPage()
    page.on('pageerror', (error) => {
      throw new Error(`the page threw: ${error.message}`, { cause: error })
    })
    return page
  }

  async function arriving(username: string, options?: VisitorOptions) {
    const page = await visitor(options)
    const person = await server.loggedIn(username, { site: options?.site ?? 31 })
    await page
      .context()
      .addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: address(options?.site) })))
    return page
  }

  return {
    server,
    address,
    visitor,
    arriving,
    async loggedIn(username, options) {
      const page = await arriving(username, options)
      await page.goto('/home')
      return page
    },
    async close() {
      await Promise.all(releases.map((release) => release()))
      // The browsers remain, with connections that they opened in advance.
      server.running.app.server.closeAllConnections()
      await server.close()
      if (!env) ports.push(Number(port))
      expectNoViolation()
    },
  }
}

/** The short form, because every page that is checked reads it again. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Expects no axe violation of WCAG 2.0 to 2.2, A and AA, in the current state of the page. Under a modal dialog the page
 * is inert, so that only the dialog counts. Style sheets are not read: the one rule that needs them, about locked
 * orientation, costs a third of the time, and web/src/ui/orientation.test.ts holds it for all style sheets at once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  const found = await page.evaluate(async (runOnly) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const inFront = [...document.querySelectorAll('dialog:modal, [popover]:popover-open')]
    const isModal = inFront.some((element) => element.matches('dialog:modal'))
    const options = { runOnly, resultTypes: ['violations' as const], preload: false }
    const { violations } = await inPage.run(isModal ? { include: inFront } : document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, rules)
  expect(found).toEqual([])
}

/** Expects no horizontal overflow. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth: content, clientWidth: window } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }))
  expect(content).toBeLessThanOrEqual(window)
}
