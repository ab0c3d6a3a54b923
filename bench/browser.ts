import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Response } from 'playwright-core'
import { median } from './results.ts'

/** Measures what a user waits for: the first frame of a film, and the scripts of the login page. */

export interface FrameFigures {
  ratio: number
  /** Milliseconds from the start of the navigation to the first frame on the screen. */
  ours: number
  floor: number
}

interface PageOf {
  origin: string
  path: string
  /** 'name=value'; a page for strangers has none. */
  cookie?: string
}

const runs = 9
const frameTimeout = 20_000

/** Loads both pages in turns, each time in a fresh browser profile with an empty cache. */
export async function measureFirstFrame(
  browser: Browser,
  ours: PageOf,
  floor: PageOf,
  network?: Network,
): Promise<FrameFigures> {
  const seen = { ours: [] as number[], floor: [] as number[] }
  await firstFrame(browser, ours, network)
  await firstFrame(browser, floor, network)
  for (let run = 0; run < runs; run += 1)
    for (const name of run % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const))
      seen[name].push(await firstFrame(browser, name === 'ours' ? ours : floor, network))
  const figures = { ours: median(seen.ours), floor: median(seen.floor) }
  return { ...figures, ratio: median(seen.ours.map((ms, run) => ms / seen.floor[run]!)) }
}

export interface Network {
  megabitsPerSecond: number
  latencyMilliseconds: number
}

async function firstFrame(browser: Browser, page: PageOf, network?: Network): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await setCookie(context, page)
    const tab = await context.newPage()
    if (network) {
      const devtools = await context.newCDPSession(tab)
      const throughput = (network.megabitsPerSecond * 1e6) / 8
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: network.latencyMilliseconds,
        downloadThroughput: throughput,
        uploadThroughput: throughput,
      })
    }
    // Passed as text, because it runs in the page.
    await tab.addInitScript(`
      window.firstFrame = new Promise((resolve) => {
        const seen = new Set()
        // A film in a frame tells the page around it.
        addEventListener('message', ({ data }) => data === 'first-frame' && resolve(performance.now()))
        const shown = () => (parent === window ? resolve(performance.now()) : parent.postMessage('first-frame', '*'))
        const look = () => {
          for (const video of document.getElementsByTagName('video')) {
            if (seen.has(video)) continue
            seen.add(video)
            video.requestVideoFrameCallback(shown)
          }
        }
        new MutationObserver(look).observe(document, { childList: true, subtree: true })
      })`)
    await tab.goto(`${page.origin}${page.path}`, { waitUntil: 'commit' })
    const timeout = new Promise<never>((_resolve, reject) => {
      setTimeout(
        () => reject(new Error(`no frame on ${page.path} within ${frameTimeout / 1000} s`)),
        frameTimeout,
      ).unref()
    })
    return await Promise.race([tab.evaluate<number>('window.firstFrame'), timeout])
  } finally {
    await context.close()
  }
}

async function setCookie(context: BrowserContext, { origin, cookie }: PageOf): Promise<void> {
  if (cookie === undefined) return
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
}

/**
 * Returns the gzip size, in kilobytes (1000 bytes), of all scripts that the login page loads until its form is usable.
 */
export async function measureLoginScripts(
  browser: Browser,
  origin: string,
): Promise<{ kilobytes: number; scripts: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  try {
    const tab = await context.newPage()
    const bodies: Promise<number>[] = []
    const onResponse = (response: Response) => {
      const isScript = response.request().resourceType() === 'script' || /\.m?js(\?|$)/.test(response.url())
      if (isScript && response.ok()) bodies.push(response.body().then((body) => gzipSync(body).length))
    }
    tab.on('response', onResponse)
    await tab.goto(`${origin}/login`)
    const form = tab.locator('form', { has: tab.locator('input[type=password]') })
    await form.locator('input[type=password]').waitFor({ state: 'visible' })
    await form.locator('button[type=submit]').waitFor({ state: 'visible' })
    // Scripts that load later do not delay the login.
    tab.off('response', onResponse)
    const sizes = await Promise.all(bodies)
    return { kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, scripts: sizes.length }
  } finally {
    await context.close()
  }
}
