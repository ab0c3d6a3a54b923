import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchBrowser } from '../../e2e/support/browser.ts'
import { freePort } from '../postgres.ts'
import { startProcess } from '../processes.ts'
import { median } from '../results.ts'
import { memoryOf } from './memory.ts'
import type { Change } from './probe.ts'
import { fillLoop, ownerAt, pairedScreen } from './screen.ts'

/**
 * Watches a wall in real time, with its network cut twice: first the portal is away, then the line, and meanwhile the page is
 * reloaded. Runs alone: `node bench/wall/stretch.ts [minutes]`, an hour by default. The pages have to be built.
 */

const minutes = Number(process.argv[2] ?? 60)
const cut = Math.min(4, minutes / 10)
const items = 12

const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const minute = 60_000

const folder = await mkdtemp(join(tmpdir(), 'cutaway-wall-'))
const port = await freePort()
const start = () =>
  startProcess('../server/src/main.ts', {
    NODE_ENV: 'demo',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
  })
let server = await start()
const browser = await launchBrowser()
try {
  let owner = await ownerAt(server)
  await fillLoop(owner, items)
  const changes: Change[] = []
  const screen = await pairedScreen(browser, server, owner, {
    tail: null,
    name: 'Bench',
    onChange: (change) => changes.push(change),
  })
  const begun = Date.now()
  const until = (at: number) => sleep(Math.max(0, begun + at * minute - Date.now()))
  const blank = { looks: 0, blank: 0 }
  const look = async (what: string) => {
    const memory = await memoryOf(browser, screen.page)
    const now = await screen.probed()
    blank.looks += now.looks
    blank.blank += now.blank
    say(
      `${what}: ${changes.length} changes; heap ${memory.heap.toFixed(1)} MB, ${memory.nodes} nodes, ` +
        `${memory.listeners} listeners, browser ${memory.resident.toFixed(0)} MB; blank ${blank.blank} of ${blank.looks} looks`,
    )
  }
  say(`plays ${items} items`)
  await until(3)
  await look('after 3 minutes')

  await until(minutes / 4)
  await server.stop()
  const before = changes.length
  await until(minutes / 4 + cut)
  await look(`portal away for ${cut} minutes, ${changes.length - before} changes meanwhile`)
  server = await start()
  owner = await ownerAt(server)

  await until((minutes * 5) / 8)
  await look('before the second cut')
  await screen.context.setOffline(true)
  await screen.page.reload()
  await screen.page.locator('video:not([hidden])').first().waitFor({ timeout: minute })
  const reloaded = changes.length
  await until((minutes * 5) / 8 + cut)
  await look(`line cut for ${cut} minutes and the page reloaded, ${changes.length - reloaded} changes meanwhile`)
  await screen.context.setOffline(false)

  await until(minutes)
  await look(`after ${minutes} minutes`)
  await sleep(15_000)
  const day = await owner.call<{ started: number; finished: number; skipped: number; late: unknown }>(
    'GET',
    `/getScreenDay/${screen.id}`,
  )
  const gaps = changes.flatMap(({ gap }) => gap ?? [])
  say(
    `changes ${changes.length}, of which one more starts with each page; told: ${JSON.stringify(day)}; ` +
      `gap median ${median(gaps).toFixed(0)} ms, longest ${Math.max(...gaps).toFixed(0)} ms`,
  )
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
