import { currencies } from '@cutaway/contract/administration/web-site-options.ts'
import { WebSiteFields } from '@cutaway/contract/rooms/sites/operator.ts'
import { isEmail } from '@cutaway/contract/addresses.ts'
import { sql } from 'kysely'
import { hashToken } from '../../../core/auth/caller.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import { shippedBrands, shippedLanguages } from '../shipped.ts'
import { countryByCode } from '../countries.ts'
import { nearestReadable } from './colours.ts'
import { insertWebSite, nextWebSiteId } from './save.queries.ts'

/** Creates a web site with its first person, without a console: the first web site of a new database. */

/** A mistake in what was asked for. Its message is for the person at the command line. */
export class NotPossible extends Error {}

export interface FirstSite {
  name: string
  hosts: readonly string[]
  /** Of the first person. */
  email: string
  username: string
  firstName?: string | undefined
  lastName?: string | undefined
  company?: string | undefined
  mark?: string | undefined
  colour: string
  country: string
  currency: string
  timeZone: string
  driverSide: 'left' | 'right'
  /** Tags such as en-US; the first one is the default. */
  languages: readonly string[]
  motorcycles: boolean
  contactEmail?: string | undefined
  contactPhone: string
}

export interface CreatedSite {
  web_site_id: number
  isNewSite: boolean
  isNewPerson: boolean
  /** The token of the link to choose a password; undefined if the person has one. */
  token: string | undefined
}

const superUser = 1
const linkSeconds = 7 * 24 * 3600

/**
 * Creates what is missing: the shipped languages and brands, the web site, its super user, and a link to choose a
 * password. Called again, it changes nothing but the link. The first web site of a database gets the number `first`.
 */
export async function createFirstSite(
  db: Db,
  asked: FirstSite,
  { first, token, now }: { first: number; token: string; now: Date },
): Promise<CreatedSite> {
  await sql`select pg_advisory_xact_lock(hashtextextended('create web site', 0))`.execute(db)
  await db
    .insertInto('languages')
    .values([...shippedLanguages])
    .onConflict((oc) => oc.doNothing())
    .execute()
  await db
    .insertInto('brands')
    .values([...shippedBrands])
    .onConflict((oc) => oc.doNothing())
    .execute()

  const fields = fieldsOf(asked)
  const taken = await db.selectFrom('web_site_hosts').selectAll().where('host', 'in', fields.hosts).execute()
  const existing = new Set(taken.map(({ web_site_id }) => web_site_id))
  if (existing.size > 1) throw new NotPossible(`The host names ${fields.hosts.join(', ')} belong to several web sites.`)
  const [found] = existing
  const id = found ?? (await newId(db, first))
  if (found === undefined) {
    await insertWebSite(db, id, fields, asked.username)
    await sql`select setval('web_site_numbers', greatest(${id}, (select last_value from web_site_numbers)))`.execute(db)
  }

  const person = await findOrAddPerson(db, id, asked, now)
  if (!person.needsPassword)
    return { web_site_id: id, isNewSite: found === undefined, isNewPerson: false, token: undefined }
  // A repeated command replaces the link that was printed before.
  await db
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('web_site_id', '=', id)
    .where('user_id', '=', person.user_id)
    .where('used_at', 'is', null)
    .execute()
  await db
    .insertInto('password_tokens')
    .values({
      web_site_id: id,
      token_hash: hashToken(token),
      user_id: person.user_id,
      expires_at: secondsAfter(now, linkSeconds),
    })
    .execute()
  return { web_site_id: id, isNewSite: found === undefined, isNewPerson: person.isNew, token }
}

async function newId(db: Db, first: number): Promise<number> {
  const any = await db.selectFrom('web_sites').select('web_site_id').limit(1).executeTakeFirst()
  return any ? nextWebSiteId(db) : first
}

/** Checks what was asked with the rules of the console's form; the error has a line for each value that is wrong. */
function fieldsOf(asked: FirstSite): WebSiteFields {
  const problems = new Map<string, string>()
  const languages = asked.languages.flatMap((tag) => {
    const found = shippedLanguages.find(({ language_code }) => language_code.toLowerCase() === tag.toLowerCase())
    if (!found) problems.set('--language', reasons.language_unknown!)
    return found ? [found] : []
  })
  if (!isEmail(asked.email)) problems.set('--email', reasons.email_not_valid!)
  if (!countryByCode(asked.country)) problems.set('--country', reasons.country_unknown!)
  const brand = asked.motorcycles ? 2 : 1
  const parsed = WebSiteFields.safeParse({
    name: asked.name,
    company: asked.company ?? asked.name,
    mark: asked.mark ?? markOf(asked.name),
    logo: '',
    brand_colour: asked.colour,
    country_code_iso: asked.country,
    currency: asked.currency.toUpperCase(),
    time_zone: asked.timeZone,
    driverside: asked.driverSide,
    hosts: [...asked.hosts],
    language_ids: languages.map(({ language_id }) => language_id),
    default_lang_id: languages[0]?.language_id,
    brand_ids: [brand],
    brand_id: brand,
    default_video_type: 'narrated',
    vehicle_layout_view: '',
    contact_email: asked.contactEmail ?? asked.email,
    contact_phone: asked.contactPhone,
    free_trial_label: '',
    free_trail_time: 3600,
    free_trail_limit: 1,
    features: asked.motorcycles ? ['motorcycle_brand'] : [],
    settings: {
      touch_screen_idle: null,
      sample_films: [],
      analytics_id: '',
      au_signup_promo: '',
      subscription_url: '',
      upgrade_decline_url: '',
      number_price: null,
      custom_video_space_mb: null,
      custom_video_file_mb: null,
    },
  })
  for (const { path, message } of parsed.success ? [] : parsed.error.issues) {
    const field = String(path[0] ?? '')
    const option = options[field] ?? field
    // The contact address is the person's unless it is given.
    if (option === '--contact-email' && asked.contactEmail === undefined) continue
    if (!problems.has(option)) problems.set(option, reasonsOf[field] ?? reasons[message] ?? message)
  }
  const colour = asked.colour.trim().toLowerCase()
  const nearest = /^#[0-9a-f]{6}$/.test(colour) ? nearestReadable(colour) : null
  if (nearest !== null)
    problems.set('--colour', `neither white nor dark text is readable on ${colour}; the nearest colour is ${nearest}`)
  if (!parsed.success || problems.size > 0)
    throw new NotPossible([...problems].map(([option, reason]) => `${option}: ${reason}`).join('\n'))
  return parsed.data
}

/** "Northgate Motors" -> "NM". */
const markOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32))
    .join('')
    .trim()
    .toUpperCase()

const options: Readonly<Record<string, string>> = {
  name: '--name',
  company: '--company',
  mark: '--mark',
  brand_colour: '--colour',
  country_code_iso: '--country',
  currency: '--currency',
  time_zone: '--time-zone',
  hosts: '--host',
  language_ids: '--language',
  default_lang_id: '--language',
  contact_email: '--contact-email',
  contact_phone: '--contact-phone',
}
const reasons: Readonly<Record<string, string>> = {
  host_not_valid: 'enter a host name like films.example.com, without https:// and without a path',
  host_missing: 'enter at least one host name',
  brand_colour_not_valid: 'enter a colour like #1f5fd6',
  time_zone_not_valid: 'enter a time zone like America/New_York',
  email_not_valid: 'enter an e-mail address',
  country_unknown: 'enter the two letters of a country, such as us, gb or au',
  language_unknown: `enter one of ${shippedLanguages.map(({ language_code }) => language_code).join(', ')}`,
}
/** Fields whose rule has one reason only. */
const reasonsOf: Readonly<Record<string, string>> = {
  currency: `enter one of ${currencies.join(', ')}`,
  country_code_iso: reasons.country_unknown!,
  name: 'enter a name of 1 to 80 characters',
  company: 'enter a name of 1 to 120 characters',
  mark: 'enter one to three letters',
  contact_phone: 'enter at most 40 characters',
}

async function findOrAddPerson(db: Db, id: number, asked: FirstSite, now: Date) {
  const { username, email, firstName = '', lastName = '' } = asked
  const person = await db
    .selectFrom('users')
    .select(['user_id', 'user_access_id', 'password_hash'])
    .where('web_site_id', '=', id)
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (person) {
    if (person.user_access_id !== superUser)
      throw new NotPossible(`${username} is already a user of web site ${id} and not a super user (--username).`)
    return { user_id: person.user_id, needsPassword: person.password_hash === '', isNew: false }
  }
  const { user_id } = await db
    .insertInto('users')
    .values({
      web_site_id: id,
      username,
      password_hash: '',
      email,
      first_name: firstName,
      last_name: lastName,
      user_access_id: superUser,
      businessentity_id: null,
      location_id: null,
      default_video_type: null,
      terms_accepted_date: null,
      language_id: null,
      permissions: null,
      invited_at: null,
      deleted_at: null,
      created_at: now,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return { user_id, needsPassword: true, isNew: true }
}
