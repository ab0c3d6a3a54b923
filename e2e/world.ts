import AxeBuilder from '@axe-core/playwright'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished, TestRunner } from 'vitest'
import { builtPages } from '../server/src/pages.ts'
import { world as serverWorld, type World } from '../server/src/testing/world.ts'
import { sharedBrowser } from './browser.ts'

/**
 * The world of a journey: the whole product with the built web, and people at browsers of their own. Things are found by
 * what a person sees: role and name.
 */

export interface BrowserWorld {
  server: World
  /** The address of a site as browsers know it; they resolve *.localhost to this machine. */
  address(site?: number): string
  /** Somebody at a fresh browser on a site (31 unless told). */
  visitor(options?: BrowserContextOptions & { site?: number }): Promise<Page>
  /** A demo person who is logged in already, at a fresh browser that shows no page yet. */
  arriving(username: string, options?: BrowserContextOptions & { site?: number }): Promise<Page>
  /** The same, on /home. */
  loggedIn(username: string, options?: BrowserContextOptions & { site?: number }): Promise<Page>
  close(): Promise<void>
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const desktop = { viewport: { width: 1440, height: 900 } } as const
export const hebrew = { locale: 'he-IL' } as const

/** `env` are settings of the portal, as in its environment. */
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
    // Whoever comes within a test leaves with it: pages that stay open go on moving and counting.
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

/** Nothing that axe knows of WCAG 2.0 to 2.2, A and AA, is broken on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // A third of the time: frames of other sites, which there are none of, are not asked, and what is fine is not described.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .analyze()
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([])
}

/** Nothing sticks out sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth: content, clientWidth: window } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }))
  expect(content).toBeLessThanOrEqual(window)
}
