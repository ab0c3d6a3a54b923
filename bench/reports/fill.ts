import { Client } from 'pg'

/**
 * Events for the benchmark of reports, made by the database: one large business that is measured, and 2000 others, of
 * which few are large and most are small. Every tenth view has a send, a log-in and a view of an embedded film beside it,
 * every twentieth a generated link. All random numbers are the same in every run.
 */

/** Others on the same web site. */
const shops = 2000
const peopleOfShop = 5
const locationsOfLarge = 40
const peopleOfLarge = 400
export const webSiteId = 31

/** Adds the businesses with their places and people. Returns the measured one, which is that of the demo's Elena. */
export async function fillShops(url: string): Promise<number> {
  return withClient(url, async (db) => {
    const { rows } = await db.query<{ id: number }>(
      `select businessentity_id as id from users where web_site_id = $1 and username = 'enterprise'`,
      [webSiteId],
    )
    const large = rows[0]!.id
    await db.query(`
      create table bench_people (shop int, k int, businessentity_id int, class_id int, location_id int, user_id int,
        primary key (shop, k));
      with shops as (
        insert into business_entities (web_site_id, business_name, business_type, max_locations)
        select ${webSiteId}, 'Shop ' || n, 'dealership', 1 from generate_series(1, ${shops}) n returning businessentity_id)
      insert into locations (web_site_id, businessentity_id, businessentity_location_name, country_code)
      select ${webSiteId}, businessentity_id, 'Main', 'US' from shops;
      insert into locations (web_site_id, businessentity_id, businessentity_location_name, country_code)
      select ${webSiteId}, ${large}, 'Branch ' || n, 'US' from generate_series(1, ${locationsOfLarge}) n;
      insert into location_class_locations (web_site_id, location_id, class_id)
      select l.web_site_id, l.location_id, c.class_id
      from (select *, row_number() over (order by location_id) as n from locations
        where businessentity_location_name like 'Branch %') l
      join (select *, row_number() over (order by class_id) - 1 as n, count(*) over () as all from location_classes
        where businessentity_id = ${large} and deleted_at is null) c on c.n = l.n % c.all;
      insert into users (web_site_id, username, password_hash, email, first_name, last_name, user_access_id,
        businessentity_id, location_id)
      select l.web_site_id, 'bench' || l.location_id || '-' || k, '', 'bench' || l.location_id || '-' || k || '@shop.example',
        'Ben', 'Adviser ' || k, 6, l.businessentity_id, l.location_id
      from locations l
      cross join generate_series(1, case when l.businessentity_id = ${large} then ${peopleOfLarge / locationsOfLarge}
        else ${peopleOfShop} end) k
      where l.businessentity_location_name like 'Branch %' or l.businessentity_location_name = 'Main';
      insert into bench_people
      select dense_rank() over (order by (u.businessentity_id <> ${large})::int, u.businessentity_id) - 1,
        row_number() over (partition by u.businessentity_id order by u.user_id) - 1,
        u.businessentity_id, (select min(class_id) from location_class_locations c where c.location_id = u.location_id),
        u.location_id, u.user_id
      from users u where u.username like 'bench%';
      insert into embeds (web_site_id, token, user_id, businessentity_id, of_business, embed_type, part_id, brand_id,
        language_id, follows_visitor, domain_name, width, height, created_at)
      select ${webSiteId}, 'bench' || user_id, user_id, businessentity_id, true, 'single', 'BRKDSC', 1, 50, false,
        'shop' || shop || '.example', '640', '360', now() from bench_people where k < 20;
    `)
    await db.query('analyze')
    return large
  })
}

/** Adds views and what belongs to them; the share `own` of all new rows is of the measured business. */
export async function fillEvents(url: string, { views, own, seed }: { views: number; own: number; seed: number }) {
  await withClient(url.replace('//cutaway:', '//postgres:'), async (db) => {
    // Rows are right by construction: no checks, and indexes are built at the end, which is much faster.
    await db.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set session_replication_role = replica`)
    const { rows: indexes } = await db.query<{ name: string; definition: string }>(
      `
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
      [
        [
          'views',
          'logins',
          'embed_views',
          'links',
          'link_films',
          'link_views',
          'link_answers',
          'sends',
          'send_recipients',
          'deliveries',
        ],
      ],
    )
    for (const { name } of indexes) await db.query(`drop index ${name}`)
    await db.query(`select setseed($1)`, [seed])
    /** Rows in the order of their time, over two years; `at` and the person of each. */
    const events = (count: number) => `
      (select g.n, now() - interval '1 hour' - interval '730 days' * (${count} - g.n + g.e) / ${count} as at, g.c, g.d, p.*
      from (select n, random() as e, random() as c, random() as d,
          case when random() < ${own} then 0 else floor(exp(random() * ln(${shops})))::int end as shop,
          random() as who from generate_series(1, ${count}) n) g
      join bench_people p on p.shop = g.shop
        and p.k = floor(g.who * case when g.shop = 0 then ${peopleOfLarge} else ${peopleOfShop} end)::int) e`
    const part = `(array['BRKDSC','BRKPAD','ENGFST','ENGTMB','TYRWER','SUSDMP','COLCIR','ELECHG'])[1 + floor(e.c * e.c * 8)::int]`
    const next = async (table: string, column: string) =>
      (await db.query<{ n: string }>(`select coalesce(max(${column}), 0) as n from ${table}`)).rows[0]!.n
    await db.query(`
      insert into views (web_site_id, viewed_at, user_id, businessentity_id, location_id, class_id, what, tracktype, part_id,
        video_type, brand_id, language_id, remote_address, day)
      select ${webSiteId}, e.at, e.user_id, e.businessentity_id, e.location_id, coalesce(e.class_id, 0), 'film',
        case when e.d < 0.75 then 'portal' when e.d < 0.85 then 'kiosk' when e.d < 0.95 then 'loop' else 'api' end, ${part},
        'narrated', 1, 50, '198.51.100.7', e.at::date from ${events(views)} on conflict do nothing`)
    await db.query(`
      insert into logins (web_site_id, user_id, at, ip, kind, businessentity_id, location_id, class_id)
      select ${webSiteId}, e.user_id, e.at, '198.51.100.7', case when e.d < 0.8 then 'password' else 'passkey' end,
        e.businessentity_id, e.location_id, coalesce(e.class_id, 0) from ${events(views / 10)}`)
    await db.query(`
      insert into embed_views (web_site_id, embed_id, view_key, part_id, language, viewed_at, host, remote_address,
        businessentity_id, location_id, class_id)
      select ${webSiteId}, m.embed_id, gen_random_uuid(), ${part}, 'en-US', e.at, m.domain_name, '198.51.100.7',
        e.businessentity_id, e.location_id, coalesce(e.class_id, 0)
      from ${events(views / 10)}
      join bench_people o on o.shop = e.shop and o.k = e.k % ${peopleOfShop}
      join embeds m on m.web_site_id = ${webSiteId} and m.token = 'bench' || o.user_id`)

    // Generated links without a send, then a link for each send.
    for (const [count, sent] of [
      [views / 20, false],
      [views / 10, true],
    ] as const) {
      const base = await next('links', 'link_id')
      const kind = sent ? `case when e.d < 0.6 then 'email' else 'sms' end` : `'websitePromotion'`
      await db.query(`create temporary table made as select ${base} + e.n as id, ${kind} as kind, ${part} as part_id, e.*,
        random() as opens from ${events(count)}`)
      await db.query(`
        insert into links (web_site_id, link_id, token, kind, user_id, businessentity_id, location_id, class_id, brand_id,
          driverside, language_id, created_at, expires_at) overriding system value
        select ${webSiteId}, id, 'bench' || id, kind, user_id, businessentity_id, location_id, coalesce(class_id, 0), 1, 'left',
          50, at, at + interval '30 days' from made order by id`)
      await db.query(`
        insert into link_films (web_site_id, link_id, position, part_id)
        select ${webSiteId}, id, 0, part_id from made order by id`)
      await db.query(`
        insert into link_views (web_site_id, link_id, view_key, part_id, language_id, opened_at, first_frame_at, last_at,
          watched_percent)
        select ${webSiteId}, id, gen_random_uuid(), part_id, 50, at, at + interval '2 hours', at + interval '2 hours',
          (opens * 200)::int from made where opens < 0.5 order by id`)
      await db.query(`
        insert into link_answers (web_site_id, link_id, request_key, answer, at)
        select ${webSiteId}, id, gen_random_uuid(), case when opens < 0.1 then 'approve' else 'ask' end,
          at + interval '3 hours' from made where opens < 0.15 order by id`)
      await db.query(`select setval(pg_get_serial_sequence('links', 'link_id'), (select max(link_id) from links))`)
      if (sent) {
        const sends = await next('sends', 'send_id')
        await db.query(`create temporary table mailed as
          select *, ${sends} + n as send_id, gen_random_uuid() as delivery_id from made`)
        await db.query(`
          insert into sends (web_site_id, send_id, request_key, user_id, businessentity_id, location_id, class_id, channel,
            brand_id, language_id, part_ids, message, recipient_count, created_at) overriding system value
          select ${webSiteId}, send_id, gen_random_uuid(), user_id, businessentity_id, location_id, coalesce(class_id, 0),
            kind, 1, 50, array[part_id], '', 1, at from mailed order by send_id`)
        await db.query(`
          insert into deliveries (web_site_id, delivery_id, channel, state, failure, attempts, created_at, sent_at, ended_at)
          select ${webSiteId}, delivery_id, case kind when 'email' then 'mail' else 'text' end,
            case when d < 0.02 then 'failed' else 'sent' end, case when d < 0.02 then 'undelivered' end, 1, at, at, at
          from mailed order by send_id`)
        await db.query(`
          insert into send_recipients (web_site_id, send_id, address, address_key, is_suppressed, link_id, mail_id, message_id,
            created_at)
          select ${webSiteId}, send_id, 'a' || n || '@mailbox.example', 'a' || n || '@mailbox.example', c < 0.02, id,
            case kind when 'email' then delivery_id end, case kind when 'email' then null else delivery_id end, at
          from mailed order by send_id`)
        await db.query(`select setval(pg_get_serial_sequence('sends', 'send_id'), (select max(send_id) from sends))`)
        await db.query('drop table mailed')
      }
      await db.query('drop table made')
    }
    for (const { definition } of indexes) await db.query(definition)
    // As autovacuum does after so many rows.
    await db.query('vacuum (analyze)')
  })
}

export async function withClient<T>(url: string, work: (db: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
