import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { demoPassword } from '../../demo/people.ts'
import { ask, cookieOf, startPortal, type Portal } from './testing/portal.ts'
import { copySeeded } from './testing/seeded.ts'

/** The portal as a process, on the embedded database: killed, stopped, started twice, misconfigured. */

const folders: string[] = []
const portals: Portal[] = []

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-crash-'))
  folders.push(folder)
  return folder
}
function start(env: Record<string, string>): Portal {
  // Each person of a test has an address of their own, which the header of a proxy on this machine sets.
  const portal = startPortal({ TRUSTED_PROXIES: '127.0.0.1', ...env })
  portals.push(portal)
  return portal
}
async function killed(portal: Portal) {
  portal.kill('SIGKILL')
  expect((await portal.ended).signal).toBe('SIGKILL')
}
async function stopped(portal: Portal) {
  portal.kill('SIGTERM')
  expect(await portal.ended).toEqual({ code: 0, signal: null })
}

afterAll(async () => {
  for (const portal of portals) portal.kill('SIGKILL')
  await Promise.all(portals.map((p) => p.ended))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

const logIn = (address: string, username: string, ip: string) =>
  ask(address, '/api/v1/login', {
    body: { username, password: demoPassword },
    headers: { 'x-forwarded-for': ip },
  })
const sessionOf = async (address: string, cookie: string) =>
  (await ask(address, '/api/v1/getUserSession', { cookie })).body

/** A data folder with the demo. */
let seeded: string
beforeAll(async () => {
  seeded = await newFolder()
  await copySeeded(inject('seededFolder'), seeded)
})

/** The portal on that folder. It runs from the first test that needs it to one that ends it. */
let serving: Portal | undefined
const running = (): Portal => (serving ??= start({ DATA_DIR: seeded }))
/** Returns the running portal to a test that ends it. */
function takeRunning(): Portal {
  const portal = running()
  serving = undefined
  return portal
}

describe('killed', () => {
  test('while users write: every acknowledged write survives the next start', { timeout: 120_000 }, async () => {
    const languages = [50, 98, 94, 71, 65, 26]
    const people = ['advisor', 'enterprise', 'location', 'staff', 'lite', 'advisor2'].map((username, i) => ({
      username,
      ip: `203.0.113.${i}`,
      cookies: [] as string[],
      language: undefined as number | undefined,
      /** The value of the request in flight when the process was killed: it may have been written or not. */
      asked: undefined as number | undefined,
    }))
    const portal = takeRunning()
    const address = await portal.address

    let changes = 0
    const work = people.map(async (person) => {
      try {
        for (let n = 0; ; n += 1) {
          if (n % 10 === 0) {
            const answer = await logIn(address, person.username, person.ip)
            expect(answer.body.status).toBe(1)
            person.cookies.push(cookieOf(answer))
          }
          person.asked = languages[n % languages.length]!
          const answer = await ask(address, '/api/v1/setLanguage', {
            body: { language_id: person.asked },
            cookie: person.cookies.at(-1)!,
          })
          expect(answer.body.status).toBe(1)
          person.language = person.asked
          changes += 1
        }
      } catch (error) {
        // The connection broke: the process was killed.
        if (!/ECONNRE|hang up|cut off/.test(String(error))) throw error
      }
    })
    await expect.poll(() => changes, { timeout: 60_000, interval: 10 }).toBeGreaterThan(60)
    await killed(portal)
    await Promise.all(work)

    const after = await running().address
    for (const { username, cookies, language, asked } of people)
      for (const cookie of cookies) {
        const session = await sessionOf(after, cookie)
        expect(session).toMatchObject({ status: 1, data: { user: { username } } })
        const { user } = session.data as { user: { language_id: number } }
        expect([language, asked], username).toContain(user.language_id)
      }
  })

  test('completes the setup after being killed repeatedly during the first start', { timeout: 240_000 }, async () => {
    const folder = await newFolder()
    const hasBegun = () => existsSync(join(folder, 'database'))
    // During database creation, migration and demo seeding; the last two are recognised by the output.
    for (const wait of [50, 400, 1200]) {
      const portal = start({ DATA_DIR: folder })
      await expect.poll(hasBegun, { timeout: 60_000, interval: 5 }).toBe(true)
      await sleep(wait)
      await killed(portal)
    }
    const migrated = start({ DATA_DIR: folder })
    await expect.poll(() => migrated.output(), { timeout: 60_000, interval: 2 }).toMatch(/brought up to date|serves/)
    await killed(migrated)

    const portal = start({ DATA_DIR: folder })
    const address = await portal.address
    const superUser = await logIn(address, 'super', '203.0.113.1')
    const sites = await ask(address, '/api/v1/getAllWebsites', { cookie: cookieOf(superUser) })
    expect(sites.body.data).toHaveLength(34)
    expect((await logIn(address, 'translator2', '203.0.113.2')).body.status).toBe(1)
    await stopped(portal)
  })
})

describe('refuses to start, with one sentence and exit code 1', () => {
  test('on a data folder that a running portal uses, without disturbing that portal', async () => {
    const portal = running()
    const address = await portal.address
    const second = start({ DATA_DIR: seeded })
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.errors()).toContain(`The data folder ${seeded} is in use by process ${portal.pid}`)
    expect(second.errors()).not.toMatch(/\n\s+at /)
    expect((await ask(address, '/readyz')).status).toBe(200)
  })

  test('on a port that is taken', async () => {
    if (serving) await stopped(takeRunning())
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const portal = start({ DATA_DIR: seeded, PORT: String(port) })
    expect(await portal.ended).toEqual({ code: 1, signal: null })
    expect(portal.errors()).toBe(`Port ${port} is taken by another program. Choose another: PORT=4001 npm start\n`)
    other.close()
    // It released the folder.
    await running().address
  })

  test('with invalid settings, naming each of them', async () => {
    const portal = start({ DATA_DIR: seeded, PORT: 'four thousand', LOG_LEVEL: 'loud', SMTP_URL: 'mail.example' })
    expect(await portal.ended).toEqual({ code: 1, signal: null })
    for (const name of ['PORT', 'LOG_LEVEL', 'SMTP_URL'])
      expect(portal.errors()).toMatch(new RegExp(`^  ${name}: `, 'm'))
    expect(portal.errors()).not.toMatch(/\n\s+at /)
  })

  test('in production with the embedded database', async () => {
    const portal = start({ DATA_DIR: seeded, NODE_ENV: 'production' })
    expect((await portal.ended).code).toBe(1)
    expect(portal.errors()).toContain('DATABASE_URL: missing; the embedded database is not for production')
  })

  test('on a database server that is unreachable', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    gone.close()
    const portal = start({ DATA_DIR: seeded, DATABASE_URL: `postgres://cutaway:hunter2@127.0.0.1:${port}/cutaway` })
    expect((await portal.ended).code).toBe(1)
    expect(portal.errors()).toMatch(/^The portal could not start: .+\n$/)
    expect(portal.errors() + portal.output()).not.toContain('hunter2')
  })
})

describe('on SIGTERM', () => {
  test('finishes the request in progress, accepts no other, and exits with 0', async () => {
    const portal = takeRunning()
    const address = await portal.address
    const port = Number(new URL(address).port)
    const body = JSON.stringify({ username: 'advisor', password: demoPassword })

    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    await once(socket, 'connect')
    socket.write(
      `POST /api/v1/login HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    )
    // When another request has been answered, the first half of this one has been read.
    await ask(address, '/healthz')
    portal.kill('SIGTERM')
    await expect
      .poll(
        () =>
          ask(address, '/healthz').then(
            () => 'open',
            () => 'closed',
          ),
        { timeout: 60_000 },
      )
      .toBe('closed')

    socket.write(body.slice(10))
    await once(socket, 'close')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('"username":"advisor"')
    expect(await portal.ended).toEqual({ code: 0, signal: null })
    expect(portal.errors()).toBe('')
  })

  test('exits immediately on a second SIGTERM while it waits', async () => {
    const portal = takeRunning()
    const port = Number(new URL(await portal.address).port)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      `POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
    )
    await ask(await portal.address, '/healthz')
    portal.kill('SIGTERM')
    // Within a second, the same signal can be a duplicate of the first one.
    await sleep(1200)
    portal.kill('SIGTERM')
    expect((await portal.ended).code).toBe(1)
    socket.destroy()
  })
})
