import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './core/config.ts'
import { FolderLocked } from './core/db/lock.ts'
import { migrate } from './core/db/migrate.ts'
import { openDatabase } from './core/db/open.ts'
import { DatabaseGone } from './core/http/errors.ts'
import { makeLog } from './core/observability/log.ts'
import { newToken } from './rooms/sessions/create-session.ts'
import { createFirstSite, NotPossible } from './rooms/sites/operator/first-site.ts'

/** `npm run site -- create …`: creates a web site and its first person, also in an empty database. */

const usage = `Usage: npm run site -- create --name "Example Motors" --host films.example.com --email you@example.com

Creates a web site and its first person, a super user, and prints the link with which the person chooses a password.
Called again with the same host name, it changes nothing and prints a new link while there is no password.

  --host          host name of the web site; repeat it for others, the first one is in links
  --email         address of the person, and of the contact form unless --contact-email names another
  --username      user name of the person (super)
  --first-name, --last-name, as invitations and the audit log show the person
  --company       legal name of the company (the name)
  --mark          one to three letters on the logo (initials)
  --colour        brand colour (#1f5fd6)
  --country       two letters (us)
  --currency      USD
  --time-zone     America/New_York
  --driver-side   left or right (left)
  --language      en-US, en-AU, es-ES, fr-FR, he-IL, zh-CN, th-TH; repeat it for others, the first one is the default (en-US)
  --motorcycles   shows films of motorcycles in place of cars
  --contact-email, --contact-phone`

const undo: (() => Promise<void> | void)[] = []
let failure: string | undefined
try {
  const { positionals, values } = readArguments()
  if (positionals.join(' ') !== 'create' || !values.name || !values.host || !values.email) throw new NotPossible(usage)
  const side = values['driver-side']
  if (side !== 'left' && side !== 'right') throw new NotPossible('--driver-side is left or right.')
  const config = readConfig(process.env)
  const database = await openDatabase(config, makeLog({ logLevel: 'silent' }), undo)
  await migrate(database)
  const hosts = values.host
  const asked = {
    name: values.name,
    hosts,
    email: values.email,
    username: values.username.trim() || 'super',
    firstName: values['first-name']?.trim(),
    lastName: values['last-name']?.trim(),
    company: values.company,
    mark: values.mark,
    colour: values.colour,
    country: values.country,
    currency: values.currency,
    timeZone: values['time-zone'],
    driverSide: side,
    languages: values.language,
    motorcycles: values.motorcycles,
    contactEmail: values['contact-email'],
    contactPhone: values['contact-phone'],
  } as const
  const how = { first: config.defaultWebSiteId, token: newToken(), now: new Date() }
  const done = await database.system.transaction().execute((db) => createFirstSite(db, asked, how))
  const of = `web site ${done.web_site_id} (${hosts.join(', ')})`
  say(done.isNewSite ? `Created ${of}.` : `There is already ${of}; it was not changed.`)
  if (done.isNewPerson) say(`Created its super user ${asked.username}.`)
  if (done.token === undefined)
    say(`${asked.username} has a password. Log in, or choose "Forgotten?" on the login page.`)
  else {
    const base = config.secure ? `https://${hosts[0]!}` : `http://${hosts[0]!}:${config.port}`
    say(`\nOpen this link within 7 days to choose the password of ${asked.username}. It works once:\n`)
    say(`${base}/reset_password/${done.token}`)
  }
} catch (error) {
  const isExpected = [NotPossible, ConfigError, FolderLocked, DatabaseGone].some((kind) => error instanceof kind)
  failure = isExpected ? (error as Error).message : `The web site was not created: ${String(error)}`
}
for (const step of undo.toReversed()) await step()
if (failure !== undefined) {
  process.stderr.write(`${failure}\n`)
  process.exit(1)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        host: { type: 'string', multiple: true },
        email: { type: 'string' },
        username: { type: 'string', default: 'super' },
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        company: { type: 'string' },
        mark: { type: 'string' },
        colour: { type: 'string', default: '#1f5fd6' },
        country: { type: 'string', default: 'us' },
        currency: { type: 'string', default: 'USD' },
        'time-zone': { type: 'string', default: 'America/New_York' },
        'driver-side': { type: 'string', default: 'left' },
        language: { type: 'string', multiple: true, default: ['en-US'] },
        motorcycles: { type: 'boolean', default: false },
        'contact-email': { type: 'string' },
        'contact-phone': { type: 'string', default: '' },
      },
    })
  } catch (error) {
    throw new NotPossible(`${(error as Error).message}\n\n${usage}`)
  }
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
