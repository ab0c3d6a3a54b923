import { contract } from '@cutaway/contract'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programOf } from '../server/src/rooms/integrations/testing.ts'
import { world, type World } from '../server/src/testing/world.ts'

/**
 * The examples of the page for developers, each run as a program of its own against a portal: those in TypeScript with
 * the built package, those for the shell with curl. The responses of the latter are in `responses/`, as the page shows
 * them; `npm test -- server client -u` records them again.
 */

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const examples = join(import.meta.dirname, 'examples')

let w: World
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  w = await world({ env: { WEBHOOKS_TO_PRIVATE_ADDRESSES: '1' } })
  const boss = await w.loggedIn('enterprise')
  const { key } = await programOf(w, boss)
  // The portal's own address belongs to the default web site.
  env = { PATH: process.env['PATH'] ?? '', CUTAWAY_URL: w.address, CUTAWAY_KEY: key }
  folder = await mkdtemp(join(tmpdir(), 'cutaway-client-'))
  const packed = join(folder, 'node_modules/cutaway-client')
  await mkdir(packed, { recursive: true })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', 'client', '--outDir', join(packed, 'dist')], { cwd: root })
  await cp(join(import.meta.dirname, 'package.json'), join(packed, 'package.json'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await cp(examples, folder, { recursive: true })
}, 120_000)
afterAll(async () => {
  await w.close()
  await rm(folder, { recursive: true, force: true })
})

const typescript = async (name: string) =>
  (await run(process.execPath, ['--no-warnings', `${name}.ts`], { cwd: folder, env })).stdout
const shell = async (name: string, more: Record<string, string> = {}) =>
  JSON.parse((await run('sh', [`${name}.sh`], { cwd: folder, env: { ...env, ...more } })).stdout) as {
    status: number
    data: never
  }

/** Holds a response against the recorded one. What differs with each run has a fixed value there. */
async function isAsRecorded(name: string, response: unknown): Promise<void> {
  const file = join(import.meta.dirname, 'responses', `${name}.json`)
  const text = JSON.stringify(response, (field, value: unknown) => fixed[field] ?? value)
    .replaceAll(w.address, 'https://films.example.com')
    .replaceAll(/(\?v=)[\w-]+/g, '$12f8c1d')
  await expect(await format(text, { ...(await resolveConfig(file)), filepath: file })).toMatchFileSnapshot(file)
}
const fixed: Readonly<Record<string, unknown>> = {
  link_id: 5120,
  tiny_url: 'https://films.example.com/l/7Qm2xVb9TzKe',
  created_at: '2026-11-20T14:05:00.000Z',
  expires_at: '2026-12-20T14:05:00.000Z',
}

test('every example is tested here', async () => {
  const names = (await readdir(examples)).map((name) => name.replace(/\.\w+$/, ''))
  const text = await readFile(import.meta.filename, 'utf8')
  expect(names.filter((name) => !text.includes(`'${name}'`) && !text.includes(`'${name}.ts'`))).toEqual([])
})

// First: the recorded link is one that was made just now.
describe('for the shell', () => {
  test('films for findings, and the library', async () => {
    const found = await shell('findings')
    await isAsRecorded('findings', found)
    const { data } = found as { data: { findings: { films: { part_id: string }[] }[] } }
    expect(data.findings[0]!.films[0]!.part_id).toBe('BRKPAD')
    expect(data.findings[1]!.films.length).toBeGreaterThan(0)
    const listed = await shell('parts')
    await isAsRecorded('parts', listed)
    const parts = listed as { data: { rows: { part_id: string }[] } }
    expect(parts.data.rows[0]!.part_id).toBe('BRKPAD')
  })

  test('a link for a repair order, and its state', async () => {
    const made = await shell('order-link')
    await isAsRecorded('order-link', made)
    const { data } = made as { data: { link_id: number } }
    const state = await shell('order-state', { LINK_ID: String(data.link_id) })
    await isAsRecorded('order-state', state)
    expect(state).toMatchObject({ data: { state: 'active', ro_number: '48213', opened_at: null } })
  })
})

describe('in TypeScript', () => {
  test('films for findings', async () => {
    expect(await typescript('findings')).toMatch(/^1 BRKPAD\n2 (?!no film)\w+/)
  })

  test('the library by a search', async () => {
    expect(await typescript('parts')).toMatch(/^\d+ films\nBRKPAD .*pastilla/i)
  })

  test('a link for a repair order, and its state', async () => {
    const said = await typescript('order-link')
    expect(said).toMatch(/^http.*\/l\/\w+\nnot opened yet 0 approved/)
    // The same key: the same link.
    expect((await typescript('order-link')).split('\n')[0]).toBe(said.split('\n')[0])
  })

  test('a receiver of webhooks accepts the portal’s requests, and no others', async () => {
    const port = await freePort()
    const boss = await w.loggedIn('enterprise')
    const url = `http://127.0.0.1:${port}/`
    const { id, secret } = await boss.call(contract.integrations.makeWebhook, {
      body: { url, events: ['link.opened'] },
    })
    const program = spawn(process.execPath, ['--no-warnings', join(folder, 'webhook.ts')], {
      env: { ...env, PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let said = ''
      program.stdout.setEncoding('utf8').on('data', (part: string) => (said += part))
      const forge = (headers: Record<string, string>) =>
        fetch(url, { method: 'POST', headers, body: '{}' }).then(
          ({ status }) => status,
          () => 0,
        )
      await expect.poll(() => forge({}), { timeout: 60_000 }).toBe(400)
      const now = String(Math.floor(Date.now() / 1000))
      const forged = { 'webhook-id': 'msg_1', 'webhook-timestamp': now, 'webhook-signature': 'v1,Zm9yZ2Vk' }
      expect(await forge(forged)).toBe(400)
      await boss.call(contract.integrations.testWebhook, { body: { webhook_id: id } })
      await expect.poll(() => said, { timeout: 60_000 }).toMatch(/^msg_\w+ webhook\.test/)
    } finally {
      program.kill()
      await once(program, 'exit')
    }
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
