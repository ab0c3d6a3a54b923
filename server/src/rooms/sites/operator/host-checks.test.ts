import { contract } from '@cutaway/contract'
import type { HostProblem } from '@cutaway/contract/rooms/sites/operator.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpHosts } from '../../../outside/hosts.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { checkHosts } from './host-checks.ts'

/** The portal checks from outside whether the hosts of web sites lead to it. */

const { sites } = contract

/** What the next check of a host finds; null: it is reached. */
const problems = new Map<string, HostProblem>()
let w: World
let sam: Person
beforeAll(async () => {
  w = await world({ hosts: { ask: async (host) => problems.get(host) ?? null } })
  sam = await w.loggedIn('super')
})
afterAll(() => w.close())

const check = () => checkHosts(w.running.services)
const stateOf = async (search: string) => (await sam.call(sites.getWebSites, { body: { search } }))[0]!.state

describe('the state of a web site', () => {
  test('is live, then not reachable, then live again', async () => {
    await check()
    expect(await stateOf('site44.local')).toBe('live')
    problems.set('site44.localhost', 'unreachable')
    await check()
    expect(await stateOf('site44.local')).toBe('unreachable')
    const answer = await sam.send(sites.getWebSites, { body: { state: 'unreachable' } })
    expect(answer).toMatchObject({ total: 1, unreachable: 1, data: [{ name: 'Ridgeline Moto' }] })
    problems.delete('site44.localhost')
    await check()
    expect(await stateOf('site44.local')).toBe('live')
  })

  test('is a draft while its host has never led here; the form says what was found', async () => {
    problems.set('site62.localhost', 'elsewhere')
    await w.database.system.deleteFrom('host_checks').where('web_site_id', '=', 62).execute()
    await check()
    expect(await stateOf('site62.local')).toBe('draft')
    const site = await sam.call(sites.getWebSite, { params: { web_site_id: 62 } })
    expect(site).toMatchObject({ state: 'draft', host_checks: [{ problem: 'elsewhere', reached_at: null }] })
    problems.delete('site62.localhost')
    const found = await sam.call(sites.checkWebSiteHosts, { body: { web_site_id: 62 } })
    expect(found).toMatchObject([{ host: 'site62.localhost', problem: null }])
    expect(await stateOf('site62.local')).toBe('live')
  })

  test('is checked as soon as its hosts change, and former hosts are forgotten', async () => {
    problems.set('new.example', 'not_trusted')
    const site = await sam.call(sites.getWebSite, { params: { web_site_id: 27 } })
    const hosts = ['new.example', ...site.hosts]
    await sam.call(sites.updateWebSite, { body: { web_site_id: 27, version: site.version, changes: { hosts } } })
    const checked = async () =>
      (await sam.call(sites.getWebSite, { params: { web_site_id: 27 } })).host_checks.map((one) => one.host)
    await expect.poll(checked).toEqual(hosts)
    const { version } = await sam.call(sites.getWebSite, { params: { web_site_id: 27 } })
    await sam.call(sites.updateWebSite, { body: { web_site_id: 27, version, changes: { hosts: site.hosts } } })
    await check()
    const rows = await w.database.system
      .selectFrom('host_checks')
      .select('host')
      .where('host', '=', 'new.example')
      .execute()
    expect(rows).toEqual([])
  })
})

describe('the request to a host', () => {
  const path = '/which-site?question=0123456789abcdef0123456789abcdef'
  const port = () => (w.running.app.server.address() as AddressInfo).port

  test('is answered with the proof of the web site of that host', async () => {
    const proof = async (site: number) => (await w.visitor({ site }).request(path)).text()
    const hosts = httpHosts({ secure: false, port: port() })
    expect(await proof(44)).not.toBe(await proof(31))
    expect(await hosts.ask('site44.localhost', path, await proof(44))).toBeNull()
    // A host of another web site, or of another portal, has another proof.
    expect(await hosts.ask('site31.localhost', path, await proof(44))).toBe('elsewhere')
    expect((await w.visitor().request('/which-site?question=x')).status).toBe(400)
  })

  test('does not follow another server, and does not read what it sends without end', async () => {
    const server: Server = createServer((_, response) => {
      response.writeHead(200)
      const send = () => {
        if (!response.destroyed) response.write('x'.repeat(1000), send)
      }
      send()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const hosts = httpHosts({ secure: false, port: (server.address() as AddressInfo).port })
    expect(await hosts.ask('films.localhost', path, 'proof')).toBe('elsewhere')
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(await hosts.ask('films.localhost', path, 'proof')).toBe('unreachable')
  })
})
