import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordLog } from '../server/src/rooms/sessions/testing.ts'
import { pages } from '../web/src/pages/all.ts'
import { paths } from '../web/src/paths.ts'
import { states } from './support/states.ts'
import { browserWorld, type BrowserWorld } from './support/world.ts'

/** Covers the Content Security Policy of the pages, and uncaught errors. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

/** Collects every policy violation that the pages of this browser report from now on. */
async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.exposeFunction('violated', (what: string) => found.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
      const report = (window as unknown as { violated: (what: string) => void }).violated
      report(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile ?? ''}:${lineNumber} ${sample}`)
    })
  })
  return found
}

/** Opens pages that axe.e2e.ts does not: every journey fails on a violation (world.ts). */
async function open(page: Page, all: string[]) {
  const seen = new Set(states.map(({ path }) => path.split('?')[0]))
  for (const path of all.filter((one) => !seen.has(one))) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
}

test('no page violates its own security policy, logged out', async () => {
  const page = await w.visitor()
  const found = await violationsOf(page)
  const { publicHome, homeAu, publicAbout, publicContact, publicNews, terms, accountAccessEmpty, unsubscribe } = paths
  const own = ['/animation_link/unknown', '/api/v1']
  await open(page, [homeAu, publicAbout, publicContact, publicNews, terms, accountAccessEmpty, unsubscribe, ...own])
  await page.goto(publicHome)
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
  expect(found).toEqual([])
})

test('no page violates its own security policy, logged in', async () => {
  const page = await w.arriving('enterprise')
  const found = await violationsOf(page)
  await open(page, [
    ...pages.filter(({ guard, path }) => guard === 'logged-in' && !path.includes(':')).map(({ path }) => path),
    paths.gallery,
  ])
  expect(found).toEqual([])
})

test('a journey notices a violation', async () => {
  const page = await w.visitor({ violates: true })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto('/bhome')
  await page.evaluate(() => {
    document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.injected = true' }))
  })
  await expect.poll(() => said.join()).toContain('Content Security Policy')
})

test('the pages allow inline style elements only with a nonce, and scripts only by hash', async () => {
  const page = await w.visitor({ violates: true })
  const found = await violationsOf(page)
  await page.goto('/bhome')
  await page.evaluate(() => {
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { display: none }' }))
    document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.injected = true' }))
  })
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).not.toBe('none')
  expect(await page.evaluate(() => 'injected' in window)).toBe(false)
  await expect
    .poll(() => found.map((line) => line.split(' ')[1]).toSorted())
    .toEqual(['script-src-elem', 'style-src-elem'])
})

test('logs uncaught errors and unhandled promise rejections', async () => {
  const page = await w.arriving('advisor')
  page.removeAllListeners('pageerror')
  await page.goto('/home')
  const log = recordLog(w.server)
  await page.evaluate(() => {
    void Promise.reject(new Error('the promise of the workshop broke'))
    void Promise.reject(new DOMException('the person went on', 'AbortError'))
    setTimeout(() => {
      throw new Error('the jack of the workshop broke')
    })
  })
  await expect.poll(() => log.text()).toContain('the promise of the workshop broke')
  await expect.poll(() => log.text()).toContain('the jack of the workshop broke')
  log.end()
  expect(log.text()).toContain('"type":"unhandledrejection"')
  expect(log.text()).not.toContain('the person went on')
})
