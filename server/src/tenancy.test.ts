import { sql } from 'kysely'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationRole, type Database, type Db } from './core/db/database.ts'
import { testDatabase } from './testing/database.ts'

/**
 * Web sites are isolated from each other. Queries name the web site themselves. Row-level security is the safety net
 * for a query that forgets to.
 *
 * Guaranteed: a query of any shape that runs in a request's transaction reaches only rows of that request's site. Not
 * guaranteed: an attacker who can run arbitrary SQL in such a transaction can change the setting that the policy reads
 * (the last test shows it). Bound parameters everywhere prevent that.
 */

let database: Database
let remove: () => Promise<void>
const here = 31
const there = 44

beforeAll(async () => {
  ;({ database, remove } = await testDatabase())
})
afterAll(() => remove())

/**
 * Tables that all sites share: two lists of the product, the request counts by address, and the used proofs. Requests
 * have no rights on the last two.
 */
const sharedTables = [
  'address_attempts',
  'address_blocks',
  'backups',
  'brands',
  'demo_clock',
  'languages',
  'nodes',
  'payment_comparisons',
  'provider_events',
  'rate_limits',
  'used_proofs',
]

/** Shared tables that only the owner's role reads and writes: they are about the installation. */
const ownersTables = new Set(['backups', 'demo_clock', 'nodes', 'payment_comparisons', 'provider_events'])

/** Shared tables that requests write: login attempts of addresses, without the user and the web site. */
const sharedCounts = new Set(['address_attempts', 'address_blocks'])

/** Tables whose rows can be inserted and read, but not changed. */
const appendOnly = new Set([
  'audit_log',
  'bank_transfers',
  'invoice_lines',
  'invoices',
  'ledger_postings',
  'message_credit_entries',
  'sms_alerts',
])

/** Indexes that do not begin with the web site, with the reason. */
const globalIndexes: Record<string, string> = {
  web_site_hosts_host_key: 'a host name leads to one site in the whole installation',
  business_entities_businessentity_id_key: 'ids are numbered through all sites',
  location_classes_class_id_key: 'ids are numbered through all sites',
  locations_location_id_key: 'ids are numbered through all sites',
  users_user_id_key: 'ids are numbered through all sites',
  third_party_logins_by_end: 'the clean-up looks for ended tokens of all sites',
  login_tickets_by_end: 'the clean-up looks for ended tickets of all sites',
  lti_logins_by_end: 'the clean-up looks for ended log-ins of platforms on all sites',
  lti_choices_by_end: 'the clean-up looks for ended choices of all sites',
  sessions_by_end: 'the clean-up looks for ended sessions of all sites',
  report_schedules_due: 'the job looks for due schedules of all sites',
  report_letters_waiting: 'the job looks for letters of all sites whose own job was lost',
  mails_waiting: 'the version before looks for waiting mails of all sites',
  messages_waiting: 'the version before looks for waiting text messages of all sites',
  mails_not_moved: 'mails of the version before are moved on all sites',
  messages_not_moved: 'text messages of the version before are moved on all sites',
  payment_attempts_by_account: 'the daily comparison reads an account, which several sites share',
  payment_attempts_due: 'the sweeper looks for payments of all sites about which the provider has to be asked',
  payments_undelivered: 'the sweeper looks for payments of all sites that are paid but not delivered',
  payments_waiting: 'the sweeper looks for payments of all sites that nobody finishes',
  refunds_due: 'the sweeper looks for refunds of all sites that are not settled',
  deliveries_due: 'the sweeper looks for overdue deliveries of all sites',
  deliveries_by_reference: 'the carrier’s names are unique in the whole installation',
  messages_by_recipient: 'a number that many sites send from gets an answer: who wrote to that person?',
  messages_by_provider: 'of the version before: the provider’s names are unique in the whole installation',
  billing_plans_billing_plan_id_key: 'ids are numbered through all sites',
  registrations_by_end: 'the job that expires drafts looks through all sites',
  one_time_codes_by_end: 'the clean-up looks for old codes of all sites',
  billing_page_tokens_by_end: 'the clean-up looks for old tokens of all sites',
  reactivations_by_end: 'the clean-up looks for old checks of all sites',
  attempt_marks_by_time: 'the clean-up looks for old marks of all sites',
  message_numbers_in_use: 'a number belongs to one site in the whole installation',
  phone_numbers_one_owner: 'a number has one owner in the whole installation',
  phone_numbers_unsettled: 'the sweeper looks for numbers of all sites that wait for the provider',
}

const inspect = async <R>(query: ReturnType<typeof sql<R>>): Promise<R[]> => (await query.execute(database.system)).rows

/** Tables of the product. The migration tables have no web site and are not accessible to requests. */
const productTables = sql`select c.oid, c.relname as name, c.relrowsecurity,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'web_site_id' and not a.attisdropped) as of_site
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'`

describe('the schema', () => {
  test('every table belongs to web sites, except for the few shared ones', async () => {
    const rows = await inspect(
      sql<{ name: string }>`select name from (${productTables}) t where not of_site order by 1`,
    )
    expect(rows.map((r) => r.name)).toEqual(sharedTables)
  })

  test('every tenant table is under row-level security with the one policy', async () => {
    const rows = await inspect(sql<{ name: string; secured: boolean; policies: object[] }>`
      select name, relrowsecurity as secured,
        (select coalesce(json_agg(json_build_object('name', polname, 'command', polcmd, 'permissive', polpermissive,
            'everybody', polroles = '{0}', 'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid))), '[]')
          from pg_policy where polrelid = t.oid) as policies
      from (${productTables}) t where of_site order by 1`)
    expect(rows.length).toBeGreaterThan(15)
    const same = `(web_site_id = (NULLIF(current_setting('app.web_site_id'::text, true), ''::text))::integer)`
    const policy = { name: 'tenant', command: '*', permissive: true, everybody: true, using: same, check: same }
    for (const { name, secured, policies } of rows)
      expect({ name, secured, policies }).toEqual({ name, secured: true, policies: [policy] })
  })

  test('the web site comes first in every primary key and every index, except for listed ones', async () => {
    const rows = await inspect(sql<{ index: string; primary: boolean; first: string | null }>`
      select i.indexrelid::regclass::text as index, i.indisprimary as primary,
        (select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0] and i.indkey[0] > 0) as first
      from (${productTables}) t join pg_index i on i.indrelid = t.oid where of_site order by 1`)
    const others = rows.filter((r) => r.first !== 'web_site_id')
    expect(others.filter((r) => r.primary)).toEqual([])
    expect(others.map((r) => r.index).toSorted()).toEqual(Object.keys(globalIndexes).toSorted())
  })

  test('every tenant table has a primary key, and its column is not nullable', async () => {
    const rows = await inspect(sql<{ name: string }>`
      select name from (${productTables}) t where of_site and (
        not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)
        or exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'web_site_id' and not a.attnotnull))`)
    expect(rows).toEqual([])
  })

  test('a row references only rows of its own web site', async () => {
    const rows = await inspect(sql<{ constraint: string }>`
      select f.conrelid::regclass || '.' || f.conname as constraint
      from pg_constraint f join (${productTables}) t on t.oid = f.confrelid
      where f.contype = 'f' and t.of_site and not exists (
        select from unnest(f.conkey) with ordinality k(own, n) join unnest(f.confkey) with ordinality r(other, n) using (n)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own and a.attname = 'web_site_id'
        join pg_attribute b on b.attrelid = f.confrelid and b.attnum = r.other and b.attname = 'web_site_id')`)
    expect(rows).toEqual([])
  })

  test('views and functions do not bypass it', async () => {
    // A view runs with its owner's rights by default, and the owner sees every site.
    const views = await inspect(sql<{ name: string }>`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and (c.relkind = 'm'
        or c.relkind = 'v' and not coalesce(c.reloptions, '{}') @> '{security_invoker=true}')`)
    expect(views).toEqual([])
    const functions = await inspect(sql<{ name: string }>`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`)
    expect(functions).toEqual([])
  })
})

describe('the application role', () => {
  test('has no privileges of its own, owns nothing and is a member of nothing', async () => {
    const [role] = await inspect(sql<Record<string, boolean>>`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication,
        exists (select from pg_class where relowner = r.oid) as owns,
        exists (select from pg_auth_members where member = r.oid) as is_member
      from pg_roles r where rolname = ${applicationRole}`)
    expect(new Set(Object.values(role!))).toEqual(new Set([false]))
  })

  test('may read and write rows, but neither truncate nor alter a table', async () => {
    const rows = await inspect(sql<{ name: string; granted: string[] }>`
      select t.name, array_agg(distinct p.privilege_type::text order by p.privilege_type::text) as granted
      from (${productTables}) t join information_schema.role_table_grants p
        on p.table_schema = 'public' and p.table_name = t.name and p.grantee in (${applicationRole}, 'PUBLIC')
      group by 1 order by 1`)
    for (const { name, granted } of rows) {
      const ofSites = appendOnly.has(name) ? ['INSERT', 'SELECT'] : ['DELETE', 'INSERT', 'SELECT', 'UPDATE']
      const shared = ownersTables.has(name) ? [] : ['SELECT']
      const expected = sharedTables.includes(name) && !sharedCounts.has(name) ? shared : ofSites
      expect({ name, granted }).toEqual({ name, granted: expected })
    }
  })

  test('is the role that a request runs as', async () => {
    const [row] = await database.inTenant(
      here,
      async (db) => (await sql<{ role: string }>`select current_user as role`.execute(db)).rows,
    )
    expect(row!.role).toBe(applicationRole)
  })
})

describe('a request of one site that accesses another', () => {
  const inHere = <T>(work: (db: Db) => Promise<T>) => database.inTenant(here, work)
  const namesOf = (site: number) =>
    database.system
      .selectFrom('users')
      .select(['user_id', 'first_name'])
      .where('web_site_id', '=', site)
      .orderBy('user_id')
      .execute()

  test('sees none of its rows, by any kind of query', async () => {
    expect(
      await inHere((db) => db.selectFrom('users').select('user_id').where('web_site_id', '=', there).execute()),
    ).toEqual([])
    const seen = await inHere((db) => db.selectFrom('users').select('web_site_id').distinct().execute())
    expect(seen).toEqual([{ web_site_id: here }])
    const sites = await inHere((db) => db.selectFrom('web_sites').select('web_site_id').execute())
    expect(sites).toEqual([{ web_site_id: here }])
    const joined = await inHere((db) =>
      sql`select u.user_id from users u right join business_entities b on true where b.web_site_id = ${there}`.execute(
        db,
      ),
    )
    expect(joined.rows).toEqual([])
  })

  test('changes none of its rows', async () => {
    const before = await namesOf(there)
    const changed = await inHere((db) =>
      db.updateTable('users').set({ first_name: 'Mallory' }).where('web_site_id', '=', there).executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(0n)
    const deleted = await inHere((db) =>
      db.deleteFrom('web_site_hosts').where('web_site_id', '=', there).executeTakeFirst(),
    )
    expect(deleted.numDeletedRows).toBe(0n)
    expect(await namesOf(there)).toEqual(before)
  })

  test('inserts no row there, and moves none of its own there', async () => {
    const insert = inHere((db) =>
      db
        .insertInto('login_blocks')
        .values({ web_site_id: there, kind: 'user', subject: 'x', until: new Date() })
        .execute(),
    )
    await expect(insert).rejects.toThrow(/row-level security/)
    const move = inHere((db) => db.updateTable('web_site_features').set({ web_site_id: there }).execute())
    await expect(move).rejects.toThrow(/row-level security/)
    // A conflict with an invisible row must not turn into an update of it.
    const [host] = await database.system
      .selectFrom('web_site_hosts')
      .selectAll()
      .where('web_site_id', '=', there)
      .execute()
    const takeOver = inHere((db) =>
      db
        .insertInto('web_site_hosts')
        .values({ web_site_id: here, host: host!.host, is_primary: true })
        .onConflict((oc) => oc.column('host').doUpdateSet({ web_site_id: here }))
        .execute(),
    )
    await expect(takeOver).rejects.toThrow(/row-level security/)
  })

  test('does not change shared tables', async () => {
    await expect(inHere((db) => db.updateTable('languages').set({ name: 'x' }).execute())).rejects.toThrow(
      /permission denied/,
    )
  })

  test('cannot become the owner of the tables or disable row-level security', async () => {
    const attempts = [
      'alter table users disable row level security',
      'drop policy tenant on users',
      'truncate users',
      'create table mine (id int)',
      'select * from kysely_migration',
      `copy users to '/tmp/users.csv'`,
    ]
    for (const attempt of attempts)
      await expect(
        inHere((db) => sql.raw(attempt).execute(db)),
        attempt,
      ).rejects.toThrow(/must be (owner|superuser)|permission denied/)
  })
})

test('sees and writes nothing without a web site in the setting', async () => {
  const asNobody = <T>(setting: string, work: (db: Db) => Promise<T>) =>
    database.system.transaction().execute(async (db) => {
      await sql.raw(`set local role ${applicationRole}`).execute(db)
      if (setting) await sql.raw(setting).execute(db)
      return work(db)
    })
  for (const setting of ['', `set local app.web_site_id = ''`]) {
    expect(await asNobody(setting, (db) => db.selectFrom('users').selectAll().execute())).toEqual([])
    const write = asNobody(setting, (db) =>
      db.insertInto('web_site_features').values({ web_site_id: here, feature: 'x' }).execute(),
    )
    await expect(write).rejects.toThrow(/row-level security/)
  }
})

test('ends the setting with the transaction: the next one on the same connection has its own', async () => {
  const siteOf = (site: number) =>
    database.inTenant(site, (db) => db.selectFrom('web_sites').select('web_site_id').execute())
  for (let n = 0; n < 10; n += 1) {
    expect(await siteOf(here)).toEqual([{ web_site_id: here }])
    expect(await siteOf(there)).toEqual([{ web_site_id: there }])
  }
  await expect(database.inTenant(here, () => Promise.reject(new Error('halfway')))).rejects.toThrow('halfway')
  const left = await sql<{ role: string; site: string | null }>`
    select current_user as role, nullif(current_setting('app.web_site_id', true), '') as site`.execute(database.system)
  expect(left.rows[0]).toMatchObject({ site: null })
  expect(left.rows[0]!.role).not.toBe(applicationRole)
})

test('an invalid web site id never becomes part of SQL', () => {
  for (const id of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, `31'; set role postgres; --` as unknown as number])
    expect(() => database.tenant(id)).toThrow(/invalid web site id/)
})

test('the limit of the policy: SQL chosen by an attacker can select another site itself', async () => {
  // PostgreSQL does not prevent a role from changing such a setting, nor from `reset role`. So the policy protects
  // against our own queries that forget the site, not against injected SQL. No query is built from text of a request.
  const seen = await database.inTenant(here, async (db) => {
    await sql`select set_config('app.web_site_id', ${String(there)}, true)`.execute(db)
    return db.selectFrom('web_sites').select('web_site_id').execute()
  })
  expect(seen).toEqual([{ web_site_id: there }])
})

describe('the source', () => {
  const folder = import.meta.dirname
  const sources = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts') && !/(^|[/])testing\b/.test(file.replaceAll('\\', '/')))
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(folder, file), 'utf8') }))

  /** The files that use the owner's access, and the reason. */
  const systemFiles: Record<string, string> = {
    'core/db/database.ts': 'makes the door',
    'core/db/migrate.ts': 'changes the schema',
    'core/backup/backup.ts': 'copies every site',
    'core/backup/restore.ts': 'writes every site',
    'core/tenancy.ts': 'reads the sites themselves',
    'core/http/rate-limits.ts': 'deletes counts that have ended',
    'core/import/jobs.ts': 'deletes old imports of all sites',
    'rooms/conversations/support/support.ts': 'searches the web sites that an operator manages, and no others',
    'rooms/conversations/support/support.queries.ts': 'searches the web sites that an operator manages, and no others',
    'rooms/customvideos/jobs.ts': 'looks for uploads of all sites that nobody continues',
    'rooms/reports/cancel.ts': 'ends the query of a report for which the browser no longer waits',
    'rooms/reports/schedules/jobs.ts': 'looks for reports of all sites that are due',
    'rooms/reports/schedules/system.queries.ts': 'looks for reports of all sites that are due',
    'rooms/sessions/blocks/blocks.ts': 'lists the blocks of the web sites that an operator manages',
    'rooms/sessions/blocks/blocks.queries.ts': 'lists the blocks of the web sites that an operator manages',
    'rooms/sites/health/checks.ts': 'looks up the hosts and mail keys of all sites',
    'rooms/sites/health/health.ts': 'describes the installation to the super user',
    'rooms/sites/health/health.queries.ts': 'describes the installation to the super user',
    'rooms/sites/health/heartbeat.ts': 'marks the node as running',
    'rooms/sites/inbox/inbox.ts': 'lists feedback and errors of the web sites that an operator manages',
    'rooms/sites/inbox/inbox.queries.ts': 'lists feedback and errors of the web sites that an operator manages',
    'core/http/used-proofs.ts': 'deletes proofs that have expired',
    'rooms/branding/senders/domains.ts': 'looks up the domains of sender addresses of all sites every night',
    'rooms/branding/sent-pictures.ts': 'deletes pictures of all sites that no mail of the last year shows',
    'rooms/signup/education/applications.queries.ts':
      'lists the applications on the web sites that an operator manages',
    'rooms/signup/education/education.ts': 'lists the applications on the web sites that an operator manages',
    'rooms/signup/registration/registration.queries.ts': 'expires drafts of all sites',
    'rooms/signup/sellers/sellers.ts': 'compares the prefix of invoices with those of all sites',
    'rooms/signup/sellers/sellers.queries.ts': 'compares the prefix of invoices with those of all sites',
    'rooms/signup/jobs.ts': 'clears away codes and marks of all sites',
    'rooms/signup/codes/codes.queries.ts': 'clears away codes and marks of all sites',
    'rooms/sites/operator/operator.ts': 'lists the web sites that an operator manages, and no others',
    'rooms/sites/operator/distributors.queries.ts': 'lists the distributors of the installation, for the super user',
    'rooms/sites/operator/web-sites.queries.ts': 'lists the web sites that an operator manages, and no others',
    'rooms/organisation/ip-ranges/ip-ranges.ts': 'lists the ranges of the web sites that an operator manages',
    'rooms/organisation/ip-ranges/asked.queries.ts': 'lists the ranges of the web sites that an operator manages',
    'rooms/sites/operator/host-checks.ts': 'checks the hosts of all sites',
    'rooms/sites/operator/host-checks.queries.ts': 'checks the hosts of all sites',
    'rooms/organisation/operator/businesses.ts': 'lists the businesses of the web sites that an operator manages',
    'rooms/organisation/operator/businesses.queries.ts':
      'lists the businesses of the web sites that an operator manages',
    'rooms/billing/desk/desk.ts': 'lists payments and invoices of the web sites that an operator manages',
    'rooms/billing/desk/desk.queries.ts': 'lists payments and invoices of the web sites that an operator manages',
    'rooms/billing/hooks.ts': 'stores events of providers, which name their web site only through a reference',
    'rooms/billing/saga/compare.ts':
      'compares a payment account, which several sites share, with the payments of all of them',
    'rooms/billing/saga/jobs.ts': 'looks for payments of all sites that have to be asked about, delivered or given up',
    'rooms/billing/life/sweep.ts': 'looks for subscriptions of all sites whose day has come',
    'rooms/billing/life/subscriptions.queries.ts': 'looks for subscriptions of all sites whose day has come',
    'rooms/billing/life/notices.ts': 'looks for subscriptions of all sites of which people are reminded',
    'rooms/billing/life/jobs.ts': 'clears away page tokens of all sites',
    'rooms/billing/life/pages/page-tokens.ts': 'clears away page tokens of all sites',
    'rooms/billing/life/pages/demo-clock.ts': 'lets days pass for all sites of the demo',
    'rooms/messaging/carrier-hooks.ts': 'finds the sites whose message a person answers',
    'rooms/integrations/webhooks/worker.ts': 'deletes old events of all sites',
    'rooms/embeds/page/jobs.ts': 'clears old addresses of all sites',
    'rooms/integrations/lti/route.ts': 'deletes ended log-ins of all sites',
    'rooms/integrations/lti/lti.queries.ts': 'deletes ended log-ins of all sites',
    'rooms/messaging/outbox.ts': 'looks for overdue deliveries of all sites',
    'rooms/messaging/version-before.ts': 'moves rows of the version before on all sites',
    'rooms/billing/life/pages/kept-clock.ts': 'reads how far the clock of the demo is ahead, for all sites',
    'rooms/telephony/bundles/recharge.ts': 'looks for the sites whose text messages are warned about or recharged',
    'rooms/telephony/carriers/carriers.ts': 'lists the registrations on the web sites that an operator manages',
    'rooms/telephony/carriers/carriers.queries.ts': 'lists the registrations on the web sites that an operator manages',
    'rooms/telephony/numbers/numbers.ts': 'asks before a charge whether any web site has the number already',
    'rooms/telephony/numbers/voice.ts': 'finds the site whose number is called',
    'rooms/telephony/numbers/work.ts': 'looks for numbers of all sites that wait for the provider or are unpaid',
    'rooms/signage/screens/watch.ts': 'looks for dark screens of all sites, and clears away old plays',
    'site.ts': 'creates the first web site of a database',
    'start.ts': 'ends the leases of a dead process on all sites',
    'rooms/sessions/jobs.ts': 'clears away what has ended on all sites',
    'rooms/sessions/jobs.queries.ts': 'clears away what has ended on all sites',
  }
  /** The files that take a connection from the engine itself, which also has the owner's access. */
  const engineFiles: Record<string, string> = {
    'core/http/rate-limits.ts': 'counts requests before their site is known',
    'core/http/used-proofs.ts': 'claims proofs that count once in the whole installation',
    'core/db/engine.ts': 'says what an engine is',
    'core/db/engine.embedded.ts': 'is one',
    'core/db/engine.server.ts': 'is one',
    'core/db/database.ts': 'puts both doors on it',
    'core/auth/caller.ts': 'finds sessions of many sites in one query, each with its site',
    'core/auth/api-keys.ts': 'finds the key of a request with its owner, in one query with its site',
    'core/auth/page-tokens.ts': 'finds the page of a request with the owner of its key, in one query with its site',
    'core/db/keyed-read.ts': 'reads rows of many sites in one query, and checks the site of each',
    'core/observability/health.ts': 'asks whether the database answers',
    'core/jobs/jobs.ts': 'prepares the queue of jobs',
    'core/jobs/jobs.sql.ts': 'the queue of jobs',
  }

  test('only listed files see every site', () => {
    const door = /\bdatabase\.system\b|\{[^{}]*\bsystem\b[^{}]*\}(?:: Database\b| = [\w.]*database\b)|\bsystem: Db\b/
    const found = sources.filter(({ text }) => door.test(withoutComments(text)))
    expect(found.map((s) => s.file).toSorted()).toEqual(Object.keys(systemFiles).toSorted())
  })

  test('only listed files take a connection from the engine', () => {
    const found = sources.filter(({ text }) =>
      /\bengine\.connect\(|\bconnect\(lane|connect\(lane:/.test(withoutComments(text)),
    )
    expect(found.map((s) => s.file).toSorted()).toEqual(Object.keys(engineFiles).toSorted())
  })

  test('raw SQL is never built from variables', () => {
    const found = sources.flatMap(({ file, text }) =>
      [...withoutComments(text).matchAll(/sql\.raw\((?!['`][^$]*['`]\))[^\n]*/g)].map((m) => `${file}: ${m[0]}`),
    )
    // Names of types, settings and numbers of our own; nothing from a request.
    expect(found.map((f) => f.split(':')[0]).filter((f) => !f!.startsWith('core/backup'))).toEqual([])
  })
})

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
