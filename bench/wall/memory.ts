import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'

/** Memory of a page after garbage collection, and of all processes of its browser. */
export interface Memory {
  /** Megabytes of the page's scripts, and how many nodes and listeners they hold. */
  heap: number
  nodes: number
  listeners: number
  /** Resident megabytes of the browser, all processes. */
  resident: number
}

export async function memoryOf(browser: Browser, page: Page): Promise<Memory> {
  const devtools = await page.context().newCDPSession(page)
  const whole = await browser.newBrowserCDPSession()
  try {
    for (let time = 0; time < 3; time += 1)
      // oxlint-disable-next-line no-await-in-loop -- what one leaves the next one takes
      await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('Performance.enable')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
    const { processInfo } = (await whole.send('SystemInfo.getProcessInfo')) as { processInfo: { id: number }[] }
    return {
      heap: metric('JSHeapUsedSize') / 1e6,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
      resident: processInfo.reduce((sum, { id }) => sum + residentMegabytes(id), 0),
    }
  } finally {
    await devtools.detach()
    await whole.detach()
  }
}

function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    // It has ended meanwhile.
    return 0
  }
}
