import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/**
 * Finds the browser of the journeys: CHROMIUM_PATH, else the system's, else Playwright's own. It must support H.264, as
 * Debian's does. The headless shell is the same browser without windows and needs three quarters of the time.
 */

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * Returns the program and its switches, also for the component tests. Returns undefined if Chromium is not installed.
 */
export const browserPath = (): string | undefined =>
  [...candidates, chromium.executablePath()].find((path) => path && existsSync(path))

export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  // Shares one process between the pages of a worker and draws in the browser process, which needs fewer processes.
  '--renderer-process-limit=1',
  '--in-process-gpu',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise every page starts a second process for browser menus that the tests never show.
  '--disable-features=PreloadTopChromeWebUI',
  // Resolves every host name to this computer, so that no request reaches the network.
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--autoplay-policy=no-user-gesture-required',
]

/** For tests that count no frames: all sites share one process, which stays between pages. */
export const testArguments = [
  ...browserArguments.filter((argument) => !argument.startsWith('--disable-features=')),
  '--disable-site-isolation-trials',
  // One process less for each request to pass through.
  '--enable-features=NetworkServiceInProcess2',
  '--disable-features=PreloadTopChromeWebUI,IsolateOrigins,site-per-process,PaintHolding',
]

/** The browsers of a worker: for films in motion, and for all else. They end with the worker, which holds their pipes. */
const shared = new Map<boolean, Promise<Browser>>()
export function sharedBrowser({ moves }: { moves: boolean }): Promise<Browser> {
  const browser = shared.get(moves) ?? launchBrowser(moves ? browserArguments : testArguments)
  shared.set(moves, browser)
  return browser
}

export async function launchBrowser(args = browserArguments): Promise<Browser> {
  const executablePath = browserPath()
  if (!executablePath)
    throw new Error('No Chromium found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
  // Without a UTF-8 locale the browser cannot save a file under a Hebrew name.
  return chromium.launch({ executablePath, args, env: { ...process.env, LANG: 'C.UTF-8' } })
}
