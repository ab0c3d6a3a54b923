import AxeBuilder from '@axe-core/playwright'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished, TestRunner } from 'vitest'
import { builtPages } from '../server/src/pages.ts'
import { world as serverWorld, type World } from '../server/src/testing/world.ts'
import { sharedBrowser } from './browser.ts'

/**
 * Sets up a journey: the whole product with the built web client, and one browser per person. Tests locate elements as
 * a person does, by role and name.
 */

export interface BrowserWorld {
  server: World
  /** Returns the address of a site as browsers know it. They resolve *.localhost to this machine. */
  address(site?: number): string
  /** Opens a site (31 by default) in a fresh browser. */
  visitor(options?: BrowserContextOptions & { site?: number }): Promise<Page>
  /** Logs a demo person in, in a fresh browser that shows no page yet. */
  arriving(username: string, options?: BrowserContextOptions & { site?: number }): Promise<Page>
  /** Logs a demo person in and opens /home. */
  loggedIn(username: string, options?: BrowserContextOptions & { site?: number }): Promise<Page>
  close(): Promise<void>
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const desktop = { viewport: { width: 1440, height: 900 } } as const
export const hebrew = { locale: 'he-IL' } as const

/** Starts a world. `env` holds environment settings of the portal. */
export async function browserWorld(env?: Record<string, string>): Promise<BrowserWorld> {
  const pages = builtPages(join(import.meta.dirname, '../web/dist'))
  const server = await serverWorld({ pages, ...(env ? { env } : {}) })
  const browser = await sharedBrowser()
  const contexts: BrowserContext[] = []
  const port = new URL(server.address).port
  const address = (site = 31) => `http://site${site}.localhost:${port}`

  async function visitor({ site = 31, ...options }: BrowserContextOptions & { site?: number } = {}): Promise<Page> {
    const context = await browser.newContext({
      ...desktop,
      locale: 'en-US',
      reducedMotion: 'no-preference',
      ...options,
      baseURL: address(site),
    })
    // The pages do not follow the browser's language, so these people have chosen theirs.
    const chosen = server.running.services.sites.language(options.locale ?? 'en-US')
    if (chosen)
      await context.addCookies([{ name: 'cutaway_language', value: String(chosen.language_id), url: address(site) }])
    // Closes the browsers that a test opened. Open pages would keep running timers and sending tracking events.
    if (TestRunner.getCurrentTest()) onTestFinished(() => context.close())
    else contexts.push(context)
    const page = await context.newPage()
    page.on('pageerror', (error) => {
      throw new Error(`the page threw: ${error.message}`, { cause: error })
    })
    return page
  }

  async function arriving(username: string, options?: BrowserContextOptions & { site?: number }) {
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
      await Promise.all(contexts.map((c) => c.close()))
      await server.close()
    },
  }
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Expects no axe violation of WCAG 2.0 to 2.2, A and AA, in the current state of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // Takes a third of the time: skips frames of other sites, as there are none, and reports violations only.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .analyze()
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([])
}

/** Expects no horizontal overflow. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth: content, clientWidth: window } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }))
  expect(content).toBeLessThanOrEqual(window)
}
