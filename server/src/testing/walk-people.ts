import { contract } from '@cutaway/contract'
import type { Endpoint, Who } from '@cutaway/contract/endpoint.ts'
import { permissions } from '@cutaway/contract/permissions.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { demoPeople } from '../../../demo/people.ts'
import type { Sent } from './examples.ts'
import type { Person, World } from './world.ts'

/** The people of the walk, and the records of the user who is attacked. */

export interface Attacked {
  user_id: number
  /** An id of one of her records for each kind. */
  records: Record<string, number>
}

/** Returns Dana, with one record of everything that calls can name. */
export async function danaWithBelongings(w: World): Promise<Attacked> {
  const dana = await w.loggedIn('advisor')
  const { user_id } = await dana.me()
  const film = { part_id: 'BRKDSC', brand_id: 1, driverside: 'left', lang_id: 50 } as const
  const favourite = await dana.call(contract.favourites.addFavoutites, {
    body: { user_id, brand_id: 1, item: { part_id: 'BRKDSC' } },
  })
  const link = await dana.call(contract.sharing.generateLink, { body: { ...film, generatelink: {} } })
  const address = await dana.call(contract.branding.addUserEmailAddress, {
    body: { user_id, email: 'dana@workshop-of-dana.example' },
  })
  const { banner_id } = await w.database.system
    .insertInto('banners')
    .values({ web_site_id: 31, user_id, picture: `${'a'.repeat(36)}.png`, width: 10, height: 10, is_default: true })
    .returning('banner_id')
    .executeTakeFirstOrThrow()
  await dana.call(contract.sharing.sendEmail, {
    body: {
      brand_id: 1,
      lang_id: 50,
      driverside: 'left',
      request_key: randomUUID(),
      email: {
        toEmail: 'customer@shop.example',
        subject: 'Your brakes',
        emailMessage: 'Have a look',
        selectedList: [{ part_id: 'BRKDSC' }],
      },
    },
  })
  const { rows } = await dana.call(contract.sharing.getSends, {
    params: { json: { user_id, page: 1, size: 1, sort: 'sent_at', descending: true, search: '' } },
  })
  const [customer] = await dana.call(contract.sharing.findCustomers, {
    params: { json: { user_id, search: 'customer@shop' } },
  })
  const text = await dana.call(contract.branding.saveText, {
    body: {
      channel: 'sms',
      title: 'Ready',
      words: [{ language_id: 50, text: 'Your car is ready' }],
      for_business: false,
    },
  })
  const { api_key_id } = await w.database.system
    .insertInto('api_keys')
    .values({
      web_site_id: 31,
      user_id,
      key_hash: 'the hash of a key of Dana',
      prefix: '',
      last4: 'q4ab',
      description: 'Web shop',
      scopes: ['films'],
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    })
    .returning('api_key_id')
    .executeTakeFirstOrThrow()
  const place = await w.database.system
    .selectFrom('users as u')
    .innerJoin('location_class_locations as m', 'm.location_id', 'u.location_id')
    .select(['u.businessentity_id', 'u.location_id', 'm.class_id'])
    .where('u.user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const importOf = async (kind: string) => {
    const { import_id } = await w.database.system
      .insertInto('imports')
      .values({
        web_site_id: 31,
        kind,
        businessentity_id: place.businessentity_id!,
        user_id,
        file_name: 'people.csv',
        encoding: 'UTF-8',
        delimiter: ',',
        sheet: null,
        other_sheets: 0,
        language: 'en-US',
        row_count: 1,
        header: '["User name"]',
        samples: '[["noor.haddad"]]',
        fields: '["username"]',
        replacements: '[]',
        content: null,
        created_at: new Date(),
      })
      .returning('import_id')
      .executeTakeFirstOrThrow()
    return import_id
  }
  const { ip_range_id } = await w.database.system
    .insertInto('ip_ranges')
    .values({
      web_site_id: 31,
      businessentity_id: place.businessentity_id!,
      user_id,
      from_ip: '3405803776',
      to_ip: '3405803777',
      state: 'active',
      asked_at: new Date(),
      asked_by: user_id,
    })
    .returning('ip_range_id')
    .executeTakeFirstOrThrow()
  const { webhook_id } = await w.database.system
    .insertInto('webhooks')
    .values({
      web_site_id: 31,
      user_id,
      businessentity_id: place.businessentity_id,
      url: 'https://hooks.example.com/',
      events: ['link.opened'],
      secret_sealed: '',
      created_at: new Date(),
      last_success_at: null,
      disabled_at: null,
      disabled_because: null,
      deleted_at: null,
    })
    .returning('webhook_id')
    .executeTakeFirstOrThrow()
  const { platform_id } = await w.database.system
    .insertInto('lti_platforms')
    .values({
      web_site_id: 31,
      address_key: 'a'.repeat(20),
      user_id,
      businessentity_id: place.businessentity_id!,
      name: 'School',
      issuer: 'https://lms.example.com',
      client_id: 'portal',
      auth_url: 'https://lms.example.com/auth',
      jwks_url: 'https://lms.example.com/jwks',
      token_url: 'https://lms.example.com/token',
      deployment_ids: ['1'],
      maps_people: false,
      signing_key_sealed: '',
      signing_key_public: '{}',
      platform_keys_at: null,
      created_at: new Date(),
      last_launch_at: null,
      last_problem_at: null,
      deleted_at: null,
    })
    .returning('platform_id')
    .executeTakeFirstOrThrow()
  const { screen_id } = await w.database.system
    .insertInto('screens')
    .values({
      web_site_id: 31,
      businessentity_id: place.businessentity_id!,
      location_id: place.location_id,
      name: 'Waiting room',
      paired_by: user_id,
      paired_at: new Date(),
      playing: null,
      kept: null,
      play: null,
    })
    .returning('screen_id')
    .executeTakeFirstOrThrow()
  const embed = await dana.call(contract.embeds.addIframe, {
    body: {
      web_site_id: 31,
      embed_type: 'single',
      part_id: 'BRKDSC',
      domain_name: 'dana.example',
    },
  })
  const loopItem = await dana.call(contract.signage.addLoopedAnimations, {
    body: { user_id, item: { part_id: 'BRKDSC' }, language_id: 50 },
  })
  return {
    user_id,
    records: {
      loop_item: loopItem.id,
      embed: embed.id,
      ip_range: ip_range_id,
      user_import: await importOf('user_import'),
      location_import: await importOf('location_import'),
      api_key: api_key_id,
      webhook: webhook_id,
      lti_platform: platform_id,
      screen: screen_id,
      business: place.businessentity_id!,
      location: place.location_id!,
      region: place.class_id,
      favourite: favourite.id,
      link: link.link_id,
      sender_address: address.id,
      banner: banner_id,
      recipient: rows[0]!.recipient_id,
      customer: customer!.customer_id,
      saved_text: text.id,
    },
  }
}

/** Returns the demo users whose role lacks the right that a call requires. */
export function peopleWithout(who: Who): string[] {
  if (who.kind === 'level') return demoPeople.filter(({ role }) => role > who.atMost).map(({ username }) => username)
  const rights = who.kind === 'may' ? [who.permission] : who.kind === 'mayAny' ? who.permissions : null
  const lacks = (role: number) =>
    rights !== null &&
    !permissions.some(({ name, roles }) => rights.includes(name) && (roles as readonly number[]).includes(role))
  return demoPeople.filter(({ role }) => lacks(role)).map(({ username }) => username)
}

/** Logs users in once and caches them. A user who lost the session is logged in again. */
export function crowd(w: World) {
  const kept = new Map<string, Promise<Person>>()
  return (username: string, site = 31): Promise<Person> => {
    const key = `${username} ${site}`
    let person = kept.get(key)
    if (!person) {
      person = w.loggedIn(username, { site })
      kept.set(key, person)
    }
    return person
  }
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Makes a call, each time from a different address: the walk does not test rate limits. */
export async function ask(person: Person, e: Pick<Endpoint, 'method' | 'upload'>, { path, body }: Sent) {
  const part = () => Math.floor(Math.random() * 255)
  const isJson = body !== undefined && !e.upload
  const response = await person.request(path, {
    method: e.method,
    headers: {
      'x-forwarded-for': `198.51.${part()}.${part()}`,
      ...(isJson ? { 'content-type': 'application/json' } : {}),
    },
    ...(e.upload ? { body: formOf(body) } : isJson ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, text: await response.text() }
}

function formOf(fields: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields as Record<string, unknown>)) form.append(name, String(value))
  form.append('file', new Blob([png], { type: 'image/png' }), 'picture.png')
  return form
}

/** Tables whose rows change in normal use: sessions move on, and attempts and refusals are recorded. */
const changedByUse = new Set(['sessions', 'login_attempts', 'logins', 'audit_log'])

/** Returns a checksum of the rows of a user, or of a whole web site, in every tenant table. */
export async function checksum(w: World, of: { user_id: number } | { web_site_id: number }): Promise<string> {
  const [column, value] = Object.entries(of)[0] as [string, number]
  const tables = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = ${column}
    order by 1`.execute(w.database.system)
  const names = tables.rows.map(({ name }) => name).filter((name) => !changedByUse.has(name))
  const sums = names.map(
    (name) => sql`select ${sql.lit(name)} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
      from ${sql.table(name)} t where ${sql.ref(column)} = ${value}`,
  )
  const { rows } = await sql`${sql.join(sums, sql` union all `)} order by 1`.execute(w.database.system)
  return JSON.stringify(rows)
}
