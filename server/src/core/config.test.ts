import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, settingNames } from './config.ts'

/** An operator configures the portal by environment variables and makes every kind of mistake. */

type Env = Record<string, string | undefined>

/** Returns the reported problems, one for each invalid value; empty if the configuration is valid. */
function problemsOf(env: Env): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const production: Env = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://cutaway:secret-of-the-database@db.example:5432/cutaway',
  PUBLIC_BASE_URL: 'https://films.example.com',
  CAPTCHA_SECRET: 'a-secret-of-the-captcha',
  LINK_SECRET: 'a-secret-of-links-in-mail',
  SMTP_URL: 'smtps://user:secret-of-the-mail@mail.example:465',
  MAIL_FROM: 'Cutaway <no-reply@films.example.com>',
  TWILIO_ACCOUNT_SID: 'AC0001',
  TWILIO_AUTH_TOKEN: 'secret-of-the-text-messages',
  TWILIO_FROM: '+15550100999',
}

test('defaults to the demo on this computer, with the embedded database and the outbox', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'demo',
    port: 4000,
    host: '127.0.0.1',
    database: { url: undefined },
    dataDir: 'data',
    mail: { kind: 'outbox' },
    messages: { kind: 'outbox' },
    bounces: undefined,
    storage: { kind: 'folder' },
    seedDemo: true,
    secure: false,
    demo: true,
  })
})

test('treats an empty variable as not set', () => {
  const empty = Object.fromEntries(settingNames.map((name) => [name, '']))
  const { captchaSecret: _one, ...withEmpty } = readConfig(empty)
  const { captchaSecret: _other, ...withNone } = readConfig({})
  expect(withEmpty).toEqual(withNone)
})

describe('names each invalid value and shows what was given', () => {
  test.each<[string, string]>([
    ['NODE_ENV', 'prod'],
    ['PORT', '4000x'],
    ['PORT', '-1'],
    ['PORT', '70000'],
    ['PORT', '40.5'],
    ['PUBLIC_BASE_URL', 'films.example.com'],
    ['PUBLIC_BASE_URL', 'ftp://films.example.com'],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_POOL_SIZE', '9999'],
    ['STATEMENT_TIMEOUT', '0'],
    ['STATEMENT_TIMEOUT', 'soon'],
    ['DEFAULT_WEB_SITE_ID', 'northgate'],
    ['SEED_DEMO', 'maybe'],
    ['MAIL_FROM', 'nobody'],
    ['BOUNCE_PORT', '70000'],
    ['BOUNCE_DOMAIN', 'back of portal'],
    ['TWILIO_FROM', '555-0100'],
    ['TWILIO_ACCOUNT_SID', 'SM0001'],
    ['TWILIO_MESSAGING_SERVICE_SID', 'AC0001'],
    ['ALLOW_STAND_INS', 'yes please'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name}: .+`))
    expect(problems[0]).toContain(`(given: ${JSON.stringify(value)})`)
  })

  test('reports all of them at once', () => {
    const problems = problemsOf({ PORT: 'x', NODE_ENV: 'prod', LOG_LEVEL: 'loud' })
    expect(problems.map((p) => p.split(':')[0]!).toSorted()).toEqual(['LOG_LEVEL', 'NODE_ENV', 'PORT'])
  })
})

describe('names an invalid secret but does not show it', () => {
  test.each<[string, string]>([
    ['DATABASE_URL', 'mysql://root:hunter2hunter2@db/cutaway'],
    ['SMTP_URL', 'mail.example:hunter2hunter2'],
    ['CAPTCHA_SECRET', 'hunter2'],
    ['LINK_SECRET', 'hunter2'],
    ['METRICS_TOKEN', 'hunter2'],
  ])('%s', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems.join()).toContain(`${name}: `)
    expect(problems.join()).not.toContain('hunter2')
  })
})

const mail: Env = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }
const texts: Env = {
  PUBLIC_BASE_URL: 'https://films.example.com',
  TWILIO_ACCOUNT_SID: 'AC0001',
  TWILIO_AUTH_TOKEN: 'secret-of-the-text-messages',
  TWILIO_FROM: '+15550100999',
}

describe('refuses a provider’s settings that are incomplete, and names the missing ones', () => {
  test.each<[string, Env, string]>([
    ['a mail server without a sender', { SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM: missing'],
    ['a sender without a mail server', { MAIL_FROM: 'a@b.example' }, 'SMTP_URL: missing'],
    ['a signature without its key', { DKIM_DOMAIN: 'b.example', DKIM_SELECTOR: 'mail' }, 'DKIM_PRIVATE_KEY: missing'],
    ['a receiver of bounces without its domain', { ...mail, BOUNCE_PORT: '2525' }, 'BOUNCE_DOMAIN: missing'],
    ['a domain for bounces without a receiver', { ...mail, BOUNCE_DOMAIN: 'b.example' }, 'BOUNCE_PORT: missing'],
    ['only a receiver’s address', { ...mail, BOUNCE_HOST: '0.0.0.0' }, 'BOUNCE_PORT, BOUNCE_DOMAIN: missing'],
    [
      'a receiver of bounces without a mail server',
      { BOUNCE_PORT: '2525', BOUNCE_DOMAIN: 'b.example' },
      'SMTP_URL: missing',
    ],
    [
      'an account for texts without its token',
      { ...texts, TWILIO_AUTH_TOKEN: undefined },
      'TWILIO_AUTH_TOKEN: missing',
    ],
    [
      'an account for texts without a sender',
      { ...texts, TWILIO_FROM: undefined },
      'TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID: missing',
    ],
    ['a number without an account', { ...texts, TWILIO_ACCOUNT_SID: undefined }, 'TWILIO_ACCOUNT_SID: missing'],
    ['texts without an address for reports', { ...texts, PUBLIC_BASE_URL: undefined }, 'PUBLIC_BASE_URL: missing'],
    [
      'only the address of a service',
      { TWILIO_API_URL: 'https://api.example' },
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID, PUBLIC_BASE_URL: missing',
    ],
    [
      'a bucket without keys',
      { S3_BUCKET: 'films', S3_REGION: 'eu-west-1' },
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: missing',
    ],
    [
      'keys without a bucket',
      { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', S3_REGION: 'eu-west-1' },
      'S3_BUCKET: missing',
    ],
    ['a store’s address without a bucket', { S3_ENDPOINT: 'https://objects.example' }, 'S3_BUCKET: missing'],
    [
      'a signature without a mail server',
      { DKIM_DOMAIN: 'b.example', DKIM_SELECTOR: 'mail', DKIM_PRIVATE_KEY: 'key' },
      'SMTP_URL, MAIL_FROM: missing',
    ],
  ])('%s', (_title, env, named) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(named)])
    expect(
      problemsOf({ ...production, ...env, MAIL_FROM: env['MAIL_FROM'] ?? production['MAIL_FROM'] }).join(),
    ).not.toContain('secret')
  })

  test('accepts complete settings', () => {
    const s3 = { S3_BUCKET: 'films', S3_REGION: 'eu-west-1', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
    const dkim = { DKIM_DOMAIN: 'b.example', DKIM_SELECTOR: 'mail', DKIM_PRIVATE_KEY: 'line one\\nline two' }
    const config = readConfig({ ...production, ...s3, ...dkim })
    expect(config.storage).toMatchObject({ kind: 's3', bucket: 'films' })
    expect(config.mail).toMatchObject({ kind: 'smtp', dkim: { privateKey: 'line one\nline two' } })
    expect(config.messages).toMatchObject({ kind: 'twilio', from: { number: '+15550100999' } })
    const bounces = { BOUNCE_PORT: '2525', BOUNCE_DOMAIN: 'Back.Example' }
    expect(readConfig({ ...production, ...bounces, HOST: '0.0.0.0' }).bounces).toEqual({
      port: 2525,
      host: '0.0.0.0',
      domain: 'back.example',
    })
    const service = { TWILIO_MESSAGING_SERVICE_SID: 'MG0001' }
    expect(readConfig({ ...production, ...service }).messages).toMatchObject({ from: { service: 'MG0001' } })
  })
})

describe('production', () => {
  test('starts with everything set; cookies are secure and the demo is off', () => {
    expect(readConfig(production)).toMatchObject({ mode: 'production', secure: true, demo: false, seedDemo: false })
  })

  test.each([
    ['the embedded database', 'DATABASE_URL'],
    ['the outbox in place of mail', 'SMTP_URL'],
    ['the outbox in place of text messages', 'TWILIO_ACCOUNT_SID'],
    ['links in mail without an address', 'PUBLIC_BASE_URL'],
    ['a captcha that every node signs differently', 'CAPTCHA_SECRET'],
    ['unsubscribe links that a restart invalidates', 'LINK_SECRET'],
  ])('refuses %s', (_what, name) => {
    const more = { SMTP_URL: ['MAIL_FROM'], TWILIO_ACCOUNT_SID: ['TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] }[name] ?? []
    const env = { ...production, ...Object.fromEntries([name, ...more].map((n) => [n, undefined])) }
    expect(problemsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${name}: missing`))])
  })

  test('accepts the outbox only with ALLOW_STAND_INS', () => {
    const gone = ['SMTP_URL', 'MAIL_FROM', 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']
    const trial = { ...production, ...Object.fromEntries(gone.map((n) => [n, undefined])), ALLOW_STAND_INS: '1' }
    expect(readConfig(trial)).toMatchObject({ mail: { kind: 'outbox' }, messages: { kind: 'outbox' } })
    expect(problemsOf({ ...trial, DATABASE_URL: undefined })).toEqual([
      expect.stringContaining('DATABASE_URL: missing'),
    ])
  })
})

describe('deploy/.env.example', () => {
  const deploy = join(import.meta.dirname, '../../../deploy')
  const example = join(deploy, '.env.example')

  test.skipIf(!existsSync(example))('lists every variable that is read, and no other', () => {
    const named = [...readFileSync(example, 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map((m) => m[1]!)
    const compose = readFileSync(join(deploy, 'compose.yaml'), 'utf8')
    const ofCompose = new Set([...compose.matchAll(/\$\{(\w+)/g)].map((m) => m[1]!))
    // `npm run dev` switches on the bundler’s development server; operators do not set it.
    const ofPeople = settingNames.filter((name) => name !== 'CUTAWAY_DEV')

    expect(named.filter((name, i) => named.indexOf(name) !== i)).toEqual([])
    expect(named.filter((name) => !ofCompose.has(name) || settingNames.includes(name)).toSorted()).toEqual(
      ofPeople.toSorted(),
    )
  })
})
