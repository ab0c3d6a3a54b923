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

/** Starts one browser per worker. The browser ends with the worker because it is attached to the worker's pipe. */
let shared: Promise<Browser> | undefined
export const sharedBrowser = (): Promise<Browser> => (shared ??= launchBrowser())

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

export async function launchBrowser(): Promise<Browser> {
  const executablePath = browserPath()
  if (!executablePath)
    throw new Error('No Chromium found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: browserArguments })
}
