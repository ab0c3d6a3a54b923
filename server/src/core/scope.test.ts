import { endpoint, linkHolder, notAudited, onlySelf, signedIn, thirdParty } from '@cutaway/contract/endpoint.ts'
import { Id, PathId } from '@cutaway/contract/fields.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { registered } from '../app.ts'
import { world, type Person, type World } from '../testing/world.ts'
import { sessionCheck } from './auth/caller.ts'
import { registerCalls, type Call } from './http/endpoints.ts'
import { fail, HttpRefusal } from './http/errors.ts'
import { makeHttp } from './http/http.ts'
import { databaseRateLimits } from './http/rate-limits.ts'
import type { HolderRequest, Registered } from './scope.ts'

/** Calls for this test only, on the machinery of all calls. */
const common = { who: signedIn, summary: 'A call of this test.' } as const
const calls = {
  users: endpoint({
    ...common,
    method: 'POST',
    path: '/users',
    actsFor: 'users',
    audit: notAudited('of this test'),
    body: z.object({ users: z.array(Id) }),
    reply: z.array(z.int()),
  }),
  site: endpoint({
    ...common,
    method: 'GET',
    path: '/site/:web_site_id/:user_id?',
    actsFor: 'user_id',
    site: 'web_site_id',
    params: z.object({ web_site_id: PathId, user_id: PathId.optional() }),
    reply: z.object({ site: z.int(), seen: z.int(), owner: z.int() }),
  }),
  self: endpoint({
    ...common,
    method: 'GET',
    path: '/self/:user_id',
    actsFor: onlySelf('user_id'),
    params: z.object({ user_id: PathId }),
    reply: z.int(),
  }),
  holder: endpoint({
    ...common,
    who: linkHolder('token'),
    method: 'GET',
    path: '/holder/:token',
    params: z.object({ token: z.string() }),
    reply: z.string(),
  }),
  program: endpoint({ ...common, who: thirdParty, method: 'GET', path: '/program', reply: z.string() }),
}

let w: World
let app: FastifyInstance
const ids: Record<string, number> = {}

beforeAll(async () => {
  w = await world()
  const { services } = w.running
  app = await makeHttp(services.config, services.log, {
    limits: databaseRateLimits(services.database.engine, services.clock),
  })
  const holders = {
    linkHolder: ({ token }: HolderRequest) => Promise.resolve(token === 'good' ? 'the link' : fail('no_link')),
    thirdParty: ({ token }: HolderRequest) =>
      token === 'key' ? Promise.resolve('a program') : Promise.reject(new HttpRefusal(401, 'session_required')),
  } as unknown as Registered['holders']
  registerCalls(
    app,
    [
      {
        endpoint: calls.users,
        handler: (call: Call<never>) => (call.owner as unknown as { user_id: number }[]).map((o) => o.user_id),
      },
      {
        endpoint: calls.site,
        handler: async ({ site, db, owner }: Call<never>) => {
          const rows = await db.selectFrom('users').select('web_site_id').distinct().execute()
          return { site: site.web_site_id, seen: rows[0]!.web_site_id, owner: (owner as { user_id: number }).user_id }
        },
      },
      { endpoint: calls.self, handler: (call: Call<never>) => (call.owner as unknown as { user_id: number }).user_id },
      { endpoint: calls.holder, handler: (call: Call<never>) => String(call.holder) },
      { endpoint: calls.program, handler: (call: Call<never>) => String(call.holder) },
    ] as never,
    {
      services,
      sessions: sessionCheck(services.database.engine, services.clock),
      records: registered.records,
      holders,
    },
  )
  const people = await w.database.system.selectFrom('users').select(['username', 'user_id', 'web_site_id']).execute()
  for (const { username, user_id, web_site_id } of people)
    if (web_site_id === 31 || web_site_id === 44) ids[`${username} ${web_site_id}`] = user_id
})
afterAll(async () => {
  await app.close()
  await w.close()
})

async function ask(person: Person, path: string, more: { body?: unknown; authorization?: string } = {}) {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await app.inject({
    method: more.body === undefined ? 'GET' : 'POST',
    url: `/api/v1${path}`,
    headers: {
      host: person.host,
      cookie,
      origin: `http://${person.host}`,
      ...(more.authorization ? { authorization: more.authorization } : {}),
    },
    ...(more.body === undefined ? {} : { payload: more.body as object }),
  })
  return { http: answer.statusCode, ...(answer.json() as { data?: unknown; message: string }) }
}
const id = (name: string, site = 31) => ids[`${name} ${site}`]!

test('checks every user of a list', async () => {
  const manager = await w.loggedIn('enterprise')
  const users = [id('advisor'), id('enterprise'), id('advisor')]
  expect(await ask(manager, '/users', { body: { users } })).toMatchObject({ http: 200, data: users })
  expect(await ask(manager, '/users', { body: { users: [...users, id('advisor2')] } })).toMatchObject({ http: 403 })
  expect(await ask(manager, '/users', { body: { users: [] } })).toMatchObject({ http: 200, data: [] })
})

test('needs no query for the caller’s own id', async () => {
  const dana = await w.loggedIn('advisor')
  const { engine } = w.database
  const connect = engine.connect.bind(engine)
  let connections = 0
  engine.connect = (lane) => {
    // Work in the background goes on meanwhile.
    if (lane === 'request') connections += 1
    return connect(lane)
  }
  const answer = await ask(dana, `/self/${id('advisor')}`)
  engine.connect = connect
  expect(answer).toMatchObject({ http: 200, data: id('advisor') })
  // The connection of the session check.
  expect(connections).toBe(1)
})

test('refuses other users in a call for oneself, for every role', async () => {
  const boss = await w.loggedIn('super')
  expect(await ask(boss, `/self/${id('advisor')}`)).toMatchObject({ http: 403 })
})

test('lets a super user work on another web site, with its data and users', async () => {
  const boss = await w.loggedIn('super')
  const there = id('advisor', 44)
  expect(await ask(boss, `/site/44/${there}`)).toMatchObject({
    http: 200,
    data: { site: 44, seen: 44, owner: there },
  })
  // Users of the caller’s own site, the caller included, do not exist there.
  expect(await ask(boss, `/site/44/${id('advisor')}`)).toMatchObject({ http: 403 })
  expect(await ask(boss, '/site/44')).toMatchObject({ http: 403 })
  expect(await ask(boss, '/site/31')).toMatchObject({ data: { site: 31, owner: id('super') } })
  expect(await ask(boss, '/site/999999')).toMatchObject({ http: 403 })
})

test('restricts a manager to the own web site', async () => {
  expect(await ask(await w.loggedIn('enterprise'), `/site/44/${id('advisor', 44)}`)).toMatchObject({ http: 403 })
})

test('lets a customer without an account call with a link token', async () => {
  expect(await ask(w.visitor(), '/holder/good')).toMatchObject({ http: 200, data: 'the link' })
  expect(await ask(w.visitor(), '/holder/bad')).toMatchObject({ message: 'no_link' })
})

test('requires an API key from a program', async () => {
  expect(await ask(w.visitor(), '/program', { authorization: 'Bearer key' })).toMatchObject({ data: 'a program' })
  expect(await ask(w.visitor(), '/program', { authorization: 'Bearer other' })).toMatchObject({ http: 401 })
  expect(await ask(await w.loggedIn('super'), '/program')).toMatchObject({ http: 401 })
})

test('fails at start if a kind has no resolver or loader', () => {
  const { services } = w.running
  const sessions = sessionCheck(services.database.engine, services.clock)
  const other = endpoint({
    ...common,
    method: 'GET',
    path: '/other/:id',
    owns: { id: 'dragon' },
    params: z.object({ id: PathId }),
    reply: z.null(),
  })
  const start = (e: never, known = registered) =>
    registerCalls(Fastify(), [{ endpoint: e, handler: () => null }], { services, sessions, ...known })
  const without = { ...registered, holders: {} as never }
  expect(() => start(other as never)).toThrow('nothing loads records of kind dragon')
  expect(() => start(calls.program as never, without)).toThrow('nothing resolves thirdParty')
})
