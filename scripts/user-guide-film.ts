// node scripts/user-guide-film.ts [address] [variant…]
//
// Records the films and pictures of the user guide from a running demo into library/samples/guides. Needs Chromium and
// ffmpeg. Each film is drawn moment by moment: its clock is ours, so that every variant has the same length and one set of
// captions fits them all. guides.json says what was made.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { demoPassword } from '../demo/people.ts'
import { demoLanguages } from '../demo/sites.ts'
import { launchBrowser } from '../e2e/support/browser.ts'

const [address = 'http://localhost:4000', ...wanted] = process.argv.slice(2)
const folder = join(import.meta.dirname, '../library/samples/guides')
const size = { width: 1280, height: 720 }
const fps = 15
const mostBytes = 1_200_000
const captions = JSON.parse(readFileSync(join(folder, 'captions.json'), 'utf8')) as Record<
  string,
  Record<string, string[]>
>

type Film = 'portal' | 'workshop' | 'motorcycle'

interface Variant {
  film: Film
  site: number
  language: number
  /** The text that the adviser types. */
  word: string
  /** The language that is shown in the middle of the film. */
  other: string
}
const variants: Variant[] = [
  { film: 'portal', site: 31, language: 50, word: 'brake', other: 'Français' },
  { film: 'portal', site: 31, language: 98, word: 'freno', other: 'English' },
  { film: 'portal', site: 31, language: 94, word: 'frein', other: 'English' },
  { film: 'portal', site: 31, language: 71, word: 'בלם', other: 'English' },
  { film: 'workshop', site: 183, language: 50, word: 'noise', other: '' },
  // A motorcycle site that asks no question about counted visits, which would lie over the picture.
  { film: 'motorcycle', site: 152, language: 50, word: '', other: 'Français' },
  { film: 'motorcycle', site: 152, language: 98, word: '', other: 'English' },
  { film: 'motorcycle', site: 152, language: 94, word: '', other: 'English' },
  { film: 'motorcycle', site: 152, language: 71, word: '', other: 'English' },
]
const tagOf = (language: number) => demoLanguages.find((l) => l.language_id === language)!.language_code

/** A film under construction: frames with their durations in seconds. */
class Recording {
  readonly page: Page
  readonly folder: string
  readonly frames: { file: string; seconds: number }[] = []
  readonly said: number[] = []
  time = 0
  #at = { x: size.width * 0.62, y: size.height * 0.7 }
  constructor(page: Page, work: string) {
    this.page = page
    this.folder = work
  }

  /** Begins the next line of the captions. */
  say() {
    this.said.push(this.time)
  }

  async #picture(): Promise<string> {
    await this.page.evaluate(({ x, y }) => {
      let cursor = document.querySelector<HTMLElement>('#guide-cursor')
      if (!cursor) {
        cursor = document.createElement('div')
        cursor.id = 'guide-cursor'
        cursor.popover = 'manual'
        cursor.style.cssText =
          'position:fixed;inset:auto;margin:0;padding:0;border:0;background:none;overflow:visible;pointer-events:none;width:30px;height:30px'
        cursor.innerHTML =
          '<svg width="30" height="30" viewBox="0 0 30 30"><circle r="0" cx="5" cy="4" fill="none" stroke="#1f5fd6" stroke-width="3" opacity=".75"/><path d="M5 4v19l5-4.6 3.4 7.8 3.4-1.5-3.4-7.6 6.8-.5z" fill="#10151c" stroke="#fff" stroke-width="1.8" stroke-linejoin="round"/></svg>'
        ;(cursor.firstElementChild as HTMLElement).style.overflow = 'visible'
        document.body.append(cursor)
      }
      // Above menus, which are in the browser's top layer.
      if (cursor.matches(':popover-open')) cursor.hidePopover()
      cursor.showPopover()
      cursor.style.left = `${x - 5}px`
      cursor.style.top = `${y - 4}px`
    }, this.#at)
    const file = join(this.folder, `${String(this.frames.length).padStart(4, '0')}.png`)
    await this.page.screenshot({ path: file, scale: 'css', caret: 'initial' })
    return file
  }

  async frame(seconds = 1 / fps) {
    this.frames.push({ file: await this.#picture(), seconds })
    this.time += seconds
  }

  async settle() {
    await this.page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => {})
    await this.page.evaluate(async () => {
      await document.fonts.ready
      await Promise.all([...document.images].filter((i) => i.loading !== 'lazy').map((i) => i.decode().catch(() => {})))
    })
    await this.page.waitForTimeout(350)
  }

  async hold(seconds: number) {
    await this.settle()
    await this.frame(seconds)
  }

  async moveTo(x: number, y: number, seconds = 0.8) {
    const from = { ...this.#at }
    const steps = Math.round(seconds * fps)
    for (let i = 1; i <= steps; i += 1) {
      const t = i / steps
      const eased = t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2
      this.#at = { x: from.x + (x - from.x) * eased, y: from.y + (y - from.y) * eased }
      await this.page.mouse.move(this.#at.x, this.#at.y)
      await this.frame()
    }
  }

  async click(target: Locator) {
    const box = await target.boundingBox()
    if (!box) throw new Error(`no element to click: ${String(target)}`)
    await this.moveTo(box.x + box.width / 2, box.y + box.height / 2)
    for (const radius of [6, 11, 15, 0]) {
      await this.page.evaluate(
        (r) => document.querySelector('#guide-cursor circle')?.setAttribute('r', String(r)),
        radius,
      )
      if (radius === 15) await this.page.mouse.click(this.#at.x, this.#at.y)
      else await this.frame()
    }
  }

  async type(words: string) {
    // Typing takes the same time for long and short words, so that the captions fit.
    for (const letter of words) {
      await this.page.keyboard.type(letter)
      await this.frame(0.8 / words.length)
    }
  }

  async drag(by: number, seconds: number) {
    await this.page.mouse.down()
    await this.moveTo(this.#at.x + by, this.#at.y, seconds)
    await this.page.mouse.up()
  }

  /** Plays the film on the page and records each moment as a frame. */
  async playFilm(from: number, seconds: number) {
    await this.page.locator('video').first().waitFor()
    await this.page.evaluate(async () => {
      const video = document.querySelector('video')!
      video.muted = true
      await video.play()
      video.pause()
    })
    for (let i = 0; i < seconds * fps; i += 1) {
      await this.page.evaluate(
        async (time) => {
          const video = document.querySelector('video')!
          const there = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
          video.currentTime = time
          await Promise.race([there, new Promise((resolve) => setTimeout(resolve, 2000))])
        },
        from + i / fps,
      )
      await this.frame()
    }
  }

  /** Saves a picture for the document, without the cursor. */
  async still(file: string) {
    await this.settle()
    await this.page.evaluate(() => document.querySelector<HTMLElement>('#guide-cursor')?.hidePopover())
    const png = join(this.folder, 'still.png')
    await this.page.screenshot({ path: png, scale: 'css' })
    ffmpeg('-i', png, '-map_metadata', '-1', '-q:v', '4', '-pix_fmt', 'yuvj420p', join(folder, file))
  }
}

const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-y', '-hide_banner', '-loglevel', 'error', ...args])
const webp = (from: string, to: string) =>
  ffmpeg('-i', from, '-c:v', 'libwebp', '-quality', '78', '-compression_level', '6', to)

/** Makes a call as the page itself would. */
async function tell(page: Page, method: string, call: string, body?: object): Promise<unknown> {
  return page.evaluate(
    async ([m, c, b]) => {
      const response = await fetch(`/api/v1/${c}`, {
        method: m!,
        ...(b ? { headers: { 'content-type': 'application/json' }, body: b } : {}),
      })
      return ((await response.json()) as { data: unknown }).data
    },
    [method, call, body ? JSON.stringify(body) : ''],
  )
}

const part = 'BRKDSC'

async function portal(r: Recording, { word, other }: Variant, tag: string, name: string) {
  const { page } = r
  const still = (step: string) => r.still(`portal.${step}.${tag}.jpg`)
  r.say()
  await r.hold(2.6)
  r.say()
  await r.click(page.getByRole('combobox').first())
  await r.type(word)
  await page.getByRole('gridcell').first().waitFor()
  await r.hold(1.6)
  await still('search')
  r.say()
  await r.click(page.getByRole('gridcell').filter({ hasText: name }).first())
  await page.waitForURL(/\/animation\//)
  await r.settle()
  await r.playFilm(9, 4.5)
  await still('show')
  r.say()
  await r.click(page.locator('main button[data-framed][aria-pressed]').first())
  await r.hold(1.8)
  r.say()
  await r.click(page.locator('header a[href="/favorites"]'))
  await page.waitForURL(/\/favorites/)
  await r.hold(2.6)
  await still('star')
  r.say()
  await changeLanguage(r, tag, other, () => still('language'))
  r.say()
  await r.click(page.locator('header a[href="/home"]').last())
  await r.hold(3.6)
}

/** Opens the 360° view and turns the vehicle once. */
async function openVehicle(r: Recording) {
  const { page } = r
  await r.click(page.locator('header a[href="/vehicle_image_view"]'))
  await page.waitForURL(/vehicle_image_view/)
  await page.getByRole('main').getByRole('img').first().waitFor()
  await r.hold(1)
  const box = (await page.getByRole('main').getByRole('img').first().boundingBox())!
  await r.moveTo(box.x + box.width * 0.4, box.y + box.height * 0.78)
  await r.drag(260, 2.4)
  await r.hold(1)
}

/** Chooses a place in the list beside the vehicle, and its first film. */
async function choosePlace(r: Recording, place: number) {
  const { page } = r
  const list = page.getByRole('main').getByRole('region')
  await r.click(list.getByRole('button').nth(place))
  await list.getByRole('link').first().waitFor()
  await r.hold(0.6)
  await r.click(list.getByRole('link').first())
  await page.waitForURL(/\/animation\//)
  await r.settle()
}

async function changeLanguage(r: Recording, tag: string, other: string, still: () => Promise<void>) {
  const { page } = r
  await r.click(page.locator('header [aria-haspopup="menu"]:visible').filter({ hasText: nameOf(tag) }))
  await r.hold(1)
  await still()
  await r.click(page.getByRole('menuitemradio', { name: other }))
  await r.hold(3)
}

async function workshop(r: Recording, { word }: Variant, tag: string) {
  const { page } = r
  const still = (step: string) => r.still(`workshop.${step}.${tag}.jpg`)
  r.say()
  await r.hold(2.8)
  r.say()
  await openVehicle(r)
  await still('vehicle')
  r.say()
  await choosePlace(r, 1)
  await r.playFilm(8, 4.5)
  await still('show')
  r.say()
  await r.click(page.locator('main button[data-framed][aria-pressed]').first())
  await r.hold(2)
  await still('star')
  r.say()
  await r.click(page.locator('header a[href="/home"]').last())
  await r.settle()
  await r.click(page.getByRole('main').getByRole('combobox'))
  await r.type(word)
  await page.getByRole('gridcell').first().waitFor()
  await r.hold(2.4)
  await still('search')
  r.say()
  await r.hold(3.8)
}

async function motorcycle(r: Recording, { other }: Variant, tag: string) {
  const { page } = r
  const still = (step: string) => r.still(`motorcycle.${step}.${tag}.jpg`)
  r.say()
  await r.hold(2.8)
  r.say()
  await openVehicle(r)
  await still('vehicle')
  r.say()
  await choosePlace(r, 1)
  await r.playFilm(9, 4.5)
  await still('show')
  r.say()
  await r.click(page.locator('main button[data-framed][aria-pressed]').first())
  await r.hold(2)
  await still('star')
  r.say()
  await changeLanguage(r, tag, other, () => still('language'))
  r.say()
  await r.click(page.locator('header a[href="/home"]').last())
  await r.hold(3.6)
}

const films = { portal, workshop, motorcycle }
const steps: Record<Film, string[]> = {
  portal: ['search', 'show', 'star', 'language'],
  workshop: ['vehicle', 'show', 'star', 'search'],
  motorcycle: ['vehicle', 'show', 'star', 'language'],
}
const nameOf = (tag: string) => demoLanguages.find((l) => l.language_code === tag)!.name

async function record(variant: Variant): Promise<{ duration: number; said: number[] }> {
  const tag = tagOf(variant.language)
  const work = join(tmpdir(), `cutaway-guide-${process.pid}-${variant.film}-${tag}`)
  mkdirSync(work, { recursive: true })
  const url = new URL(address)
  url.hostname = `site${variant.site}.localhost`
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', locale: tag, baseURL: url.href })
  const page = await context.newPage()
  await page.goto('/bhome')
  const session = (await tell(page, 'POST', 'login', { username: 'advisor', password: demoPassword })) as {
    user: { user_id: number }
    web_site: { brand_id: number }
  }
  const { user_id } = session.user
  const { brand_id } = session.web_site
  await tell(page, 'POST', 'changeFirstTimeLoginStatus', {})
  await tell(page, 'POST', 'setLanguage', { language_id: variant.language })
  for (const favourite of ['ENGFST', 'BRKPAD', part])
    await tell(page, 'POST', 'setFavouriteAnimation', favourited(favourite))
  await tell(page, 'DELETE', `deleteFavouriteAnimation/${encodeURIComponent(JSON.stringify(favourited(part)))}`)
  function favourited(part_id: string) {
    return {
      user_id,
      brand_id,
      web_site_id: variant.site,
      driverside: 'left',
      boolFavourite: true,
      part_id,
      video_type: 'narrated',
    }
  }
  const details = (await tell(page, 'GET', `getPartDetails/${part}/${tag}`)) as { part_name: string }

  await page.goto('/home')
  await page.getByRole('combobox').first().waitFor()
  const recording = new Recording(page, work)
  await recording.settle()
  await films[variant.film](recording, variant, tag, details.part_name)
  await context.close()

  const base = `${variant.film}.${tag}`
  const list = recording.frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds.toFixed(5)}`)
  writeFileSync(join(work, 'list.txt'), `${list.join('\n')}\nfile '${recording.frames.at(-1)!.file}'\n`)
  const mp4 = join(folder, `${base}.mp4`)
  const pictures = ['-f', 'concat', '-safe', '0', '-i', join(work, 'list.txt')]
  // Repeats the last frame, because the list alone would end at the start of that frame.
  const time = ['-vf', `fps=${fps},tpad=stop_mode=clone:stop_duration=10`, '-t', recording.time.toFixed(3)]
  const coding = ['-c:v', 'libx264', '-preset', 'slow', '-tune', 'animation', '-pix_fmt', 'yuv420p', '-g', `${fps * 5}`]
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart']
  for (let crf = 24; ; crf += 2) {
    ffmpeg(...pictures, ...time, ...coding, '-crf', String(crf), ...plain, mp4)
    if (statSync(mp4).size <= mostBytes) break
  }
  webp(recording.frames[0]!.file, join(folder, `${base}.webp`))
  rmSync(work, { recursive: true })
  console.log(`${base} ${recording.time.toFixed(1)} s ${Math.round(statSync(mp4).size / 1000)} kB`)
  return { duration: recording.time, said: recording.said }
}

/** Returns the WebVTT of a film in every language. The text is on the last line, where the films leave room. */
function writeCaptions(film: string, said: number[], duration: number) {
  const at = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
  for (const [tag, lines] of Object.entries(captions[film]!)) {
    const cues = lines.map((line, i) => `${at(said[i]!)} --> ${at((said[i + 1] ?? duration) - 0.1)}\n${line}\n`)
    writeFileSync(join(folder, `${film}.${tag}.vtt`), `WEBVTT\n\n${cues.join('\n')}`)
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const browser = await launchBrowser()
const made = new Map<string, { duration: number; said: number[] }>()
try {
  for (const variant of variants) {
    const name = `${variant.film}.${tagOf(variant.language)}`
    if (wanted.length > 0 && !wanted.includes(name)) continue
    // Text length differs between languages: the first variant of a film sets the times of the captions.
    const result = await record(variant)
    if (!made.has(variant.film) && tagOf(variant.language) === 'en-US') {
      made.set(variant.film, result)
      writeCaptions(variant.film, result.said, result.duration)
    }
  }
} finally {
  await browser.close()
}

const before = JSON.parse(readFileSync(join(folder, 'guides.json'), 'utf8')) as {
  films: Record<string, { duration: number } | undefined>
}
const media = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => !name.endsWith('.json'))
    .toSorted()
    .map((name) => [name, sha256(readFileSync(join(folder, name)))]),
)
const listed = Object.fromEntries(
  (Object.keys(films) as Film[]).map((film) => [
    film,
    {
      duration: Number((made.get(film)?.duration ?? before.films[film]!.duration).toFixed(2)),
      recorded: variants.filter((v) => v.film === film).map((v) => tagOf(v.language)),
      captions: Object.keys(captions[film]!),
      steps: steps[film],
    },
  ]),
)
const date = new Date().toISOString().slice(0, 10)
const version = sha256(Buffer.from(JSON.stringify(media))).slice(0, 12)
writeFileSync(
  join(folder, 'guides.json'),
  `${JSON.stringify({ format: 1, version, date, ...size, films: listed, media }, null, 2)}\n`,
)
