import { contract } from '@cutaway/contract'
import { featureOptions, settingOptions } from '@cutaway/contract/administration/web-site-options.ts'
import type { WebSiteData, WebSiteFields } from '@cutaway/contract/rooms/sites/operator.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedTexts } from '../../../core/texts.ts'
import { world, type Person, type World } from '../../../testing/world.ts'

const { sites, organisation, users } = contract

/** Sam is the super user, Dina the distributor of two web sites, Dana an advisor. */
let w: World
let sam: Person
let dina: Person
beforeAll(async () => {
  w = await world()
  ;[sam, dina] = await Promise.all([w.loggedIn('super'), w.loggedIn('distributor')])
})
afterAll(() => w.close())

const read = (web_site_id: number, who = sam) => who.call(sites.getWebSite, { params: { web_site_id } })
const save = (site: WebSiteData, changes: Partial<WebSiteFields>, more: object = {}) =>
  sam.send(sites.updateWebSite, {
    body: { web_site_id: site.web_site_id, version: site.version, changes, ...more },
  })
const newSite = (host: string, more: Partial<WebSiteFields> = {}): WebSiteFields => ({
  name: 'Cedar Street Films',
  company: 'Cedar Street Ltd',
  mark: 'CS',
  logo: '',
  brand_colour: '#0f6e6e',
  country_code_iso: 'us',
  currency: 'USD',
  time_zone: 'America/New_York',
  driverside: 'left',
  hosts: [host],
  language_ids: [50, 98],
  default_lang_id: 50,
  brand_ids: [1],
  brand_id: 1,
  default_video_type: 'narrated',
  vehicle_layout_view: '',
  contact_email: 'service@cedar.example',
  contact_phone: '',
  free_trial_label: '',
  free_trail_time: 3600,
  free_trail_limit: 1,
  features: [],
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
  ...more,
})
/** The last entry that the audit log of a web site has of an action. */
const audited = (web_site_id: number, action: string) =>
  w.database.system
    .selectFrom('audit_log')
    .selectAll()
    .where('web_site_id', '=', web_site_id)
    .where('action', '=', action)
    .orderBy('audit_id', 'desc')
    .executeTakeFirst()

describe('the list of web sites', () => {
  test('holds all web sites for the super user, with their numbers, in pages', async () => {
    const first = await sam.send(sites.getWebSites, { body: { size: 10 } })
    expect(first.data).toHaveLength(10)
    expect(first.total).toBe(w.running.services.sites.all().length)
    expect(first).toMatchObject({ live: first.total, out_of_service: 0 })
    const names = first.data!.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
    expect(first.data![0]).toMatchObject({ businesses: 2, people: 30, state: 'live' })
  })

  test('is searched by host, and filtered by country', async () => {
    const found = await sam.call(sites.getWebSites, { body: { search: 'site44.local' } })
    expect(found.map(({ name }) => name)).toEqual(['Ridgeline Moto'])
    const israeli = await sam.call(sites.getWebSites, { body: { country: 'IL' } })
    expect(israeli.map(({ name }) => name)).toEqual(['Galil Technical Schools'])
  })

  test('holds only the own web sites for a distributor', async () => {
    const found = await dina.send(sites.getWebSites, { body: {} })
    expect(found.data!.map(({ name }) => name)).toEqual(['Independent Workshop', 'Northgate Motors'])
    expect(found).toMatchObject({ total: 2, live: 2 })
    expect(await dina.call(sites.getAllWebsites, {})).toHaveLength(2)
  })
})

describe('adding a web site', () => {
  test('it answers at its host name on every node, without a restart', async () => {
    const other = await w.another()
    const { web_site_id } = await sam.call(sites.addWebSite, {
      body: newSite('cedar.example', { brand_colour: '#1F5FD6' }),
    })
    await expect.poll(() => other.running.services.sites.byHost('cedar.example').name).toBe('Cedar Street Films')
    expect(await read(web_site_id)).toMatchObject({ brand_colour: '#1f5fd6', version: 1, state: 'live', people: 0 })
    expect(await audited(31, 'web_site.add')).toMatchObject({ target_id: String(web_site_id) })
    const json = { web_site_id, action: 'web_site.add' }
    const { rows } = await sam.call(contract.users.getAuditLog, { params: { json: json as never } })
    expect(rows).toMatchObject([{ who: { name: 'Sam Okonkwo' }, target: { name: 'Cedar Street Films' } }])
    const own = await sam.call(contract.users.getAuditLog, { params: { json: { action: 'web_site.add' } as never } })
    expect(own.rows[0]?.target?.name).toBe('Cedar Street Films')
    await other.close()
  })

  test('a host name of another web site is refused, also while typing', async () => {
    expect(await sam.send(sites.addWebSite, { body: newSite('site44.localhost') })).toMatchObject({
      message: 'host_taken',
    })
    const check = (host: string, web_site_id?: number) =>
      sam.send(sites.checkWebSiteHost, { body: { host, ...(web_site_id === undefined ? {} : { web_site_id }) } })
    expect(await check('site44.localhost')).toMatchObject({ status: 0, message: 'host_taken' })
    expect(await check('site44.localhost', 44)).toMatchObject({ status: 1 })
    expect(await sam.send(sites.addWebSite, { body: newSite('https://cedar.example/') })).toMatchObject({ http: 400 })
  })

  test('a country that does not exist is refused', async () => {
    const body = newSite('nowhere.example', { country_code_iso: 'zz' })
    expect(await sam.send(sites.addWebSite, { body })).toMatchObject({ message: 'web_site_choice_unknown' })
  })

  test('two operators who take the same host name at once: one is refused', async () => {
    const add = () => sam.send(sites.addWebSite, { body: newSite('race.example') })
    const answers = await Promise.all([add(), add()])
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['host_taken', 'ok'])
  })

  test('a colour on which no text is readable is refused, with the nearest that can be used', async () => {
    const refused = await sam.send(sites.addWebSite, { body: newSite('grey.example', { brand_colour: '#797979' }) })
    expect(refused).toMatchObject({ message: 'brand_colour_not_readable' })
    const { nearest } = await sam.call(sites.getBrandColours, { params: { colour: '797979' } })
    expect(refused.data).toEqual({ nearest })
    const usable = await sam.call(sites.getBrandColours, { params: { colour: nearest!.slice(1) } })
    expect(usable.nearest).toBeNull()
    for (const { ratio, needed } of usable.ratios) expect(ratio).toBeGreaterThanOrEqual(needed)
  })

  test('a distributor manages what the distributor adds, and nobody else’s', async () => {
    const { web_site_id } = await dina.call(sites.addWebSite, {
      body: newSite('dina.example', { name: 'Dina’s Films' }),
    })
    expect(await read(web_site_id, dina)).toMatchObject({ name: 'Dina’s Films' })
    const foreign = await dina.send(sites.getWebSite, { params: { web_site_id: 44 } })
    expect(foreign).toMatchObject({ http: 403 })
    expect(await dina.send(sites.takeWebSiteOutOfService, { body: { web_site_id: 44 } })).toMatchObject({ http: 403 })
  })
})

test('each feature and setting has a name and a line that says what it means, in every language', () => {
  const options = [
    ...featureOptions.map(({ name }) => `feature_${name}`),
    ...settingOptions.map(({ name }) => `setting_${name}`),
  ]
  for (const tag of ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']) {
    const texts = new Map(shippedTexts(tag).map(({ key, text }) => [key, text]))
    const silent = options.flatMap((key) => [key, `${key}_text`]).filter((key) => !texts.get(key))
    expect(silent, tag).toEqual([])
  }
})

describe('changing a web site', () => {
  test('writes only what changed, into the audit log too', async () => {
    const site = await read(62)
    const answer = await save(site, { name: 'Brightline', features: ['contact_form_full', 'link_expiry_7_days'] })
    expect(answer).toMatchObject({ status: 1, data: { name: 'Brightline', version: site.version + 1 } })
    expect(await audited(62, 'web_site.change')).toMatchObject({
      before: { name: 'Brightline Service', features: ['custom_parts_clickable'] },
      after: { name: 'Brightline', features: ['link_expiry_7_days', 'contact_form_full'] },
    })
  })

  test('another country or currency of a web site with people needs a reason, which the audit log keeps', async () => {
    const site = await read(95)
    expect(await save(site, { currency: 'EUR' })).toMatchObject({ status: 0, message: 'web_site_reason_missing' })
    const reason = 'The dealer moved to France.'
    const saved = await save(site, { currency: 'EUR', country_code_iso: 'fr' }, { reason })
    expect(saved).toMatchObject({ status: 1, data: { currency: 'EUR' } })
    expect(await audited(95, 'web_site.change')).toMatchObject({ after: { currency: 'EUR', reason } })
    // Without people on the web site, the change affects nobody's prices.
    const { web_site_id } = await sam.call(sites.addWebSite, { body: newSite('nobody.example') })
    expect(await save(await read(web_site_id), { currency: 'EUR' })).toMatchObject({ status: 1 })
  })

  test('is told by name in the audit log of that web site, whose users do not include the operator', async () => {
    await save(await read(102), { company: 'Cape Road Ltd' })
    const me = await sam.me()
    const name = `${me.first_name} ${me.last_name}`.trim()
    const boss = await w.loggedIn('super', { site: 102 })
    const { rows } = await boss.call(users.getAuditLog, {
      params: { json: { action: 'web_site.change', person: null, period: 'day', search: '', page: 1, size: 10 } },
    })
    expect(rows[0]).toMatchObject({ who: { name } })
  })

  test('a setting of films is cleaned, and refuses films that the library does not have', async () => {
    const site = await read(130)
    const settings = { ...site.settings, sample_films: ['BRKDSC', '', 'BRKDSC'] }
    const saved = await save(site, { settings })
    expect(saved.data).toMatchObject({ settings: { sample_films: ['BRKDSC'] } })
    const unknown = await save(saved.data!, { settings: { ...settings, sample_films: ['NOFILM'] } })
    expect(unknown).toMatchObject({ message: 'sample_film_unknown' })
  })

  test('a feature that is switched off disappears from open sessions', async () => {
    const dana = await w.loggedIn('advisor', { site: 27 })
    const features = async () => (await dana.call(contract.sessions.getUserSession)).web_site.features
    expect(await features()).toContain('custom_parts_clickable')
    await save(await read(27), { features: [] })
    await expect.poll(features).toEqual([])
  })

  test('a page of a feature that is switched off says so, and not that a right is missing', async () => {
    const elena = await w.loggedIn('enterprise', { site: 10 })
    const { user_id } = await elena.me()
    const subscription = async () => {
      const { http, message } = await elena.send(contract.billing.getSubscriptionStatus, { params: { user: user_id } })
      return { http, message }
    }
    expect(await subscription()).not.toMatchObject({ http: 403 })
    const site = await read(10)
    await save(site, { features: site.features.filter((feature) => feature !== 'billing_details') })
    await expect.poll(subscription).toEqual({ http: 403, message: 'feature_switched_off' })
    const staff = await w.loggedIn('employee', { site: 10 })
    const refused = await staff.send(contract.billing.getSubscriptionStatus, {
      params: { user: (await staff.me()).user_id },
    })
    expect(refused).toMatchObject({ http: 403, message: 'permission_denied' })
  })

  test('the later of two operators learns what the other one changed', async () => {
    const site = await read(49)
    await save(site, { company: 'Harbour Parts Pty' })
    const later = await save(site, { contact_phone: '+1 503 555 0100' })
    expect(later).toMatchObject({ status: 0, message: 'web_site_changed' })
    expect(later.data).toMatchObject({
      company: 'Harbour Parts Pty',
      changed_by: 'Sam Okonkwo',
      version: site.version + 1,
    })
    // Keeping the own changes leaves those of the other one.
    const kept = await save(later.data!, { contact_phone: '+1 503 555 0100' })
    expect(kept.data).toMatchObject({ company: 'Harbour Parts Pty', contact_phone: '+1 503 555 0100' })
  })

  test('a language that people use is taken away after a question only', async () => {
    const dana = await w.loggedIn('advisor', { site: 73 })
    const { user_id } = await dana.me()
    await w.database.system.updateTable('users').set({ language_id: 94 }).where('user_id', '=', user_id).execute()
    const site = await read(73)
    const language_ids = site.language_ids.filter((id) => id !== 94)
    const asked = await save(site, { language_ids })
    expect(asked).toMatchObject({ message: 'web_site_languages_used', data: [{ language_id: 94, people: 1 }] })
    const done = await save(site, { language_ids }, { languages_confirmed: [94] })
    expect(done.data).toMatchObject({ language_ids })
    expect(await save(done.data!, { default_lang_id: 94 })).toMatchObject({ message: 'default_language_missing' })
  })

  test('the super user gives a web site to a distributor, and takes it away at once', async () => {
    const { distributors } = await sam.call(sites.getWebSiteChoices, {})
    const { user_id } = await dina.me()
    expect(distributors.find((one) => one.user_id === user_id)).toMatchObject({ web_site: 'Northgate Motors' })
    const given = await save(await read(82), {}, { distributors: [user_id] })
    expect(given.data).toMatchObject({ distributors: [user_id] })
    expect(await read(82, dina)).toMatchObject({ name: 'Lakeside Tyre and Brake' })
    await save(given.data!, {}, { distributors: [] })
    expect(await dina.send(sites.getWebSite, { params: { web_site_id: 82 } })).toMatchObject({ http: 403 })
  })
})

describe('out of service', () => {
  test('sessions end, pages and calls say so, and it is undone', async () => {
    const dana = await w.loggedIn('advisor', { site: 95 })
    const taken = await sam.send(sites.takeWebSiteOutOfService, { body: { web_site_id: 95 } })
    expect(taken).toMatchObject({ status: 1, data: { ended_sessions: 1 } })
    await expect
      .poll(async () => await dana.send(contract.sessions.getUserSession))
      .toMatchObject({ http: 503, message: 'web_site_out_of_service' })
    expect(await dana.send(contract.consent.updateUnsubscribeEmailDetails, { body: {} })).not.toMatchObject({
      message: 'web_site_out_of_service',
    })
    expect(await read(95)).toMatchObject({ state: 'out_of_service' })

    await sam.call(sites.putWebSiteBackInService, { body: { web_site_id: 95 } })
    await expect
      .poll(() => dana.send(contract.sessions.getUserSession))
      .toMatchObject({ http: 200, message: 'session_required' })
    expect(await dana.logIn('advisor')).toMatchObject({ status: 1 })
  })

  test('never the web site that the operator is using', async () => {
    const refused = await sam.send(sites.takeWebSiteOutOfService, { body: { web_site_id: 31 } })
    expect(refused).toMatchObject({ message: 'web_site_needed' })
  })
})

describe('businesses', () => {
  const business = (who = sam, web_site_id = 31) => who.call(organisation.getBusinesses, { body: { web_site_id } })

  test('a distributor sees those of the own web sites', async () => {
    const found = await dina.send(organisation.getBusinesses, { body: {} })
    expect(new Set(found.data!.map(({ web_site_id }) => web_site_id)).has(44)).toBe(false)
    expect(found.data!.map(({ business_name }) => business_name)).toContain('Northgate Motors West')
  })

  test('a new one gets its first administrator by an invitation', async () => {
    const fields = {
      web_site_id: 44,
      business_name: 'Ridge Riders',
      business_type: 'dealership' as const,
      max_locations: 3,
      embed_limit: 5,
      embed_limit_of_user: null,
    }
    const added = await sam.call(organisation.addBusiness, { body: fields })
    expect(added).toMatchObject({ state: 'active', people: 0, has_administrator: 0, embed_limit_of_user: null })
    expect(
      await sam.send(organisation.addBusiness, { body: { ...fields, business_name: 'ridge riders' } }),
    ).toMatchObject({
      message: 'business_name_exists',
    })
    const { businessentity_id } = added
    const credits = w.database.system.selectFrom('message_credits').select('remaining')
    expect(await credits.where('businessentity_id', '=', businessentity_id).execute()).toEqual([{ remaining: 0 }])
    await sam.call(users.addUser, {
      body: {
        web_site_id: 44,
        businessentity_id,
        user_access_id: 3,
        username: 'ida',
        email: 'ida@ridge.example',
        first_name: 'Ida',
        last_name: 'Holm',
      },
    })
    const params = { web_site_id: 44, businessentity_id }
    expect(await sam.call(organisation.getBusiness, { params })).toMatchObject({ people: 1, has_administrator: 1 })
    // Sam works on another web site, on which Ida has no account.
    const invitation = async () => {
      const to = { web_site_id: 44, to_address: 'ida@ridge.example' }
      const mails = w.database.system
        .selectFrom('mails')
        .select('text')
        .where((q) => q.and(to))
      return (await mails.executeTakeFirst())?.text
    }
    await expect.poll(invitation).toMatch(/http:\/\/site44\.localhost(:\d+)?\/reset_password\//)
  })

  test('a suspended one ends the sessions of its people, who learn why they cannot log in', async () => {
    const [dana, elena] = await Promise.all([w.loggedIn('advisor2'), w.loggedIn('enterprise')])
    const west = (await business()).find(({ business_name }) => business_name === 'Northgate Motors West')
    const of = { web_site_id: 31, businessentity_id: west!.businessentity_id }
    const suspended = await sam.send(organisation.suspendBusiness, { body: of })
    expect(suspended).toMatchObject({ message: 'business_is_suspended', data: { state: 'suspended', signed_in: 0 } })
    expect((await dana.send(contract.sessions.getUserSession)).status).toBe(0)
    expect(await dana.logIn('advisor2')).toMatchObject({ status: 0, message: 'business_suspended' })
    expect(await elena.me()).toMatchObject({ username: 'enterprise' })
    expect(await audited(31, 'business.lock')).toMatchObject({ after: { state: 'suspended' } })

    await sam.call(organisation.resumeBusiness, { body: of })
    expect(await dana.logIn('advisor2')).toMatchObject({ status: 1 })
  })

  test('it cannot have fewer locations than it uses, and a change that another one made is not overwritten', async () => {
    const [first] = await business(sam, 33)
    const change = (fields: object, version = first!.version) =>
      sam.send(organisation.updateBusiness, {
        body: { web_site_id: 33, businessentity_id: first!.businessentity_id, version, ...fields },
      })
    expect(await change({ max_locations: 2 })).toMatchObject({
      message: 'business_has_more_locations',
      data: { locations: 6 },
    })
    expect(await change({ max_locations: 12 })).toMatchObject({ status: 1, data: { max_locations: 12 } })
    expect(await change({ embed_limit: 9 })).toMatchObject({ message: 'business_changed', data: { max_locations: 12 } })
  })
})
