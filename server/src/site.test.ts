import { contract } from '@cutaway/contract'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './core/config.ts'
import { makeLog } from './core/observability/log.ts'
import { start, type Running } from './start.ts'
import { emptyDatabase } from './testing/database.ts'
import { mailsTo } from './rooms/sessions/testing.ts'
import { passedOn } from './testing/portal.ts'
import { makePerson } from './testing/world.ts'

/** A new operator fills an empty database with `npm run site` and the console, without SQL. */

let env: Record<string, string>
let remove: () => Promise<void>
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-site-'))
  const database = await emptyDatabase()
  env = { DATA_DIR: join(folder, 'data'), ...database.env }
  remove = async () => {
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  }
})
afterAll(() => remove())

async function create(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'site.ts'), 'create', ...args], {
    env: { ...passedOn(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, errors }
}
const person = ['--email', 'you@films.example', '--first-name', 'Ada', '--last-name', 'Okafor']
const first = ['--name', 'Example Motors', '--host', 'films.example', ...person]
const tokenIn = (output: string) => /\/reset_password\/([\w-]{43})$/m.exec(output)?.[1] ?? ''

async function portal(): Promise<{ running: Running; at: (host: string) => ReturnType<typeof makePerson> }> {
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', SEED_DEMO: '0', ...env })
  const running = await start(config, makeLog({ logLevel: 'silent' }))
  await running.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = running.app.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  return { running, at: (host) => makePerson({ address, host: `${host}:${port}`, ip: '203.0.113.7' }) }
}

test('first site, second site, a business and its administrator', async () => {
  // What is wrong is named, and nothing is written.
  const wrong = await create(...first, '--time-zone', 'Mars/Olympus')
  expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('--time-zone: enter a time zone') })
  const mistakes = ['--country', 'uk', '--currency', 'ZZZ', '--colour', '#797979', '--language', 'xx']
  const several = await create('--name', 'X', '--host', 'https://films.example/', '--email', 'you', ...mistakes)
  expect(several.code).toBe(1)
  expect(several.errors.trim().split('\n').toSorted()).toEqual([
    expect.stringContaining(
      '--colour: neither white nor dark text is readable on #797979; the nearest colour is #767676',
    ),
    expect.stringContaining('--country: enter the two letters of a country'),
    expect.stringContaining('--currency: enter one of USD, AUD'),
    expect.stringContaining('--email: enter an e-mail address'),
    expect.stringContaining('--host: enter a host name'),
    expect.stringContaining('--language: enter one of en-US'),
  ])

  const made = await create(...first)
  expect(made).toMatchObject({ code: 0, errors: '' })
  expect(made.output).toContain('Created web site 31 (films.example).')
  // Repeated, it changes nothing; the new link replaces the former one.
  const again = await create(...first)
  expect(again.output).toContain('There is already web site 31')

  const { running, at } = await portal()
  try {
    const you = at('films.example')
    const choose = (token: string) =>
      you.send(contract.sessions.forgetPasswordUpdate, { body: { token, password: 'a long enough secret' } })
    expect(await choose(tokenIn(made.output))).toMatchObject({ status: 0 })
    expect(await choose(tokenIn(again.output))).toMatchObject({ status: 1 })
    expect(await you.logIn('super', 'a long enough secret')).toMatchObject({ status: 1 })

    const site = await you.call(contract.sites.getWebSite, { params: { web_site_id: 31 } })
    const { web_site_id: _w, version: _v, distributors: _d, people: _p, state: _s, is_needed: _n, ...rest } = site
    const { out_of_service_at: _o, changed_at: _a, changed_by: _b, ...fields } = rest
    const { web_site_id } = await you.call(contract.sites.addWebSite, {
      body: { ...fields, name: 'Second Garage', hosts: ['second.example'] },
    })
    const { businessentity_id } = await you.call(contract.organisation.addBusiness, {
      body: {
        web_site_id,
        business_name: 'Second Garage',
        business_type: 'independent_workshop',
        max_locations: 2,
        embed_limit: 0,
        embed_limit_of_user: 0,
      },
    })
    await you.call(contract.users.addUser, {
      body: { web_site_id, businessentity_id, user_access_id: 3, username: 'ada', email: 'ada@second.example' },
    })
    await expect
      .poll(async () => (await at('second.example').call(contract.sites.getWebSiteDetails)).name)
      .toBe('Second Garage')
    const [invitation, ...others] = await mailsTo(at('second.example'), 'ada@second.example')
    expect(others).toEqual([])
    expect(invitation?.text).toContain('Ada Okafor created an account for you')
    // The second web site has no telephone number.
    expect(invitation?.text).toContain('Questions? Write to you@films.example.\n')

    // What the web site shows, and one of its texts.
    await you.call(contract.catalogue.saveSiteNews, {
      body: {
        web_site_id,
        news: { language_id: 50, title: 'We are open', html: '<p>Come in.</p>', published_from: '2026-01-01T08:00' },
      },
    })
    const news = () =>
      at('second.example').call(contract.catalogue.getNews, { params: { web_site: web_site_id, lang: '50' } })
    await expect.poll(async () => (await news()).map(({ title }) => title)).toEqual(['We are open'])
    const text = { web_site_id, language_id: 50, message_key: 'home_title', text: 'Find it, show it', seen: null }
    expect(await you.send(contract.sites.saveSiteText, { body: text })).toMatchObject({ status: 1 })

    // All of it is in the audit log of the second web site, where the operator has no account.
    const json = { web_site_id, person: null, action: '', period: 'day', search: '', page: 1, size: 50 } as const
    const { rows } = await you.call(contract.users.getAuditLog, { params: { json } })
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['business.add', 'user.add', 'news.change', 'text.change']),
    )
    expect(rows.map(({ who }) => who?.name)).toContain('Ada Okafor')
    // The administrator was invited without a name.
    expect(rows.find(({ action }) => action === 'user.add')?.target?.name).toBe('ada')

    // The node made its data folder: the health page reads its disk.
    const health = await you.call(contract.sites.getHealth)
    expect(health.disk.total).toBeGreaterThan(0)
  } finally {
    await running.stop()
  }
})
