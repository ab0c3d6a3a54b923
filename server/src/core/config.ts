import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { MembershipFileError, readMembers } from '../outside/membership.ts'
import { AccountsError, readAccounts, type PaymentAccount } from '../outside/payments/accounts.ts'
import { parseCdnOrigins, type CdnOrigin } from './http/cdn-redirect.ts'

/**
 * The configuration: environment variables, checked once at start. Each invalid value is reported with what it must be.
 * deploy/.env.example documents the variables; a test compares the two.
 */

const flag = z.enum(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true')
const httpUrl = z.url({ protocol: /^https?$/ }).transform((u) => u.replace(/\/+$/, ''))
const optional = <T extends z.ZodType>(schema: T) => schema.optional()

const Environment = z.object({
  /** Development and demo allow stand-ins and plain http; production refuses both. */
  NODE_ENV: z.enum(['production', 'development', 'test', 'demo']).default('demo'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_BASE_URL: optional(httpUrl),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  /** Seconds that the queries of one request may take on a PostgreSQL server. */
  STATEMENT_TIMEOUT: z.coerce.number().min(1).max(600).default(30),
  /** Megabytes of responses that a node keeps in memory. */
  RESPONSE_CACHE_MB: z.coerce.number().int().min(1).max(16_384).default(64),
  /** Megabytes of films, remuxed on demand, that the disk cache holds. */
  FILM_CACHE_MB: z.coerce.number().int().min(100).default(10_240),
  /** Seconds that the head of a request and its body may each take. Large files get more. */
  REQUEST_TIMEOUT: z.coerce.number().min(0.1).max(300).default(30),
  /** Reads per second for one session, on each node; 0 sets no limit. */
  SESSION_READS_PER_SECOND: z.coerce.number().int().min(0).max(100_000).default(250),
  DATA_DIR: z.string().min(1).default('data'),
  LIBRARY_DIR: optional(z.string()),
  DEFAULT_WEB_SITE_ID: z.coerce.number().int().positive().default(31),
  SEED_DEMO: optional(flag),
  TRUSTED_PROXIES: z.string().default(''),
  STATIC_ORIGINS: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return parseCdnOrigins(text)
      } catch (error) {
        context.addIssue((error as Error).message)
        return z.NEVER
      }
    }),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string().regex(/@/, 'must hold an e-mail address')),
  DKIM_DOMAIN: optional(z.string()),
  DKIM_SELECTOR: optional(z.string()),
  DKIM_PRIVATE_KEY: optional(z.string()),
  /** The port for bounce reports from mail servers. Without it nothing listens. */
  BOUNCE_PORT: optional(z.coerce.number().int().min(0).max(65535)),
  BOUNCE_HOST: optional(z.string()),
  BOUNCE_DOMAIN: optional(z.string().regex(/^[a-z0-9.-]+$/i, 'must be a domain')),
  /** Name servers for the lookup of mail domains; 'system': those of the machine. */
  DNS_SERVERS: optional(
    z
      .string()
      .regex(/^(system|[\da-f.:[\]]+(\s*,\s*[\da-f.:[\]]+)*)$/i, 'must be system or addresses such as 192.0.2.1'),
  ),
  /** The domain of reply addresses, whose mail the provider posts to /hooks/mail/inbound. */
  REPLY_DOMAIN: optional(z.string().regex(/^[a-z0-9.-]+$/i, 'must be a domain')),
  REPLY_SIGNING_KEY: optional(z.string().min(16, 'must have at least 16 characters')),
  TWILIO_ACCOUNT_SID: optional(z.string().regex(/^AC\w+$/, 'must begin with AC')),
  TWILIO_AUTH_TOKEN: optional(z.string()),
  TWILIO_FROM: optional(z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a number such as +15550100123')),
  TWILIO_MESSAGING_SERVICE_SID: optional(z.string().regex(/^MG\w+$/, 'must begin with MG')),
  TWILIO_API_URL: optional(httpUrl),
  /** The file with the accounts at payment providers. Without it, the gateway for test money. */
  PAYMENT_ACCOUNTS_FILE: optional(z.string()),
  GATEWAY_PORT: optional(z.coerce.number().int().min(1).max(65535)),
  /** The file with the hashed numbers of Capricorn members. */
  MEMBERSHIP_FILE: optional(z.string()),
  /** Allows webhooks to private and local addresses, and http. */
  WEBHOOKS_TO_PRIVATE_ADDRESSES: z.preprocess((v) => v ?? '0', flag),
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ENDPOINT: optional(httpUrl),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  CAPTCHA_SECRET: optional(z.string().min(16, 'must have at least 16 characters')),
  LINK_SECRET: optional(z.string().min(16, 'must have at least 16 characters')),
  /** Allows stand-ins in production, for a trial of the whole product. */
  ALLOW_STAND_INS: z.preprocess((v) => v ?? '0', flag),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** The program that converts videos: its path, or none. Without a value, ffmpeg is looked for on the PATH. */
  FFMPEG_PATH: optional(z.string().regex(/^(none|\/.+)$/, 'must be none or an absolute path')),
  /** Megabytes of the disk that uploads of videos leave free. */
  VIDEO_DISK_RESERVE_MB: z.coerce.number().int().min(0).default(512),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  CUTAWAY_DEV: z.preprocess((v) => v ?? '0', flag),
})

/** Every variable that is read. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)

export interface Config {
  mode: 'production' | 'development' | 'test' | 'demo'
  port: number
  host: string
  /** Has no trailing slash. Undefined: taken from each request's host. */
  publicBaseUrl: string | undefined
  database: { url: string | undefined; poolSize: number; statementTimeoutSeconds: number }
  /** Bytes. */
  responseCacheSize: number
  /** Bytes, on the disk. */
  filmCacheSize: number
  /** Seconds after which slow heads and bodies of requests are cut off. */
  requestTimeoutSeconds: number
  /** Reads per second for one session on this node; 0: no limit. */
  sessionReadsPerSecond: number
  dataDir: string
  libraryDir: string | undefined
  defaultWebSiteId: number
  seedDemo: boolean
  trustedProxies: string[]
  mail:
    | { kind: 'outbox' }
    | {
        kind: 'smtp'
        url: string
        from: string
        dkim?: { domainName: string; keySelector: string; privateKey: string }
      }
  /** The receiver of bounce reports; undefined: none. */
  bounces: { port: number; host: string; domain: string } | undefined
  /** Where the records of mail domains are looked up. No servers: those of the machine. */
  dns: { kind: 'stand-in' } | { kind: 'servers'; servers: string[] }
  /** Receives replies to mail by a webhook; undefined: replies go to the sender's own address. */
  replies: { domain: string; signingKey: string } | undefined
  messages:
    | { kind: 'outbox' }
    | {
        kind: 'twilio'
        accountSid: string
        authToken: string
        /**
         * The sender for web sites without a number of their own: a number in E.164, or a messaging service that picks
         * one.
         */
        from: { number: string } | { service: string }
        apiUrl: string
      }
  /** Accounts at payment providers; or the gateway for test money, on a port that was asked for or a free one. */
  /** Who is a Capricorn member: a list of hashes, or the numbers of the demo. */
  memberships: { kind: 'list'; hashes: ReadonlySet<string> } | { kind: 'demo' }
  payments: { kind: 'accounts'; accounts: PaymentAccount[] } | { kind: 'gateway'; port: number | undefined }
  /** Webhooks may go to private and local addresses, and over http. */
  privateWebhooks: boolean
  storage:
    | { kind: 'folder' }
    | { kind: 's3'; bucket: string; region: string; endpoint?: string; accessKeyId: string; secretAccessKey: string }
  /** Where browsers fetch immutable files, by host; empty: from the product itself. */
  staticOrigins: CdnOrigin[]
  captchaSecret: string
  /** Signs links in sent messages, which must work for years. Each purpose derives a key of its own from it. */
  linkSecret: string
  /** Secure cookies, HSTS. */
  secure: boolean
  logLevel: string
  metricsToken: string | undefined
  /** The path of ffmpeg; 'none': videos are not converted; undefined: looked for. */
  ffmpeg: string | undefined
  /** Bytes of the disk that uploads of videos leave free. */
  videoDiskReserve: number
  /** Serves the web through the bundler's development server. */
  devServer: boolean
  /** Shows the demo's outbox and gallery. */
  demo: boolean
}

/** An invalid configuration. The message has a line for each problem. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((p) => `  ${p}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads and validates the environment. Throws ConfigError with all problems at once. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // 'HOST=' in a settings file means "not set", not the empty text.
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message} (given: ${shown(env, i.path[0])})`),
    )
  const e = parsed.data
  const problems: string[] = []
  const whole = (names: (keyof typeof e)[], what: string) => {
    const given = names.filter((n) => e[n] !== undefined)
    if (given.length > 0 && given.length < names.length)
      problems.push(
        `${names.filter((n) => e[n] === undefined).join(', ')}: missing, but ${what} needs it (${given.join(', ')} is set)`,
      )
    return given.length === names.length
  }
  const smtp = whole(['SMTP_URL', 'MAIL_FROM'], 'sending mail')
  const dkim = whole(['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'], 'signing mail')
  const s3 = whole(['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], 'S3 storage')
  if (dkim && !smtp) problems.push('SMTP_URL, MAIL_FROM: missing, but signing mail needs it (DKIM_DOMAIN is set)')
  if (e.S3_ENDPOINT && !s3) problems.push('S3_BUCKET: missing, but S3 storage needs it (S3_ENDPOINT is set)')
  const bounces = whole(['BOUNCE_PORT', 'BOUNCE_DOMAIN'], 'receiving bounces')
  if (bounces && !smtp) problems.push('SMTP_URL: missing, but receiving bounces needs it (BOUNCE_PORT is set)')
  if (e.BOUNCE_HOST && !bounces && e.BOUNCE_PORT === undefined && e.BOUNCE_DOMAIN === undefined)
    problems.push('BOUNCE_PORT, BOUNCE_DOMAIN: missing, but receiving bounces needs it (BOUNCE_HOST is set)')
  const replies = whole(['REPLY_DOMAIN', 'REPLY_SIGNING_KEY'], 'receiving replies')
  const twilio = readTwilio(e, problems)
  const payments = readPayments(e, problems)
  const members = readMemberFile(e, problems)
  const production = e.NODE_ENV === 'production'
  if (production) {
    if (!e.DATABASE_URL) problems.push('DATABASE_URL: missing; the embedded database is not for production')
    if (!e.PUBLIC_BASE_URL) problems.push('PUBLIC_BASE_URL: missing; links in mail need it')
    if (!e.CAPTCHA_SECRET) problems.push('CAPTCHA_SECRET: missing; public forms need it')
    if (!e.LINK_SECRET) problems.push('LINK_SECRET: missing; addresses in mail are signed with it')
    if (!smtp && !e.ALLOW_STAND_INS)
      problems.push('SMTP_URL: missing; the outbox stand-in is refused in production unless ALLOW_STAND_INS=1')
    if (!twilio && !e.TWILIO_ACCOUNT_SID && !e.ALLOW_STAND_INS)
      problems.push(
        'TWILIO_ACCOUNT_SID: missing; the outbox stand-in is refused in production unless ALLOW_STAND_INS=1',
      )
    if (e.GATEWAY_PORT !== undefined && !e.ALLOW_STAND_INS)
      problems.push('GATEWAY_PORT: the gateway for test money is refused in production unless ALLOW_STAND_INS=1')
  }
  if (problems.length) throw new ConfigError(problems)
  return {
    mode: e.NODE_ENV,
    port: e.PORT,
    host: e.HOST,
    publicBaseUrl: e.PUBLIC_BASE_URL,
    database: { url: e.DATABASE_URL, poolSize: e.DATABASE_POOL_SIZE, statementTimeoutSeconds: e.STATEMENT_TIMEOUT },
    responseCacheSize: e.RESPONSE_CACHE_MB * 1024 ** 2,
    filmCacheSize: e.FILM_CACHE_MB * 1024 ** 2,
    requestTimeoutSeconds: e.REQUEST_TIMEOUT,
    sessionReadsPerSecond: e.SESSION_READS_PER_SECOND,
    dataDir: e.DATA_DIR,
    libraryDir: e.LIBRARY_DIR,
    defaultWebSiteId: e.DEFAULT_WEB_SITE_ID,
    seedDemo: e.SEED_DEMO ?? !production,
    trustedProxies: e.TRUSTED_PROXIES.split(',')
      .map((p) => p.trim())
      .filter(Boolean),
    mail: smtp
      ? {
          kind: 'smtp',
          url: e.SMTP_URL!,
          from: e.MAIL_FROM!,
          ...(dkim
            ? {
                dkim: {
                  domainName: e.DKIM_DOMAIN!,
                  keySelector: e.DKIM_SELECTOR!,
                  privateKey: e.DKIM_PRIVATE_KEY!.replaceAll('\\n', '\n'),
                },
              }
            : {}),
        }
      : { kind: 'outbox' },
    bounces: bounces
      ? { port: e.BOUNCE_PORT!, host: e.BOUNCE_HOST ?? e.HOST, domain: e.BOUNCE_DOMAIN!.toLowerCase() }
      : undefined,
    dns: dnsOf(e, production || (smtp && e.NODE_ENV !== 'test')),
    replies: replies ? { domain: e.REPLY_DOMAIN!.toLowerCase(), signingKey: e.REPLY_SIGNING_KEY! } : undefined,
    messages: twilio ?? { kind: 'outbox' },
    // Without accounts and without stand-ins, production takes no payments.
    payments:
      payments ??
      (production && !e.ALLOW_STAND_INS
        ? { kind: 'accounts', accounts: [] }
        : { kind: 'gateway', port: e.GATEWAY_PORT }),
    // Without a list, production offers no membership.
    memberships: members
      ? { kind: 'list', hashes: members }
      : production && !e.ALLOW_STAND_INS
        ? { kind: 'list', hashes: new Set() }
        : { kind: 'demo' },
    privateWebhooks: e.WEBHOOKS_TO_PRIVATE_ADDRESSES,
    storage: s3
      ? {
          kind: 's3',
          bucket: e.S3_BUCKET!,
          region: e.S3_REGION!,
          accessKeyId: e.S3_ACCESS_KEY_ID!,
          secretAccessKey: e.S3_SECRET_ACCESS_KEY!,
          ...(e.S3_ENDPOINT ? { endpoint: e.S3_ENDPOINT } : {}),
        }
      : { kind: 'folder' },
    staticOrigins: e.STATIC_ORIGINS,
    captchaSecret: e.CAPTCHA_SECRET ?? randomBytes(32).toString('hex'),
    // Links of the demo keep working after a restart. This secret is as public as the demo's password.
    linkSecret: e.LINK_SECRET ?? 'secret of the demo only',
    secure: production,
    logLevel: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN,
    ffmpeg: e.FFMPEG_PATH,
    videoDiskReserve: e.VIDEO_DISK_RESERVE_MB * 1024 ** 2,
    devServer: e.CUTAWAY_DEV,
    demo: !production,
  }
}

/** An installation that sends real mail looks up real records; the demo and tests use the stand-in. */
function dnsOf({ DNS_SERVERS: given }: z.infer<typeof Environment>, isReal: boolean): Config['dns'] {
  if (given === undefined) return isReal ? { kind: 'servers', servers: [] } : { kind: 'stand-in' }
  return { kind: 'servers', servers: given === 'system' ? [] : given.split(',').map((server) => server.trim()) }
}

const twilioNames = [
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
  'TWILIO_MESSAGING_SERVICE_SID',
  'TWILIO_API_URL',
] as const

/**
 * Returns the account for text messages. Undefined if no setting is given; undefined with a problem if some are
 * missing.
 */
function readTwilio(e: z.infer<typeof Environment>, problems: string[]) {
  const given = twilioNames.filter((name) => e[name] !== undefined)
  if (given.length === 0) return undefined
  const isSender = e.TWILIO_FROM !== undefined || e.TWILIO_MESSAGING_SERVICE_SID !== undefined
  const missing: string[] = twilioNames.slice(0, 2).filter((name) => e[name] === undefined)
  if (!isSender) missing.push('TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID')
  // Production reports it itself.
  if (!e.PUBLIC_BASE_URL && e.NODE_ENV !== 'production') missing.push('PUBLIC_BASE_URL')
  if (missing.length) {
    problems.push(`${missing.join(', ')}: missing, but text messages need it (${given.join(', ')} is set)`)
    return undefined
  }
  return {
    kind: 'twilio' as const,
    accountSid: e.TWILIO_ACCOUNT_SID!,
    authToken: e.TWILIO_AUTH_TOKEN!,
    from: e.TWILIO_MESSAGING_SERVICE_SID ? { service: e.TWILIO_MESSAGING_SERVICE_SID } : { number: e.TWILIO_FROM! },
    apiUrl: e.TWILIO_API_URL ?? 'https://api.twilio.com',
  }
}

/** Returns the hashed numbers of members. Undefined if no file is named, or with a problem. */
function readMemberFile(e: z.infer<typeof Environment>, problems: string[]): ReadonlySet<string> | undefined {
  if (e.MEMBERSHIP_FILE === undefined) return undefined
  try {
    return readMembers(e.MEMBERSHIP_FILE)
  } catch (error) {
    if (!(error instanceof MembershipFileError)) throw error
    problems.push(`MEMBERSHIP_FILE: ${error.message}`)
    return undefined
  }
}

/** Returns the accounts at payment providers. Undefined if no file is named, or with a problem. */
function readPayments(e: z.infer<typeof Environment>, problems: string[]): Config['payments'] | undefined {
  if (e.PAYMENT_ACCOUNTS_FILE === undefined) return undefined
  if (e.GATEWAY_PORT !== undefined) problems.push('GATEWAY_PORT: PAYMENT_ACCOUNTS_FILE is set, so there is no gateway')
  try {
    return { kind: 'accounts', accounts: readAccounts(e.PAYMENT_ACCOUNTS_FILE) }
  } catch (error) {
    if (!(error instanceof AccountsError)) throw error
    problems.push(...error.problems.map((problem) => `PAYMENT_ACCOUNTS_FILE: ${problem}`))
    return undefined
  }
}

const secret = /URL|KEY|SECRET|TOKEN|ENDPOINT/
const shown = (env: Record<string, string | undefined>, name: PropertyKey | undefined) => {
  const value = env[String(name)]
  return value === undefined
    ? 'nothing'
    : secret.test(String(name)) && !String(name).startsWith('PUBLIC')
      ? 'hidden'
      : JSON.stringify(value)
}
