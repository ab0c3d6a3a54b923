import { parseArgs } from 'node:util'
import { temporaryPostgres } from '../bench/postgres.ts'
import { applied, changesIn, diffOf, lineOf, seeded } from './mutate/changes.ts'
import { copyTree, type Copy } from './mutate/copy.ts'
import { planted, type Planted } from './mutate/planted.ts'

/**
 * npm run mutate -- <room ...|all> [--seed n] [--count n]: random faults in the rooms of the server.
 *
 * npm run mutate -- planted [room ...]: the faults of scripts/mutate/planted*.ts.
 *
 * Applies one fault at a time in a copy of the tree, runs the room's own tests and the test of every call, and reports
 * which faults they detect. Exits with an error if a planted fault, or more than one random fault in ten, goes
 * undetected.
 */

const goal = 0.9
const walk = 'server/src/walk.test.ts'
const rooms = 'server/src/rooms'
/** Tests of a room outside its folder. */
const elsewhere: Readonly<Record<string, readonly string[]>> = { consent: ['server/src/security/consent.test.ts'] }
const testsOf = (room: string) => [`${rooms}/${room}/`, ...(elsewhere[room] ?? [])]

interface Fault {
  room: string
  name: string
  path: string
  line: number
  before: string
  after: string
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, count: { type: 'string', default: '10' } },
})
const [first, ...others] = positionals
if (!first) {
  console.error('npm run mutate -- <room ...|all> [--seed n] [--count n], or npm run mutate -- planted [room ...]')
  process.exit(2)
}

const copy = await copyTree()
/** Like `npm test`: a server of PostgreSQL needs half the processor time of the embedded engine. */
const postgres = process.env['TEST_DATABASE_URL'] ? undefined : await temporaryPostgres()
if (postgres) process.env['TEST_DATABASE_URL'] = postgres.url
const cleanUp = async () => {
  await postgres?.stop()
  await copy.remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)))
try {
  process.exitCode = first === 'planted' ? await plant(others) : await mutate([first, ...others])
} finally {
  await cleanUp()
}

async function mutate(asked: string[]): Promise<number> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  const faults = await randomFaults(asked.includes('all') ? await allRooms() : asked, seed, Number(values.count))
  console.log(`${faults.length} faults, seed ${seed}`)
  const survived = await tryAll(faults)
  const share = faults.length === 0 ? 0 : (faults.length - survived.length) / faults.length
  console.log(
    `\n${faults.length - survived.length} of ${faults.length} caught (goal: ${goal * 100} of 100), seed ${seed}`,
  )
  return share >= goal ? 0 : 1
}

async function plant(asked: string[]): Promise<number> {
  const chosen = planted.filter(({ room }) => asked.length === 0 || asked.includes(room))
  const faults: Fault[] = []
  const missing: string[] = []
  for (const room of await allRooms())
    if (planted.filter((fault) => fault.room === room).length < 2) missing.push(`${room} has no two planted faults`)
  for (const fault of chosen) {
    const found = await findPlanted(fault)
    if (typeof found === 'string') missing.push(found)
    else faults.push(found)
  }
  if (missing.length) {
    console.error(`${missing.join('\n')}\nBring scripts/mutate/planted*.ts up to date.`)
    return 1
  }
  const survived = await tryAll(faults)
  console.log(`\n${faults.length - survived.length} of ${faults.length} planted faults caught`)
  return faults.length > 0 && survived.length === 0 ? 0 : 1
}

/** Returns a fault with its location, or an error message if its text does not occur exactly once. */
async function findPlanted({ room, name, find, replace }: Planted): Promise<Fault | string> {
  const hits: Fault[] = []
  for (const path of await sourcesOf(room)) {
    const before = await copy.read(path)
    const at = before.indexOf(find)
    if (at < 0) continue
    if (before.includes(find, at + 1)) return `${room}, ${name}: ${path} has this text more than once: ${find}`
    const after = applied(before, { start: at, end: at + find.length, replacement: replace })
    hits.push({ room, name, path, line: lineOf(before, at), before, after })
  }
  const [hit, another] = hits
  if (!hit) return `${room}, ${name}: no file of ${rooms}/${room} has this text: ${find}`
  return another ? `${room}, ${name}: ${hit.path} and ${another.path} both have this text: ${find}` : hit
}

async function allRooms(): Promise<string[]> {
  const paths = await copy.filesUnder(rooms)
  return [...new Set(paths.map((path) => path.slice(rooms.length + 1).split('/')[0]!))]
}

async function sourcesOf(room: string): Promise<string[]> {
  const paths = await copy.filesUnder(`${rooms}/${room}`)
  return paths.filter((path) => /(?<!\.test)\.ts$/.test(path) && !/\/testing\b/.test(path))
}

/** Draws a number of faults, at most one per line, from all candidates in the rooms. */
async function randomFaults(asked: string[], seed: number, count: number): Promise<Fault[]> {
  const all: Fault[] = []
  for (const room of asked)
    for (const path of await sourcesOf(room)) {
      const before = await copy.read(path)
      for (const change of changesIn(path, before))
        all.push({
          room,
          name: change.kind,
          path,
          line: lineOf(before, change.start),
          before,
          after: applied(before, change),
        })
    }
  const random = seeded(seed)
  const chosen = new Map<string, Fault>()
  while (chosen.size < count && all.length > 0) {
    const [fault] = all.splice(Math.floor(random() * all.length), 1)
    const place = `${fault!.path}:${fault!.line}`
    if (!chosen.has(place)) chosen.set(place, fault!)
  }
  return [...chosen.values()]
}

/** Tries the faults one after another. Returns those that no test detected. */
async function tryAll(faults: Fault[]): Promise<Fault[]> {
  const limits = new Map<string, number>()
  for (const room of new Set(faults.map((f) => f.room))) limits.set(room, await limitOf(copy, room))
  const survived: Fault[] = []
  for (const fault of faults) {
    await copy.write(fault.path, fault.after)
    const own = await copy.run(testsOf(fault.room), limits.get(fault.room)!)
    const result = own.passed ? await copy.run([walk], 600) : own
    await copy.write(fault.path, fault.before)
    if (result.passed) survived.push(fault)
    const verdict = result.passed ? 'SURVIVED' : `caught by ${result.failed}`
    console.log(
      `\n${fault.path}:${fault.line} ${fault.name}\n${diffOf(fault.before, fault.after)}\n  ${verdict} (${result.seconds.toFixed(0)} s)`,
    )
  }
  return survived
}

/**
 * Returns the timeout in seconds of a room's tests: five times their normal duration. Throws if they fail without a
 * fault.
 */
async function limitOf(on: Copy, room: string): Promise<number> {
  const { passed, failed, seconds } = await on.run(testsOf(room), 600)
  if (!passed) throw new Error(`the tests of ${room} fail without any fault: ${failed}`)
  return Math.max(60, seconds * 5)
}
