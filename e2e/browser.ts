import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/**
 * The browser of the journeys: CHROMIUM_PATH, the system's, else Playwright's own. It must know H.264, so Debian's is fine.
 * The headless shell is the same browser without windows of its own, in three quarters of the time.
 */

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** One browser for all journeys of a worker; it ends with the worker, whose pipe it hangs on. */
let shared: Promise<Browser> | undefined
export const sharedBrowser = (): Promise<Browser> => (shared ??= launchBrowser())

/** The program and its switches; the component tests start the same. Undefined where no Chromium is installed. */
export const browserPath = (): string | undefined =>
  [...candidates, chromium.executablePath()].find((path) => path && existsSync(path))

export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  // Pages of a worker share a process, and the drawing is done in the browser's own: a sixth of the processor time.
  '--renderer-process-limit=1',
  '--in-process-gpu',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Else every page has a second process, for menus of the browser that nobody sees.
  '--disable-features=PreloadTopChromeWebUI',
  // Whatever name a journey asks for is this computer; nothing leaves it.
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--autoplay-policy=no-user-gesture-required',
]

export async function launchBrowser(): Promise<Browser> {
  const executablePath = browserPath()
  if (!executablePath)
    throw new Error('No Chromium found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: browserArguments })
}
