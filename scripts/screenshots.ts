// Makes the pictures of the README from a server that runs with the demo:
//
//   npm start                                                            in one terminal
//   node scripts/run.mjs screenshots [http://localhost:4000 [part id]]   in another
//
// Writes docs/screenshots/*.webp, each under 200 kB.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { demoPassword } from '../demo/people.ts'
import { demoSites } from '../demo/sites.ts'
import { launchBrowser } from '../e2e/support/browser.ts'

const [address = 'http://localhost:4000', part = 'BRKDSC'] = process.argv.slice(2)
const folder = join(import.meta.dirname, '../docs/screenshots')
const mostBytes = 200_000
const hebrew = 71

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const browser = await launchBrowser()
await mkdir(folder, { recursive: true })
try {
  await picture('login', { path: '/login' })
  await picture('home', { user: 'advisor', path: '/home' })
  await picture('animation', { user: 'advisor', path: `/animation/${part}`, second: 14 })
  await picture('hebrew', { user: 'advisor', path: '/home', language: hebrew })
  await picture('phone', { user: 'advisor', path: '/home', viewport: phone })
} finally {
  await browser.close()
}

interface View {
  path: string
  /** Demo person to log in as. */
  user?: string
  /** Uses the first web site that has this language, else web site 31 in its own language. */
  language?: number
  viewport?: { width: number; height: number }
  /** The second at which to pause the film. */
  second?: number
}

async function picture(name: string, { path, user, language, viewport = desktop, second }: View) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(siteWith(language))
  if (user) await tell(page, 'POST', 'login', { username: user, password: demoPassword })
  if (language) await tell(page, 'POST', 'setLanguage', { language_id: language })
  await page.goto(new URL(path, page.url()).href, { waitUntil: 'load' })
  await page.getByRole('main').waitFor()
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  if (second !== undefined) await stopFilm(page, second)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].filter((i) => i.loading !== 'lazy').map((i) => i.decode().catch(() => {})))
  })
  const bytes = await webp(page)
  await writeFile(join(folder, `${name}.webp`), bytes)
  console.log(`${name}.webp ${Math.round(bytes.length / 1000)} kB`)
  await context.close()
}

/** Returns the address of web site 31, or of the first that has a language. */
function siteWith(language: number | undefined): string {
  if (language === undefined) return address
  const site = demoSites.find(({ languages }) => languages.includes(language))
  if (!site) throw new Error(`no web site of the demo has language ${language}`)
  const url = new URL(address)
  url.hostname = `site${site.id}.localhost`
  return url.href
}

/** Makes a call as the page itself would. */
async function tell(page: Page, method: string, call: string, body: object) {
  const answer = await page.evaluate(
    async ([m, c, b]) => {
      const response = await fetch(`/api/v1/${c}`, {
        method: m!,
        headers: { 'content-type': 'application/json' },
        body: b!,
      })
      const told: { status: number; message: string } = await response.json()
      return told
    },
    [method, call, JSON.stringify(body)],
  )
  if (answer.status !== 1) throw new Error(`${call}: ${answer.message}`)
}

async function stopFilm(page: Page, second: number) {
  await page.locator('video').first().waitFor()
  await page.evaluate(async (time) => {
    const video = document.querySelector('video')!
    video.muted = true
    await video.play()
    video.pause()
    video.currentTime = time
    await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
  }, second)
  await page.waitForTimeout(500)
}

/** Returns the view as WebP, at the best quality within the size limit. */
async function webp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  for (let quality = 85; ; quality -= 10) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length <= mostBytes || quality <= 35) return bytes
  }
}
