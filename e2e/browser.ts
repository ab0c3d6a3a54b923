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

export async function launchBrowser(): Promise<Browser> {
  const own = chromium.executablePath()
  const path = [...candidates, own].find((p) => p && existsSync(p))
  if (!path) throw new Error('No Chromium found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
  return chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
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
    ],
  })
}
