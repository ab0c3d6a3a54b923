import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { secondsAfter } from '../../../core/clock.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { customerPages } from '../../sharing/testing.ts'

const { findForSupport, getLetterHistory } = contract.conversations

let w: World
let operator: Person
let link: string
let letterId: string
beforeAll(async () => {
  w = await world({ pages: customerPages })
  operator = await w.loggedIn('super')
  const dana = await w.loggedIn('advisor')
  const { recipients } = await dana.call(contract.sharing.sendEmail, {
    body: {
      brand_id: 1,
      lang_id: 50,
      driverside: 'left',
      email: {
        toEmail: 'marcus@mailbox.example',
        subject: 'Squeaky brakes of Marcus',
        emailMessage: 'Please watch.',
        selectedList: [{ part_id: 'BRKPAD' }],
      },
    },
  })
  link = recipients[0]!.link!
  const row = await w.database.system
    .selectFrom('mails')
    .select('mail_id')
    .where('subject', '=', 'Squeaky brakes of Marcus')
    .executeTakeFirstOrThrow()
  letterId = row.mail_id
  const isSent = async () => {
    const { state } = await w.database.system
      .selectFrom('deliveries')
      .select('state')
      .where('delivery_id', '=', letterId)
      .executeTakeFirstOrThrow()
    return state === 'sent'
  }
  await vi.waitUntil(isSent, { timeout: 60_000 })
})
afterAll(() => w.close())

const find = async (who: Person, search: string) =>
  (await who.call(findForSupport, { params: { json: { search } } })).hits.map(
    ({ kind, web_site_id, title }) => `${kind} ${web_site_id}: ${title}`,
  )

describe('support', () => {
  test('finds a letter by its subject, by its address and by its id', async () => {
    for (const search of ['squeaky marcus', 'marcus@mailbox', letterId])
      expect(await find(operator, search)).toContain('letter 31: Squeaky brakes of Marcus')
  })

  test('finds a link by a pasted address', async () => {
    expect(await find(operator, link)).toEqual([expect.stringMatching(/^link 31: /)])
    const { hits } = await operator.call(findForSupport, { params: { json: { search: link } } })
    expect(hits[0]).toMatchObject({ letter_id: letterId })
    expect(await find(operator, `${link}?utm_source=mail`)).toEqual([expect.stringMatching(/^link 31: /)])
  })

  test('finds people and businesses of all web sites, a web site by its host, and treats signs as text', async () => {
    const people = await find(operator, 'translator')
    expect(people).toHaveLength(10)
    expect(new Set(people.map((hit) => hit.split(':')[0])).size).toBeGreaterThan(5)
    const { hits } = await operator.call(findForSupport, { params: { json: { search: 'translator' } } })
    expect(hits[0]?.hints).toEqual([expect.stringContaining('@'), expect.not.stringContaining('@')])
    expect(await find(operator, 'site44.localhost')).toEqual([expect.stringMatching(/^site 44: /)])
    expect(await find(operator, '%%')).toEqual([])
    expect(await find(operator, "o'neil \\")).toEqual([])
  })

  test('finds people by their business and their web site, those whose own words match first', async () => {
    const shop = await w.database.system
      .selectFrom('business_entities')
      .select(['businessentity_id', 'business_name'])
      .where('web_site_id', '=', 44)
      .orderBy('businessentity_id', 'desc')
      .executeTakeFirstOrThrow()
    const people = async (search: string) =>
      (await operator.call(findForSupport, { params: { json: { search } } })).hits.filter(
        ({ kind }) => kind === 'person',
      )
    const ofShop = await people(`advisor ${shop.business_name}`)
    expect(ofShop[0]).toMatchObject({ web_site_id: 44, username: 'advisor2', site_host: 'site44.localhost' })
    const site = ofShop[0]!.site_name
    expect(new Set((await people(site)).map(({ web_site_id }) => web_site_id))).toEqual(new Set([44]))
    await w.database.system
      .updateTable('users')
      .set({ first_name: 'Zoe', last_name: site })
      .where('web_site_id', '=', 44)
      .where('username', '=', 'kiosk')
      .execute()
    expect((await people(site))[0]).toMatchObject({ title: `Zoe ${site}`, username: 'kiosk' })
  })

  test('shows a distributor the own web sites only', async () => {
    const distributor = await w.loggedIn('distributor', { site: 44 })
    expect(await find(distributor, 'squeaky')).toEqual([])
    expect(await find(distributor, link)).toEqual([])
    const sites = new Set((await find(distributor, 'advisor')).map((hit) => hit.split(':')[0]))
    expect([...sites].every((site) => site?.endsWith(' 44'))).toBe(true)
    const params = { web_site_id: 31, delivery_id: letterId }
    expect(await distributor.send(getLetterHistory, { params })).toMatchObject({ http: 403 })
  })

  test('does not search letters that are older than 90 days', async () => {
    const set = (created_at: Date) =>
      w.database.system.updateTable('mails').set({ created_at }).where('mail_id', '=', letterId).execute()
    const now = w.clock.now()
    await set(secondsAfter(now, -91 * 24 * 3600))
    expect(await find(operator, 'squeaky marcus')).not.toContain('letter 31: Squeaky brakes of Marcus')
    await set(now)
  })

  test('is closed to businesses', async () => {
    const boss = await w.loggedIn('enterprise')
    expect(await boss.send(findForSupport, { params: { json: { search: 'dana' } } })).toMatchObject({ http: 403 })
  })
})

describe('what happened to a letter', () => {
  const read = (delivery_id = letterId) => operator.send(getLetterHistory, { params: { web_site_id: 31, delivery_id } })

  test('names the sender, the attempts and why nothing more is sent, and is audited', async () => {
    await w.database.system
      .insertInto('suppressions')
      .values({
        web_site_id: 31,
        address_key: 'marcus@mailbox.example',
        channel: 'email',
        reason: 'unsubscribed',
        since: w.clock.now(),
      })
      .execute()
    expect((await read()).data).toMatchObject({
      channel: 'mail',
      to: 'marcus@mailbox.example',
      state: 'sent',
      attempts: [{ attempt: 1, result: 'accepted' }],
      send: { views: 0, answers: 0, is_revoked: false, acted_by: null, sender: expect.any(String) },
      suppression: { reason: 'unsubscribed' },
    })
    const entry = await w.database.system
      .selectFrom('audit_log')
      .select(['action', 'target_id'])
      .where('action', '=', 'letter.read')
      .executeTakeFirst()
    expect(entry).toEqual({ action: 'letter.read', target_id: letterId })
  })

  test('says when the customer opened the page, watched and answered', async () => {
    expect((await read()).data?.send).toMatchObject({ opened_at: null, watched_at: null, answered_at: null })
    const { link_id } = await w.database.system
      .selectFrom('send_recipients')
      .select('link_id')
      .where('mail_id', '=', letterId)
      .executeTakeFirstOrThrow()
    const [opened, watched] = [w.clock.now(), secondsAfter(w.clock.now(), 20)]
    await w.database.system
      .insertInto('link_views')
      .values({
        web_site_id: 31,
        link_id: link_id!,
        view_key: '00000000-0000-4000-8000-000000000001',
        part_id: 'BRKPAD',
        language_id: 50,
        opened_at: opened,
        first_frame_at: watched,
        decoded_at: watched,
        last_at: watched,
      })
      .execute()
    expect((await read()).data?.send).toMatchObject({
      opened_at: opened.toISOString(),
      watched_at: watched.toISOString(),
      views: 1,
    })
  })

  test('does not contain its text', async () => {
    expect(JSON.stringify(await read())).not.toContain('Please watch')
  })

  test('is not found for an unknown id', async () => {
    expect(await read('00000000-0000-4000-8000-000000000000')).toMatchObject({ http: 404 })
  })
})
