import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'
import { senderProfileOf } from './sender-profile.ts'

const { branding } = contract
let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())
beforeEach(async () => {
  // A new session in each test, because uploads and links are rate-limited by IP address.
  dana = await w.loggedIn('advisor')
  const tables = ['entity_sender_defaults', 'sender_addresses', 'sender_settings', 'sender_confirmations'] as const
  for (const table of tables) await w.database.system.deleteFrom(table).execute()
  await w.database.system.deleteFrom('mails').execute()
})

const add = (email: string, is_default?: boolean, user_id = danaId, who = dana) =>
  who.send(branding.addUserEmailAddress, { body: { email, is_default, user_id } })
const listOf = (user = danaId, who = dana) => who.send(branding.getUserEmailAddressList, { params: { user } })
/** Lists addresses with their states. */
const shown = async () => (await listOf()).data!.map((a) => `${a.email} ${a.state}${a.is_default ? ' default' : ''}`)
const mails = () =>
  w.database.system.selectFrom('mails').select(['to_address', 'text', 'html']).orderBy('created_at').execute()
/** Returns the token in the newest mail to an address. */
const tokenFor = async (email: string) => {
  const [mail] = (await mails()).filter((m) => m.to_address === email).toReversed()
  return /\/confirm_sender\/([\w-]+)/.exec(mail!.text)![1]!
}
const confirm = async (email: string) =>
  w.visitor().send(branding.confirmSenderAddress, { body: { token: await tokenFor(email) } })
const addConfirmed = async (email: string, is_default = false) => {
  const { data } = await add(email, is_default)
  await confirm(email)
  return data!.id
}

test('a user adds an address, confirms it by the mailed link, and sends from it', async () => {
  const added = await add(' Dana@Shop.example.com ')
  expect(added).toMatchObject({
    status: 1,
    message: 'sender_mail_on_its_way',
    data: { email: 'Dana@Shop.example.com', state: 'waiting', is_default: 0, is_webmail: 0 },
  })
  expect(await listOf()).toMatchObject({ is_from_no_reply: 'yes', business_address: null, may_set_business_default: 0 })
  const token = await tokenFor('Dana@Shop.example.com')
  // A mail scanner opens the link and loads the page: this confirms nothing.
  const look = await w.visitor().call(branding.checkSenderLink, { body: { token } })
  expect(look).toMatchObject({ email: 'Dana@Shop.example.com', is_webmail: 0 })
  expect(await shown()).toEqual(['Dana@Shop.example.com waiting'])
  expect(await confirm('Dana@Shop.example.com')).toMatchObject({ status: 1, data: { is_default: 1 } })
  expect(await shown()).toEqual(['Dana@Shop.example.com confirmed default'])
  expect(await listOf()).toMatchObject({ is_from_no_reply: 'no' })
  const brand = await w.database.inTenant(31, (db) => senderProfileOf(db, w.running.services.sites.byId(31)!, danaId))
  expect(brand.addresses).toMatchObject([{ email: 'Dana@Shop.example.com', is_default: 1 }])
})

test('a link works once, within 48 hours, and only on its own web site', async () => {
  await add('dana@shop.example.com')
  const token = await tokenFor('dana@shop.example.com')
  const elsewhere = w.visitor({ site: 44 })
  expect(await elsewhere.send(branding.confirmSenderAddress, { body: { token } })).toMatchObject({
    status: 0,
    message: 'sender_link_expired',
  })
  const answers = await Promise.all(
    [1, 2, 3].map(() => w.visitor().send(branding.confirmSenderAddress, { body: { token } })),
  )
  expect(answers.filter((a) => a.status === 1)).toHaveLength(1)
  expect(await w.visitor().send(branding.checkSenderLink, { body: { token } })).toMatchObject({
    status: 0,
    message: 'sender_link_expired',
  })

  await add('late@shop.example.com')
  const late = await tokenFor('late@shop.example.com')
  w.clock.forward(48 * 3600 + 1)
  dana = await w.loggedIn('advisor')
  expect(await w.visitor().send(branding.confirmSenderAddress, { body: { token: late } })).toMatchObject({
    message: 'sender_link_expired',
  })
  expect(await shown()).toEqual(['dana@shop.example.com confirmed default', 'late@shop.example.com expired'])
})

test('the database does not contain the token of a link', async () => {
  await add('dana@shop.example.com')
  const token = await tokenFor('dana@shop.example.com')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { token_hash } = await w.database.system
    .selectFrom('sender_addresses')
    .select('token_hash')
    .executeTakeFirstOrThrow()
  expect(token_hash).not.toContain(token)
})

test('a new link invalidates the previous one, and is available after a minute', async () => {
  const { id } = (await add('dana@shop.example.com')).data!
  const first = await tokenFor('dana@shop.example.com')
  const again = () => dana.send(branding.resendSenderConfirmation, { body: { id } })
  expect(await again()).toMatchObject({ status: 0, message: 'sender_mail_wait' })
  w.clock.forward(61)
  expect(await again()).toMatchObject({ status: 1, data: { state: 'waiting' } })
  expect(await w.visitor().send(branding.confirmSenderAddress, { body: { token: first } })).toMatchObject({ status: 0 })
  expect(await confirm('dana@shop.example.com')).toMatchObject({ status: 1 })
  expect(await again()).toMatchObject({ status: 0, message: 'sender_already_confirmed' })
})

test('limits the links to a stranger’s mailbox, also by repeated deleting and adding', async () => {
  const outcomes = []
  for (let i = 0; i < 6; i += 1) {
    const added = await add('victim@elsewhere.example.com')
    outcomes.push(added.message)
    if (added.data) await dana.call(branding.deleteEmailAddress, { params: { id: added.data.id } })
  }
  expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'sender_mail_on_its_way'), 'sender_mail_too_often'])
  expect((await mails()).length).toBe(5)
})

test('refuses an invalid address, and a duplicate in any capitalisation', async () => {
  await add('dana@shop.example.com')
  expect(await add('DANA@shop.example.com')).toMatchObject({ status: 0, message: 'sender_address_exists' })
  for (const bad of ['dana', 'dana@shop', 'a@b.com\r\nBcc: all@shop.com', 'a@b.com,c@d.com', ''])
    expect(await add(bad)).toMatchObject({ status: 0, message: 'email_not_valid' })
  expect(await shown()).toHaveLength(1)
  // Another user may have the same address: several people share an address of the shop.
  const marcus = await w.loggedIn('employee')
  expect(await add('dana@shop.example.com', false, (await marcus.me()).user_id, marcus)).toMatchObject({ status: 1 })
})

test('simultaneous requests for the same address add one', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => add('dana@shop.example.com')))
  expect(answers.filter((a) => a.status === 1)).toHaveLength(1)
  expect((await mails()).length).toBe(1)
})

test('exactly one confirmed address is the default after every change', async () => {
  const one = await addConfirmed('one@shop.example.com')
  const two = await addConfirmed('two@shop.example.com')
  const three = await addConfirmed('three@shop.example.com', true)
  expect(await shown()).toEqual([
    'three@shop.example.com confirmed default',
    'one@shop.example.com confirmed',
    'two@shop.example.com confirmed',
  ])
  expect(await dana.send(branding.setDefaultEmailAddressUser, { body: { id: two } })).toMatchObject({
    status: 1,
    data: { is_default: 1 },
  })
  await dana.call(branding.deleteEmailAddress, { params: { id: two } })
  expect((await shown())[0]).toBe('one@shop.example.com confirmed default')
  await dana.call(branding.deleteEmailAddress, { params: { id: one } })
  expect(await shown()).toEqual(['three@shop.example.com confirmed default'])
  await dana.call(branding.deleteEmailAddress, { params: { id: three } })
  expect(await listOf()).toMatchObject({ data: [], is_from_no_reply: 'yes' })
})

test('ten simultaneous changes of the default leave one', async () => {
  const ids = [await addConfirmed('one@shop.example.com'), await addConfirmed('two@shop.example.com')]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => dana.send(branding.setDefaultEmailAddressUser, { body: { id: ids[i % 2]! } })),
  )
  expect(new Set(answers.map((a) => a.status))).toEqual(new Set([1]))
  expect((await shown()).filter((line) => line.endsWith('default'))).toHaveLength(1)
})

test('an unconfirmed address cannot be the default', async () => {
  const { id } = (await add('dana@shop.example.com')).data!
  for (const endpoint of [branding.setDefaultEmailAddressUser, branding.UdateUserDefaultEmailFromHome])
    expect(await dana.send(endpoint, { body: { id } })).toMatchObject({ status: 0, message: 'sender_not_confirmed' })
  expect(await dana.send(branding.changeFromNoReply, { body: { user_id: danaId, no_reply: 'no' } })).toMatchObject({
    status: 0,
    message: 'sender_none_confirmed',
  })
})

test('no-reply clears the default, and choosing an address clears no-reply', async () => {
  await addConfirmed('one@shop.example.com')
  const two = await addConfirmed('two@shop.example.com')
  const change = (no_reply: 'yes' | 'no', endpoint = branding.changeFromNoReply) =>
    dana.send(endpoint, { body: { user_id: danaId, no_reply, web_site_id: 31 } })
  expect(await change('yes')).toMatchObject({ status: 1, data: { is_from_no_reply: 'yes' } })
  expect(await shown()).toEqual(['one@shop.example.com confirmed', 'two@shop.example.com confirmed'])
  // Another address does not change this.
  await addConfirmed('four@shop.example.com')
  expect(await listOf()).toMatchObject({ is_from_no_reply: 'yes' })
  expect(await change('no', branding.changeFromNoReplyHome as never)).toMatchObject({
    data: { is_from_no_reply: 'no' },
  })
  expect((await shown())[0]).toBe('one@shop.example.com confirmed default')
  await change('yes')
  expect(await dana.send(branding.UdateUserDefaultEmailFromHome, { body: { id: two, user_id: danaId } })).toMatchObject(
    { status: 1 },
  )
  expect(await listOf()).toMatchObject({ is_from_no_reply: 'no' })
  expect((await shown())[0]).toBe('two@shop.example.com confirmed default')
  expect(
    (await dana.send(branding.changeFromNoReply, { body: { user_id: danaId, no_reply: 'no', web_site_id: 44 } })).http,
  ).toBe(403)
})

test('a changed address must be confirmed again, and the next one is the default until then', async () => {
  await addConfirmed('one@shop.example.com')
  const two = await addConfirmed('two@shop.example.com', true)
  const changed = await dana.send(branding.updateEmailAddress, { body: { id: two, email: 'new@shop.example.com' } })
  expect(changed).toMatchObject({ status: 1, message: 'sender_mail_on_its_way', data: { state: 'waiting' } })
  expect(await shown()).toEqual(['one@shop.example.com confirmed default', 'new@shop.example.com waiting'])
  await confirm('new@shop.example.com')
  expect((await shown())[0]).toBe('new@shop.example.com confirmed default')
  // Only the capitalisation differs, so it is the same address.
  const same = await dana.send(branding.updateEmailAddress, { body: { id: two, email: 'New@shop.example.com' } })
  expect(same).toMatchObject({ status: 1, message: 'sender_address_saved', data: { state: 'confirmed' } })
  expect(
    await dana.send(branding.updateEmailAddress, { body: { id: two, email: 'ONE@shop.example.com' } }),
  ).toMatchObject({ status: 0, message: 'sender_address_exists' })
})

test('free-mail addresses are marked', async () => {
  expect(await add('dana@yahoo.co.uk')).toMatchObject({ data: { is_webmail: 1 } })
})

test('the owner of a business sets its address, until the user of the address changes it', async () => {
  const erin = await w.loggedIn('enterprise')
  const { user_id: erinId } = await erin.me()
  await add('service@shop.example.com', false, erinId, erin)
  const [address] = (await listOf(erinId, erin)).data!
  const choose = (id: number | null, who = erin) => who.send(branding.setDefaultEmailAddress, { body: { id } })
  expect(await choose(address!.id)).toMatchObject({ status: 0, message: 'sender_not_confirmed' })
  await confirm('service@shop.example.com')
  expect((await choose(address!.id, dana)).http).toBe(403)
  expect(await choose(address!.id)).toMatchObject({ status: 1, data: { business_address: 'service@shop.example.com' } })
  expect(await listOf()).toMatchObject({ business_address: 'service@shop.example.com', is_from_no_reply: 'no' })
  expect(await listOf(erinId, erin)).toMatchObject({ may_set_business_default: 1, data: [{ is_business_default: 1 }] })
  await erin.call(branding.updateEmailAddress, { body: { id: address!.id, email: 'other@shop.example.com' } })
  await confirm('other@shop.example.com')
  expect(await listOf()).toMatchObject({ business_address: null })
  await choose(address!.id)
  expect(await choose(null)).toMatchObject({ status: 1, data: { business_address: null } })
  expect(await listOf()).toMatchObject({ business_address: null })
  // The other business of the web site has different owners.
  const otherOwner = await w.loggedIn('enterprise2')
  expect((await choose(address!.id, otherOwner)).http).toBe(404)
})

test('addresses of other users and web sites cannot be read or changed, and look like missing ones', async () => {
  const id = await addConfirmed('dana@shop.example.com')
  const others = [await w.loggedIn('advisor2'), await w.loggedIn('employee'), await w.loggedIn('super', { site: 44 })]
  const [outsider, , foreign] = others
  for (const who of [outsider!, foreign!]) {
    const attempts = (target: number) => [
      who.send(branding.updateEmailAddress, { body: { id: target, email: 'mine@evil.example.com' } }),
      who.send(branding.deleteEmailAddress, { params: { id: target } }),
      who.send(branding.setDefaultEmailAddressUser, { body: { id: target } }),
      who.send(branding.UdateUserDefaultEmailFromHome, { body: { id: target } }),
      who.send(branding.resendSenderConfirmation, { body: { id: target } }),
    ]
    const real = await Promise.all(attempts(id))
    const missing = await Promise.all(attempts(2_000_000_000))
    expect(real.map((a) => [a.http, a.message])).toEqual(missing.map((a) => [a.http, a.message]))
    expect(new Set(real.map((a) => a.http))).toEqual(new Set([404]))
    expect((await listOf(danaId, who)).http).toBe(403)
    expect((await add('x@evil.example.com', true, danaId, who)).http).toBe(403)
  }
  expect(await shown()).toEqual(['dana@shop.example.com confirmed default'])
})
