import { existsSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'

/** The studio's page in a headless browser that draws in software: the same picture on every machine, no graphics card. */

const studio = join(import.meta.dirname, '../..')

/** Serves the studio's pages on a free port of this machine. */
export async function servePages(): Promise<{ server: ViteDevServer; address: string }> {
  const server = await createServer({
    root: studio,
    configFile: false,
    logLevel: 'error',
    // Nothing is bundled ahead: two renderers at work do not write one cache.
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  })
  await server.listen()
  const { port } = server.httpServer!.address() as AddressInfo
  return { server, address: `http://127.0.0.1:${port}` }
}

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function browserPath(): string {
  const found = [process.env['CHROMIUM_PATH'] ?? '', ...browsers].find((path) => path && existsSync(path))
  if (!found)
    throw new Error('Rendering needs Chromium: install the Debian package chromium, or name one in CHROMIUM_PATH.')
  return found
}

/** SwiftShader is ten times faster here than the other software renderer. */
const flags = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-watchdog',
  '--disable-background-networking',
  '--no-first-run',
]

export interface StudioPage {
  page: Page
  /** Runs what makes the page send one picture, and answers its bytes. */
  picture(ask: (address: string) => Promise<void>): Promise<Buffer>
  close(): Promise<void>
}

export async function openStudioPage(path = '/render.html'): Promise<StudioPage> {
  const { server, address } = await servePages()
  let taken: ((bytes: Buffer) => void) | null = null
  const sink = createHttpServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') return response.end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      taken?.(Buffer.concat(chunks))
      response.end()
    })
    return undefined
  })
  await new Promise<void>((done) => sink.listen(0, '127.0.0.1', done))
  const sinkAddress = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`
  const browser = await chromium.launch({ executablePath: browserPath(), args: flags })
  await takeOurPriority(browser)
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  const close = async () => {
    await browser.close()
    sink.close()
    await server.close()
  }
  try {
    await page.goto(address + path)
    await page.waitForFunction(() => 'studio' in window, undefined, { timeout: 60_000 })
  } catch (error) {
    await close()
    throw new Error(`The studio's page does not start:\n${faults.join('\n')}`, { cause: error })
  }
  return {
    page,
    async picture(ask) {
      const arrived = new Promise<Buffer>((done) => (taken = done))
      await ask(sinkAddress)
      return arrived
    },
    close,
  }
}

/** The browser gives the process that draws a priority above all others where it may: here it works as the studio does. */
async function takeOurPriority(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  for (const { id } of processInfo)
    try {
      setPriority(id, getPriority())
    } catch {
      // It has ended, or belongs to another user: its priority is then not ours to set.
    }
  await session.detach()
}
