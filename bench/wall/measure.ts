import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { ServerProcess } from '../processes.ts'
import { type Line, median } from '../results.ts'
import { type Memory, memoryOf } from './memory.ts'
import { barePage, type Change, probe, type Probed } from './probe.ts'
import { fillLoop, ownerAt, pairedScreen, type Screen } from './screen.ts'

/**
 * Measures the wall of a paired screen with a loop of 50 films of 720p: what is seen between two films, how many pictures of
 * a film are shown beside a page with nothing but two videos, and the memory after the changes of a day.
 */

const items = 50
/** Seconds of each film that play while pictures are counted, and while only memory is watched. */
const tail = 3.5
const shortTail = 0.6
const rounds = 5
/** Changes of one page in a round. */
const perRound = 6
/** A day of films of 25 seconds. */
export const changesOfDay = 3456
/** Changes after which memory is looked at first: every film has been loaded once. */
const warmUp = 2 * items

export interface WallFigures {
  wall: Seen
  bare: Seen
  day: { changes: number; before: Memory; after: Memory; blank: number; looks: number }
}

interface Seen {
  gaps: number[]
  /** Pictures shown a second of film, one number for each film. */
  shown: number[]
  darkest: number
  blank: number
  looks: number
  /** The longest time in which the page drew nothing, in milliseconds. */
  pause: number
}

export async function measureWall(
  browser: Browser,
  server: ServerProcess,
  { changes, say }: { changes: number; say: (line: string) => void },
): Promise<WallFigures> {
  const owner = await ownerAt(server)
  const files = await fillLoop(owner, items)
  const screen = await pairedScreen(browser, server, owner, { tail, name: 'Bench' })
  const bare = await openBare(screen, server.address, files)
  const seen = { wall: nothingSeen(), bare: nothingSeen() }
  try {
    // In turns, so that other work of the computer meets both.
    for (let round = 0; round < rounds; round += 1)
      for (const [name, page] of [['wall', screen.page] as const, ['bare', bare] as const]) {
        // oxlint-disable-next-line no-await-in-loop -- one page at a time has the processors
        add(seen[name], await watch(page, perRound))
      }
    say(`wall: ${inWords(seen.wall)}`)
    say(`bare page: ${inWords(seen.bare)}`)
  } finally {
    await screen.close()
  }
  const long = await pairedScreen(browser, server, owner, { tail: shortTail, name: 'Bench of a day' })
  try {
    await changesAt(long.page, warmUp)
    const before = await memoryOf(browser, long.page)
    await changesAt(long.page, changes)
    const after = await memoryOf(browser, long.page)
    const { blank, looks } = await probed(long.page)
    return { ...seen, day: { changes, before, after, blank, looks } }
  } finally {
    await long.close()
  }
}

/** Opens the bare page beside the wall, with the credential of the screen; it stands still until it is watched. */
async function openBare(screen: Screen, address: string, files: readonly string[]): Promise<Page> {
  const page = await screen.context.newPage()
  await page.addInitScript(probe(tail))
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: barePage(files) }))
  await page.goto(`${address}/bare`)
  return page
}

const probed = (page: Page) =>
  page.evaluate<Probed>(
    '(() => { const now = window.probe; window.probe = { changes: [], looks: 0, blank: 0, pause: 0 }; return now })()',
  )

/** Brings a page to the front and returns what happened on it during some changes. */
async function watch(page: Page, changes: number): Promise<Probed> {
  await page.bringToFront()
  // What happened while the page was behind is no part of it.
  await changesAt(page, 1)
  await probed(page)
  await changesAt(page, changes)
  return probed(page)
}

/** Waits for so many changes since the last question. */
async function changesAt(page: Page, count: number): Promise<void> {
  let [known, still] = [0, 0]
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- it takes as long as the films do
    const now = await page.evaluate<number>('window.probe.changes.length')
    if (now >= count) return
    still = now === known ? still + 1 : 0
    if (still > 120) throw new Error(`nothing changed on the wall for a minute, after ${now} of ${count} changes`)
    known = now
    // oxlint-disable-next-line no-await-in-loop -- see above
    await sleep(500)
  }
}

const nothingSeen = (): Seen => ({ gaps: [], shown: [], darkest: 255, blank: 0, looks: 0, pause: 0 })

function add(seen: Seen, { changes, blank, looks, pause }: Probed): void {
  const known = <Key extends keyof Change>(key: Key) => changes.flatMap((one) => one[key] ?? [])
  seen.gaps.push(...known('gap'))
  seen.shown.push(...known('shown'))
  seen.darkest = Math.min(seen.darkest, ...known('light'))
  seen.blank += blank
  seen.looks += looks
  seen.pause = Math.max(seen.pause, pause)
}

const inWords = ({ gaps, shown, darkest, blank, looks, pause }: Seen) =>
  `gap median ${median(gaps).toFixed(0)} ms, longest ${Math.max(...gaps).toFixed(0)} ms of ${gaps.length}; ` +
  `${median(shown).toFixed(1)} pictures a second; darkest first picture ${darkest.toFixed(0)} of 255; ` +
  `nothing to be seen at ${blank} of ${looks} looks; longest pause of the page ${pause.toFixed(0)} ms`

export function wallLines({ wall, bare, day }: WallFigures): Line[] {
  const smaller = { better: 'smaller', goal: undefined } as const
  const grown = day.after.heap - day.before.heap
  return [
    {
      what: 'time between two films of one size, median',
      value: median(wall.gaps),
      unit: 'ms',
      limit: 100,
      ...smaller,
      more: `longest ${Math.max(...wall.gaps).toFixed(0)} ms of ${wall.gaps.length}; bare page ${median(bare.gaps).toFixed(0)} and ${Math.max(...bare.gaps).toFixed(0)} ms`,
    },
    {
      what: 'looks at the wall with nothing to be seen',
      value: wall.blank + day.blank,
      unit: '',
      limit: 0,
      ...smaller,
      more: `of ${wall.looks + day.looks}; darkest first picture ${wall.darkest.toFixed(0)} of 255`,
    },
    {
      what: 'pictures a second of a 720p film in a loop of 50, over those of a bare page',
      value: median(wall.shown) / median(bare.shown),
      unit: '',
      limit: 0.95,
      goal: 1,
      better: 'larger',
      more: `${median(wall.shown).toFixed(1)} and ${median(bare.shown).toFixed(1)}; the films have 30`,
    },
    {
      what: `growth of the page's memory in ${day.changes} changes`,
      value: grown,
      unit: 'MB',
      limit: 3,
      ...smaller,
      more:
        `${day.before.heap.toFixed(1)} and ${day.after.heap.toFixed(1)} MB, ${day.before.nodes} and ${day.after.nodes} nodes, ` +
        `all of the browser ${day.before.resident.toFixed(0)} and ${day.after.resident.toFixed(0)} MB; a day has ${changesOfDay}`,
    },
  ]
}
