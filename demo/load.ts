import { hash } from '@node-rs/argon2'
import type { Database, Db } from '@cutaway/server/src/core/db/database.ts'
import { updateStatistics } from '@cutaway/server/src/core/db/statistics.ts'
import { readConfig } from '@cutaway/server/src/core/config.ts'
import { insertNews } from '@cutaway/server/src/rooms/catalogue/home/home.queries.ts'
import { sql } from 'kysely'
import { demoCustomVideos, demoHomepageSystems, demoNews } from './home.ts'
import { demoHours, demoLocations, demoPassword, demoPeople, demoRegions } from './people.ts'
import { insertDemoCustomers } from './conversations.ts'
import { insertDemoHistory } from './history.ts'
import { insertDemoPageTexts } from './page-texts.ts'
import { insertDemoPlans } from './plans.ts'
import { insertDemoSends } from './sharing.ts'
import { insertDemoLoops } from './signage.ts'
import { insertDemoSubscriptions } from './subscriptions.ts'
import { insertDemoTextAccounts } from './telephony.ts'
import { insertDemoTraffic } from './traffic.ts'
import { demoBrands, demoLanguages, demoSites, type DemoSite } from './sites.ts'

/**
 * Fills a new database with the demo data: sites, two businesses on each, regions, locations and people. Runs in one
 * transaction, so that an interrupted start leaves nothing behind and the next start repeats it. Does nothing if web
 * sites exist. `linkSecret` is that of the configuration, which seals the names of customers.
 */
export async function loadDemo(database: Database, linkSecret = readConfig({}).linkSecret): Promise<boolean> {
  const { system } = database
  if (await isFilled(system)) return false
  // Uses one hash for all people: they share one public password, and a thousand hashes would take half a minute.
  const passwordHash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

  return system.transaction().execute(async (db) => {
    // Nodes that start together on a new database wait here; the first one fills it.
    await sql`select pg_advisory_xact_lock(hashtextextended('cutaway demo world', 0))`.execute(db)
    if (await isFilled(db)) return false
    await db
      .insertInto('languages')
      .values([...demoLanguages])
      .execute()
    await db
      .insertInto('brands')
      .values([...demoBrands])
      .execute()
    await db.insertInto('web_sites').values(demoSites.map(siteRow)).execute()
    await db
      .insertInto('web_site_hosts')
      .values(demoSites.flatMap((s) => hostsOf(s).map((host, i) => ({ web_site_id: s.id, host, is_primary: i === 0 }))))
      .execute()
    await db
      .insertInto('web_site_features')
      .values(demoSites.flatMap((s) => s.features.map((feature) => ({ web_site_id: s.id, feature }))))
      .execute()
    await db
      .insertInto('web_site_languages')
      .values(
        demoSites.flatMap((s) =>
          s.languages.map((language_id, position) => ({ web_site_id: s.id, language_id, position })),
        ),
      )
      .execute()
    await db
      .insertInto('web_site_brands')
      .values(
        demoSites.flatMap((s) => brandsOf(s).map((brand_id, position) => ({ web_site_id: s.id, brand_id, position }))),
      )
      .execute()

    const shortLived = demoSites.filter((s) => s.features.includes('link_expiry_7_days'))
    await db
      .insertInto('link_expiries')
      .values(
        shortLived.flatMap((s) =>
          ['email', 'sms', 'mms', 'websitePromotion', 'pdf'].map((kind) => ({ web_site_id: s.id, kind, days: 7 })),
        ),
      )
      .execute()

    await insertDemoPlans(db, demoSites)

    const businesses = demoSites.flatMap((s) => [1, 2].map((n) => ({ site: s, n })))
    const entities = await db
      .insertInto('business_entities')
      .values(
        businesses.map(({ site, n }) => ({
          web_site_id: site.id,
          business_name: n === 1 ? site.name : `${site.name} West`,
          business_type: site.id === 142 ? 'school' : 'dealership',
          is_show_business_name: 1,
          subscription_status: 'active' as const,
          max_locations: 10,
          embed_limit: 10,
          embed_limit_of_user: 5,
        })),
      )
      .returning('businessentity_id')
      .execute()
    const withEntity = businesses.map((b, i) => ({ ...b, entity: entities[i]!.businessentity_id }))

    const classes = await db
      .insertInto('location_classes')
      .values(
        withEntity.flatMap((b) =>
          demoRegions.map((class_name) => ({ web_site_id: b.site.id, businessentity_id: b.entity, class_name })),
        ),
      )
      .returning('class_id')
      .execute()
    const locations = await db
      .insertInto('locations')
      .values(
        withEntity.flatMap((b) =>
          demoLocations.map((l, i) => ({
            web_site_id: b.site.id,
            businessentity_id: b.entity,
            businessentity_location_name: l.name,
            country_code: b.site.country,
            street1: l.street,
            city: l.city,
            // Elsewhere, letters do not carry the code of an American state.
            state: b.site.country === 'US' ? l.state : '',
            zip: l.zip,
            phone: `+1 503 555 01${b.n}${i}`,
            store_number: `S${b.site.id}${b.n}${i}`,
          })),
        ),
      )
      .returning('location_id')
      .execute()
    await db
      .insertInto('automatic_answers')
      .values(
        locations.map(({ location_id }, i) => ({
          web_site_id: withEntity[Math.floor(i / demoLocations.length)]!.site.id,
          location_id,
          is_on: false,
          after_minutes: 30,
          hours: JSON.stringify(demoHours),
        })),
      )
      .execute()
    const places = withEntity.map((b, i) => ({
      ...b,
      classIds: classes.slice(i * demoRegions.length, (i + 1) * demoRegions.length).map((c) => c.class_id),
      locationIds: locations.slice(i * demoLocations.length, (i + 1) * demoLocations.length).map((l) => l.location_id),
    }))
    await db
      .insertInto('location_class_locations')
      .values(
        places.flatMap((p) =>
          p.locationIds.map((location_id, i) => ({
            web_site_id: p.site.id,
            location_id,
            class_id: p.classIds[Math.floor(i / 2)]!,
          })),
        ),
      )
      .execute()

    const people = places.flatMap((p) => demoPeople.map((person) => ({ ...p, person })))
    const users = await db
      .insertInto('users')
      .values(
        people.map(({ site, n, entity, locationIds, person }) => ({
          web_site_id: site.id,
          username: n === 1 ? person.username : `${person.username}${n}`,
          password_hash: passwordHash,
          email: `${person.username}${n === 1 ? '' : n}@site${site.id}.example`,
          first_name: person.first,
          last_name: person.last,
          user_access_id: person.role,
          is_employee: person.isEmployee ?? 0,
          businessentity_id: entity,
          location_id: person.location === undefined ? null : locationIds[person.location]!,
          is_first_time_login: site.features.includes('first_login_help_video') ? 1 : 0,
          terms_accepted_date: site.features.includes('force_terms_acceptance')
            ? null
            : new Date('2026-01-05T09:00:00Z'),
        })),
      )
      .returning('user_id')
      .execute()
    // The distributor of the first web site manages a second one.
    await db
      .insertInto('distributor_sites')
      .values(
        people.flatMap(({ site, person, n }, i) =>
          site.id === 31 && person.role === 2 && n === 1
            ? [{ web_site_id: site.id, user_id: users[i]!.user_id, distributed_site_id: 33 }]
            : [],
        ),
      )
      .execute()
    await db
      .insertInto('user_location_classes')
      .values(
        people.flatMap(({ site, classIds, person }, i) =>
          person.role === 4 ? [{ web_site_id: site.id, user_id: users[i]!.user_id, class_id: classIds[0]! }] : [],
        ),
      )
      .execute()

    await db
      .insertInto('homepage_systems')
      .values(
        demoSites.flatMap((site) =>
          demoHomepageSystems(site).map((system_id, i) => ({ web_site_id: site.id, system_id, sequence_no: i + 1 })),
        ),
      )
      .execute()
    const now = new Date()
    await insertNews(
      db,
      demoSites.flatMap((site) => demoNews(site, now)),
    )
    const enterprise = new Map(
      people.flatMap(({ site, n, person }, i) =>
        n === 1 && person.username === 'enterprise' ? [[site.id, users[i]!.user_id]] : [],
      ),
    )
    await db
      .insertInto('custom_videos')
      .values(
        places
          .filter(({ n }) => n === 1)
          .flatMap(({ site, entity }) =>
            demoCustomVideos(site, entity).map((video) => ({ ...video, user_id: enterprise.get(site.id) ?? null })),
          ),
      )
      .execute()
    const senders = people.flatMap(({ site, n, entity, classIds, locationIds, person }, i) =>
      n === 1 && person.username === 'advisor'
        ? [
            {
              web_site_id: site.id,
              user_id: users[i]!.user_id,
              businessentity_id: entity,
              location_id: locationIds[0]!,
              class_id: classIds[0]!,
              brand_id: brandsOf(site)[0]!,
              driverside: site.driverside,
              language_id: site.languages[0]!,
              language_code: demoLanguages.find((l) => l.language_id === site.languages[0])!.language_code,
              shop: site.name,
              currency: site.currency,
            },
          ]
        : [],
    )
    await insertDemoSends(db, senders, now)
    await insertDemoCustomers(db, senders, linkSecret, now)
    await insertDemoPageTexts(db, senders, now)
    await insertDemoLoops(db, demoSites, enterprise)
    await insertDemoHistory(db, now)
    await insertDemoTraffic(db, now)
    // Invoices are numbered in the order of their days: the texts were bought before the present month of the plan began.
    await insertDemoTextAccounts(db, withEntity, now)
    await insertDemoSubscriptions(db, withEntity)
    await updateStatistics(db)
    return true
  })
}

const isFilled = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('web_sites').select('web_site_id').limit(1).executeTakeFirst()) !== undefined

const hostsOf = (s: DemoSite) => [`site${s.id}.localhost`, ...(s.id === 31 ? ['localhost', '127.0.0.1', '[::1]'] : [])]
const brandsOf = (s: DemoSite) => (s.motorcycle ? [2, 1] : [1, 3])

const siteRow = (s: DemoSite) => ({
  web_site_id: s.id,
  name: s.name,
  company: s.company,
  mark: s.mark,
  brand_colour: s.colour,
  brand_id: brandsOf(s)[0]!,
  driverside: s.driverside,
  default_lang_id: s.languages[0]!,
  default_video_type: 'narrated' as const,
  vehicle_layout_view: s.layout ?? ('' as const),
  country_code_iso: s.country.toLowerCase(),
  currency: s.currency,
  time_zone: s.timeZone,
  free_trial_label: null,
  free_trail_time: 3600,
  free_trail_limit: 1,
  contact_email: `service@site${s.id}.example`,
  contact_phone: '+1 503 555 0142',
  settings: JSON.stringify(s.settings ?? {}),
})
