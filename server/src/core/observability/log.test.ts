import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoDatabase } from '../../testing/database.ts'
import { ask, cookieOf, startPortal, type Portal } from '../../testing/portal.ts'
import { loggedPath } from './log.ts'

/** The log records what happened, without secrets. */

describe('the path of a request', () => {
  test.each([
    ['/autologin/anna/hunter2', '/autologin/[hidden]'],
    ['/api/v1/autologin/anna/hunter2', '/autologin/[hidden]'],
    ['/API/V1/AutoLogin/anna/hunter2?x=1', '/AutoLogin/[hidden]'],
    ['/api/v1/thirdPartyLogin/hunter2', '/thirdPartyLogin/[hidden]'],
    ['/forgot_password/hunter2', '/forgot_password/[hidden]'],
    ['/reset_password/hunter2/', '/reset_password/[hidden]'],
    ['/unsubscribe_email/hunter2', '/unsubscribe_email/[hidden]'],
    ['/accountAccess/17', '/accountAccess/[hidden]'],
    ['/reactivateAccount/anna/hunter2', '/reactivateAccount/[hidden]'],
    ['/reactivateAccountsIntl/anna/hunter2', '/reactivateAccountsIntl/[hidden]'],
    ['/reactivatePaypalAccount/hunter2', '/reactivatePaypalAccount/[hidden]'],
    ['/home?password=hunter2', '/home'],
    ['/animation/BRKDSC', '/animation/BRKDSC'],
    ['/api/v1/getLanguage/50', '/api/v1/getLanguage/50'],
  ])('%s is logged as %s', (url, logged) => expect(loggedPath(url)).toBe(logged))

  test('has no control characters, which could move the cursor of a terminal or start a new line', () => {
    expect(loggedPath('/a\u001b[2Jb\r\n{"level":50}\u0000\u007f\u009b')).toBe('/a[2Jb{"level":50}')
  })

  test('is limited in length', () => expect(loggedPath(`/${'x'.repeat(5000)}`)).toHaveLength(300))
})

describe('a portal at the most verbose log level', () => {
  let folder: string
  let database: Awaited<ReturnType<typeof demoDatabase>>
  let portal: Portal
  let address: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cutaway-log-'))
    database = await demoDatabase()
    portal = startPortal({ ...database.env, DATA_DIR: folder, LOG_LEVEL: 'trace' })
    address = await portal.address
  })
  afterAll(async () => {
    portal.kill('SIGTERM')
    await portal.ended
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  })

  /** Returns the whole log, once the requests so far have been logged. */
  async function written(): Promise<string> {
    const marker = `marker-${Math.random().toString(36).slice(2)}`
    await ask(address, `/${marker}`)
    await expect.poll(() => portal.output()).toContain(marker)
    return portal.output() + portal.errors()
  }

  test('logs method, path, host, status and duration of each request', async () => {
    await ask(address, '/api/v1/getLanguage/50', { headers: { 'user-agent': 'a browser' } })
    const line = (await written()).split('\n').find((l) => l.includes('/api/v1/getLanguage/50'))
    expect(JSON.parse(line!)).toMatchObject({
      method: 'GET',
      path: '/api/v1/getLanguage/50',
      status: 200,
      host: new URL(address).host.replace('127.0.0.1', 'localhost'),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ms: expect.any(Number),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  test('omits passwords, cookies and tokens, wherever they occur', async () => {
    const secret = 'hunter2-of-Anna'
    const json = { 'content-type': 'application/json' }
    const wrong = await ask(address, '/api/v1/login', { body: { username: 'advisor', password: secret } })
    expect(wrong.body.message).toBe('incorrect_login_details')
    await ask(address, '/api/v1/login', { body: { username: 'advisor', password: { nested: secret } } })
    await ask(address, '/api/v1/login', { body: `{"password":"${secret}"`, headers: json })
    await ask(address, '/api/v1/login', { body: `password=${secret}`, headers: { 'content-type': 'text/plain' } })
    await ask(address, '/api/v1/forgetPasswordUpdate', { body: { token: secret.padEnd(30, 'x'), password: secret } })
    await ask(address, '/api/v1/forgotPasswordTokenCheck', { body: { token: secret } })
    await ask(address, '/api/v1/getUserSession', { cookie: `cutaway_session=${secret}` })
    await ask(address, '/api/v1/changePassword', {
      method: 'PUT',
      body: { password: secret, user_id: 1 },
      cookie: `x=${secret}`,
    })
    await ask(address, '/metrics', { headers: { authorization: `Bearer ${secret}` } })
    const page = `http://site31.localhost/reset_password/${secret}?next=${secret}`
    const report = { message: `at ${page}:1:2`, url: page, cause: `(${page}) http://a/home?token=${secret}` }
    await ask(address, '/api/v1/vvconsolelog', { body: report })
    for (const path of [
      '/autologin/advisor/',
      '/api/v1/autologin/advisor/',
      '/reset_password/',
      '/forgot_password/',
      '/home?token=',
    ])
      await ask(address, `${path}${secret}`)
    expect(await written()).not.toContain(secret)
  })

  test('omits a session cookie that it sets', async () => {
    const answer = await ask(address, '/api/v1/login', { body: { username: 'advisor', password: 'cutaway-demo' } })
    const token = /cutaway_session=([^;]+)/.exec(cookieOf(answer))![1]!
    expect(token.length).toBeGreaterThan(30)
    await ask(address, '/api/v1/getUserSession', { cookie: cookieOf(answer) })
    expect(await written()).not.toContain(token)
  })

  test('writes one line for each message, whatever a visitor or the browser sends', async () => {
    const evil = 'x\r\n{"level":60,"msg":"forged"}\n\u001b[2J\u009b'
    await ask(address, `/${encodeURIComponent(evil)}`)
    await ask(address, '/api/v1/vvconsolelog', { body: { message: evil, url: evil, user_agent: evil } })
    const said = await written()
    const lines = said.split('\n').filter((line) => line.startsWith('{'))
    expect(lines.map((line) => (JSON.parse(line) as { msg?: string }).msg)).not.toContain('forged')
    expect(said).toContain('reported by a browser')
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })
})
