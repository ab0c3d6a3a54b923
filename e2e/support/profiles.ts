import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core'

/**
 * Browser profiles that later tests use again. A new profile loads and compiles every script of the product; one that
 * was used before has them in its cache. Between two tests a profile loses its pages, cookies, stored data, permissions
 * and routes, so that a test meets an empty browser apart from that cache.
 */

interface Profile {
  context: BrowserContext
  browser: Browser
  options: BrowserContextOptions
  /** Connected to a blank page, which keeps the process of the pages running. */
  devtools: CDPSession
  /** The origins that its pages opened. */
  origins: Set<string>
  /** Changed in a way that cannot be undone, or closed. */
  isSpoilt: boolean
}

/** The most profiles that wait for a test. More would only hold memory: few tests need three people at a time. */
const limit = 8
const idle: Profile[] = []

/** Returns an empty profile with the options, and a function that takes it back. */
export async function takeProfile(browser: Browser, options: BrowserContextOptions) {
  const at = idle.findIndex((one) => one.browser === browser && isDeepStrictEqual(one.options, options))
  const profile = at >= 0 ? idle.splice(at, 1)[0]! : await makeProfile(browser, options)
  return { context: profile.context, release: () => release(profile) }
}

async function makeProfile(browser: Browser, options: BrowserContextOptions): Promise<Profile> {
  const context = await browser.newContext(options)
  const blank = await context.newPage()
  const devtools = await context.newCDPSession(blank)
  const profile: Profile = { context, browser, options, devtools, origins: new Set(), isSpoilt: false }
  const spoil = () => (profile.isSpoilt = true)
  context.on('close', spoil)
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (frame.url().startsWith('http')) profile.origins.add(new URL(frame.url()).origin)
    }),
  )
  whenCalled(
    context,
    ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders', 'setGeolocation'],
    spoil,
  )
  whenCalled(context.clock, ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'], spoil)
  return profile
}

/** Calls `then` before each call of the methods. */
function whenCalled<T extends object>(owner: T, names: (keyof T)[], then: () => void): void {
  for (const name of names) {
    const method = owner[name] as (...args: unknown[]) => unknown
    owner[name] = ((...args: unknown[]) => {
      then()
      return method.apply(owner, args)
    }) as T[typeof name]
  }
}

async function release(profile: Profile): Promise<void> {
  const { context, devtools, origins } = profile
  if (profile.isSpoilt) return context.close()
  const [, ...pages] = context.pages()
  await Promise.all(pages.map((page) => page.close()))
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    context.unrouteAll(),
    ...[...origins].map((origin) => devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })),
  ])
  origins.clear()
  idle.unshift(profile)
  await Promise.all(idle.splice(limit).map((one) => one.context.close()))
}
