import { contract } from '@cutaway/contract'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { standInDns } from '../../outside/dns.stand-in.ts'
import { world, type Person, type World } from '../../testing/world.ts'
import { addEmbed } from './testing.ts'

/** Dana, an advisor, embeds films on her website; Ella manages the embeds of the business. */

const c = contract.embeds
const dns = standInDns({})
/** Transactions that are open, and how many were at each question to the name servers. */
let openTransactions = 0
const atQuestions: number[] = []
const watchedDns = {
  ...dns,
  txt: (name: string) => {
    atQuestions.push(openTransactions)
    return dns.txt(name)
  },
}
let w: World
let dana: Person
let ella: Person
let danaId: number
let businessId: number
beforeAll(async () => {
  w = await world({ dns: watchedDns })
  ;[dana, ella] = await Promise.all([w.loggedIn('advisor'), w.loggedIn('enterprise')])
  danaId = (await dana.me()).user_id
  businessId = (await ella.me()).businessentity_id!
})
afterAll(() => w.close())

const setLimits = (embed_limit: number | null, embed_limit_of_user: number | null) =>
  w.database.system
    .updateTable('business_entities')
    .set({ embed_limit, embed_limit_of_user } as never)
    .where('businessentity_id', '=', businessId)
    .execute()
const empty = () => w.database.system.updateTable('embeds').set({ deleted_at: new Date() }).execute()
const ofBusiness = (fields: object = {}, who = ella) =>
  who.send(c.addEmbeddedAnimation, {
    body: { web_site_id: 31, embed_type: 'menu', domain_name: 'northgate.example', ...fields },
  })

describe('an embed of a user', () => {
  beforeAll(async () => {
    await empty()
    await setLimits(10, 20)
  })

  test('has a code with a random token, and is listed with it', async () => {
    const { data, message } = await addEmbed(dana, { domain_name: 'https://www.Northgate.example/brakes' })
    expect(message).toBe('embed_added')
    expect(data).toMatchObject({
      part_id: 'BRKDSC',
      domain_name: 'northgate.example',
      tag_name: 'Disc brake',
      width: '100%',
      height: '100%',
      state: 'new',
      follows_visitor: true,
      language_id: 50,
    })
    expect(data!.url).toMatch(/^http:\/\/site31\.localhost:\d+\/e\/[\w-]{22}$/)
    expect(data!.code).toContain(`<iframe src="${data!.url}" title="Disc brake"`)
    expect(data!.code).toContain('aspect-ratio:16/10')
    const list = await dana.send(c.getEmbeddedAnimations, { params: { user_id: danaId } })
    expect(list).toMatchObject({ status: 1 })
    expect(list.data).toEqual([data])
    const token = data!.url.split('/e/')[1]!
    expect(list).toMatchObject({ embeddedCount: 1, md5IframeArray: [createHash('md5').update(token).digest('hex')] })
    expect(await dana.call(c.getSingleEmbeddedAnimation, { params: { id: data!.id } })).toEqual(data)
  })

  test('needs a web site, a film that exists, and a website', async () => {
    const refused = async (fields: object) => (await addEmbed(dana, { domain_name: 'a.example', ...fields })).message
    expect(await refused({ web_site_id: undefined })).toBe('website id id required')
    expect(await refused({ part_id: 'NOSUCH' })).toBe('Part no found')
    expect(await refused({ domain_name: '' })).toBe('embed_domain_missing')
    expect(await refused({ domain_name: "a.example; script-src 'unsafe-inline'" })).toBe('domain_name_not_valid')
    expect(await refused({ domain_name: '', temporary_domain: '127.0.0.1' })).toBe('domain_name_not_valid')
    expect(await refused({ embed_type: 'systems', part_id: '' })).toBe('embed_systems_missing')
    expect(await refused({ embed_type: 'systems', part_id: '999999' })).toBe('embed_systems_missing')
  })

  test('of systems shows the sub-systems that were chosen; one of a fixed size has its pixels', async () => {
    const { data } = await addEmbed(dana, {
      embed_type: 'systems',
      part_id: '',
      sub_system_ids: [101, 102, 101],
      width: 650,
      height: '640',
    })
    expect(data).toMatchObject({ part_id: '101', sub_system_ids: [101, 102], width: '650', height: '640' })
    expect(data!.films).toBeGreaterThan(1)
    expect(data!.code).toContain('width:650px;max-width:100%;height:640px')
    // Older clients name one sub-system as the part.
    expect((await addEmbed(dana, { embed_type: 'systems', part_id: '102' })).data).toMatchObject({
      sub_system_ids: [102],
    })
    expect((await addEmbed(dana, { part_id: '102' })).data).toMatchObject({ embed_type: 'single', part_id: 'BRKDRM' })
  })

  test('keeps its code when it is changed, and is gone when it is deleted', async () => {
    const { data } = await addEmbed(dana, { domain_name: 'changing.example' })
    const changed = await dana.send(c.updateIframe, {
      body: {
        id: data!.id,
        web_site_id: 31,
        embed_type: 'menu',
        domain_name: 'changed.example',
        animation_name: 'All <our> films',
        language_id: 'fr-FR',
        follows_visitor: 0,
      },
    })
    expect(changed.message).toBe('embed_saved')
    expect(changed.data).toMatchObject({ url: data!.url, part_id: '', domain_name: 'changed.example', language_id: 94 })
    expect(changed.data!.code).toContain('title="All &lt;our&gt; films"')
    expect(await dana.send(c.deleteIframe, { params: { id: data!.id } })).toMatchObject({ message: 'embed_deleted' })
    expect(await dana.send(c.getSingleEmbeddedAnimation, { params: { id: data!.id } })).toMatchObject({ http: 404 })
  })

  test('is a colleague’s business only for those who manage her', async () => {
    const { data } = await addEmbed(dana, { domain_name: 'mine.example' })
    const [lite, other] = await Promise.all([w.loggedIn('lite'), w.loggedIn('enterprise2')])
    for (const stranger of [lite, other])
      expect((await stranger.send(c.deleteIframe, { params: { id: data!.id } })).http).toBe(404)
    expect(await ella.call(c.getEmbeddedAnimation, { params: { id: data!.id } })).toEqual(data)
  })
})

describe('a domain', () => {
  beforeAll(empty)
  const check = (name: string, part_id = 'BRKDSC', who = dana, user_id = danaId) =>
    who.send(c.checkDomainNameAlreadyExists, { params: { web_site_id: 31, part_id, user_id, name } })

  test('is available, taken by an own embed of the same film, or that of another business', async () => {
    expect(await check('shop.example')).toMatchObject({ status: 0, message: 'domain_name_available' })
    const { data } = await addEmbed(dana, { domain_name: 'shop.example' })
    expect(await check('www.shop.example')).toMatchObject({
      status: 1,
      message: 'domain_name_already_exists',
      data: { id: data!.id },
    })
    expect(await check('shop.example', 'BRKDRM')).toMatchObject({ status: 0 })
    expect(await check('no domain')).toMatchObject({ status: 0, message: 'domain_name_not_valid' })
    const other = await w.loggedIn('advisor2')
    const { user_id } = await other.me()
    expect(await check('shop.example', 'BRKDRM', other, user_id)).toMatchObject({
      status: 1,
      message: 'domain_name_of_another_business',
      data: { id: null },
    })
    expect(await addEmbed(other, { domain_name: 'shop.example', part_id: 'BRKDRM' })).toMatchObject({
      message: 'domain_name_of_another_business',
    })
  })

  test('that another business took first is available to its owner, who proves it by a TXT record', async () => {
    const [squatter, owner] = await Promise.all([w.loggedIn('advisor2'), w.loggedIn('advisor')])
    const { user_id } = await owner.me()
    await addEmbed(squatter, { domain_name: 'ours.example' })
    const refused = await check('ours.example', 'BRKDSC', owner, user_id)
    const { name, value } = refused.data!.proof!
    expect(name).toBe('_cutaway.ours.example')
    // The record of another business, or of another domain, proves nothing.
    const strange = (await check('shop.example', 'BRKDRM', squatter, (await squatter.me()).user_id)).data!.proof!
    dns.publish(name, strange.value)
    expect(await addEmbed(owner, { domain_name: 'ours.example' })).toMatchObject({
      message: 'domain_name_of_another_business',
    })
    dns.publish(name, value)
    expect(await check('ours.example', 'BRKDSC', owner, user_id)).toMatchObject({ message: 'domain_name_available' })
    expect(await addEmbed(owner, { domain_name: 'ours.example' })).toMatchObject({ status: 1 })
    // Without a proof of its own the other one gets no further embed there.
    expect(await addEmbed(squatter, { domain_name: 'ours.example', part_id: 'BRKDRM' })).toMatchObject({
      message: 'domain_name_of_another_business',
    })
  })

  test('of another business is looked up while no transaction is open', async () => {
    const { database } = w.running.services
    const tenant = database.tenant.bind(database)
    const spied = vi.spyOn(database, 'tenant').mockImplementation((...args: Parameters<typeof tenant>) => {
      const { db, commit, rollback } = tenant(...args)
      openTransactions++
      const end = (how: () => Promise<void>) => async () => {
        openTransactions--
        await how()
      }
      return { db, commit: end(commit), rollback: end(rollback) }
    })
    const [owner, squatter] = await Promise.all([w.loggedIn('advisor'), w.loggedIn('advisor2')])
    const { user_id } = await owner.me()
    await addEmbed(squatter, { domain_name: 'slow.example' })
    const { proof } = (await check('slow.example', 'BRKDSC', owner, user_id)).data!
    dns.publish(proof!.name, proof!.value)
    atQuestions.length = 0
    expect(await check('slow.example', 'BRKDSC', owner, user_id)).toMatchObject({ message: 'domain_name_available' })
    expect(await addEmbed(owner, { domain_name: 'slow.example' })).toMatchObject({ status: 1 })
    spied.mockRestore()
    expect(atQuestions).toEqual([0, 0])
  })

  test('is accepted again for the embed that has it, and refused for a second one', async () => {
    const { data } = await addEmbed(dana, { domain_name: 'again.example' })
    expect(await addEmbed(dana, { domain_name: 'again.example' })).toMatchObject({
      message: 'domain_name_already_exists',
    })
    expect(await addEmbed(dana, { domain_name: '', domain_temp: 'again.example' })).toMatchObject({
      message: 'domain_name_already_exists',
    })
    const saved = await dana.send(c.updateIframe, {
      body: { id: data!.id, web_site_id: 31, embed_type: 'single', part_id: 'BRKDSC', domain_name: 'again.example' },
    })
    expect(saved).toMatchObject({ status: 1 })
  })

  test('of a test site ends after 30 days, and begins again when it is saved then', async () => {
    const { data } = await addEmbed(dana, { domain_name: '', temporary_domain: 'staging.example' })
    expect(data).toMatchObject({ domain_temp: 'staging.example', temporary_domain: 'staging.example' })
    const save = async () => {
      const { data: saved } = await dana.send(c.updateIframe, {
        body: {
          id: data!.id,
          web_site_id: 31,
          embed_type: 'single',
          part_id: 'BRKDSC',
          domain_temp: 'staging.example',
        },
      })
      return saved!
    }
    w.clock.forward(10 * 24 * 3600)
    dana = await w.loggedIn('advisor')
    expect((await save()).temporary_until).toBe(data!.temporary_until)
    w.clock.forward(21 * 24 * 3600)
    ;[dana, ella] = await Promise.all([w.loggedIn('advisor'), w.loggedIn('enterprise')])
    expect((await dana.call(c.getSingleEmbeddedAnimation, { params: { id: data!.id } })).state).toBe('test_ended')
    expect((await save()).temporary_until! > data!.temporary_until!).toBe(true)
  })
})

describe('the limit', () => {
  beforeAll(empty)

  test('of a user holds, also for two tabs at once, and a deleted embed makes room', async () => {
    await setLimits(10, 2)
    await addEmbed(dana, { domain_name: 'one.example' })
    const tabs = await Promise.all(
      ['two', 'three', 'four'].map((name) => addEmbed(dana, { domain_name: `${name}.example` })),
    )
    expect(tabs.map(({ message }) => message).toSorted()).toEqual([
      'embed_added',
      'embedded_limit_over',
      'embedded_limit_over',
    ])
    const limit = () => dana.send(c.getEmbeddedAnimationsLimit, { params: { json: { user_id: danaId } } })
    expect(await limit()).toMatchObject({ data: 2, embeddedCount: 2 })
    const added = tabs.find(({ status }) => status === 1)!
    await dana.call(c.deleteIframe, { params: { id: added.data!.id } })
    expect(await limit()).toMatchObject({ data: 2, embeddedCount: 1 })
    expect(await addEmbed(dana, { domain_name: 'five.example' })).toMatchObject({ status: 1 })
  })

  test('of a business is its own, has its own key, and holds for two tabs', async () => {
    await setLimits(1, 2)
    const tabs = await Promise.all([ofBusiness(), ofBusiness({ domain_name: 'second.example' })])
    expect(tabs.map(({ message }) => message).toSorted()).toEqual([
      'embed_added',
      'embedded_animations_limit_for_this_businessentity_is_over',
    ])
    expect(
      await ella.send(c.getEmbeddedAnimationsLimit, { params: { json: { businessentity_id: businessId } } }),
    ).toMatchObject({ data: { limit_user_embedded: 1 }, embeddedCount: 1 })
  })

  test('is none at all without a row, and any number if the operator set that', async () => {
    await setLimits(0, null)
    for (const name of ['a', 'b', 'c'])
      expect((await addEmbed(dana, { domain_name: `${name}.example` })).status).toBe(1)
    expect((await ofBusiness({ domain_name: 'x.example' })).message).toBe(
      'embedded_animations_limit_for_this_businessentity_is_over',
    )
  })
})

describe('the embeds of a business', () => {
  beforeAll(async () => {
    await empty()
    await setLimits(50, 50)
  })

  test('are 640 high by default, in pages, found by words and sorted', async () => {
    for (const name of ['Brakes', 'Cooling', 'All films']) {
      const { data } = await ofBusiness({ animation_name: name, domain_name: `${name.split(' ')[0]!}.example` })
      expect(data).toMatchObject({ width: '100%', height: '640', embed_type: 'menu', part_id: '' })
    }
    const list = (json: object) =>
      ella.send(c.getNewEmbeddedAnimation, {
        params: {
          businessentity_id: businessId,
          list: { page: 1, size: 2, sort: 'name', descending: false, search: '', ...json },
        },
      })
    const names = async (json: object) => (await list(json)).data!.map(({ animation_name }) => animation_name)
    expect(await list({})).toMatchObject({ total: 3 })
    expect(await names({})).toEqual(['All films', 'Brakes'])
    expect(await names({ page: 2 })).toEqual(['Cooling'])
    expect(await names({ search: 'cool' })).toEqual(['Cooling'])
    expect(await names({ sort: 'views', descending: true, size: 5 })).toHaveLength(3)
  })

  test('are not managed by an advisor, with or without the business in the request', async () => {
    expect((await ofBusiness({ domain_name: 'advisor.example' }, dana)).http).toBe(403)
    expect((await ofBusiness({ domain_name: 'advisor.example', businessentity_id: businessId }, dana)).http).toBe(404)
    expect((await dana.send(c.getNewEmbeddedAnimation, { params: { businessentity_id: businessId } })).http).toBe(404)
  })

  test('choose among the systems that have films, in the language of the page', async () => {
    const systems = await ella.call(c.getEmbeddedMenuSystems, { params: { web_site_id: 31, language_id: '98' } })
    expect(systems[0]).toMatchObject({ system_name: 'Frenos' })
    expect(systems[0]!.sub_systems[0]!.films[0]).toMatchObject({ part_id: 'BRKDSC' })
    expect(systems.flatMap(({ sub_systems }) => sub_systems).filter(({ films }) => films.length === 0)).toEqual([])
  })
})
