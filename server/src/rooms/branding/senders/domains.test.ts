import { contract } from '@cutaway/contract'
import { createSocket, type Socket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverDns } from '../../../outside/dns.ts'
import { standInDns } from '../../../outside/dns.stand-in.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { dkimRecord } from '../../messaging/domains/dkim-key.ts'
import { findSigningKey } from '../../messaging/domains/domains.queries.ts'
import { isAligned, lookUpPolicy } from '../../messaging/domains/policy.ts'

/** Dana’s sender addresses, and what the domains behind them allow. */

const { branding, sharing } = contract
const dns = standInDns({
  '_dmarc.strict.example': ['v=DMARC1; p=reject'],
  '_dmarc.careful.example': ['v=DMARC1; p=none; sp=quarantine'],
  '_dmarc.open.example': ['v=DMARC1; p=none'],
})
let w: World
let dana: Person
let boss: Person
let danaId: number

beforeAll(async () => {
  w = await world({ dns })
  dana = await w.loggedIn('advisor')
  boss = await w.loggedIn('enterprise')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const domainOf = async (domain: string) => {
  const list = await dana.call(branding.getSenderDomains, { params: { user: danaId } })
  return list.find((one) => one.domain === domain)
}
/** Adds and confirms an address. The lookup of its domain runs in the background. */
async function hasAddress(email: string) {
  const added = await dana.call(branding.addUserEmailAddress, { body: { email, user_id: danaId } })
  await w.database.system
    .updateTable('sender_addresses')
    .set({ verified_at: w.clock.now() })
    .where('address_id', '=', added.id)
    .execute()
  const domain = email.split('@')[1]!
  await expect.poll(async () => (await domainOf(domain))?.checked_at ?? null).not.toBeNull()
}
/** Starts the job that runs every night, as its schedule does. */
const nightly = () => w.running.services.jobs.enqueue(w.database.system, 'branding.checkDomains', {})
/** Sends a letter from an address and returns its row. */
async function letterFrom(email: string) {
  const answer = await dana.send(sharing.sendEmail, {
    body: {
      user_id: danaId,
      brand_id: 1,
      lang_id: 50,
      driverside: 'left',
      email: {
        toEmail: 'marcus@mailbox.example',
        subject: 's',
        emailMessage: 'm',
        selectedList: [{ part_id: 'BRKDSC' }],
        defaultFromEmail: email,
      },
    },
  })
  expect(answer.status).toBe(1)
  return w.database.system
    .selectFrom('mails')
    .select(['from_address', 'reply_to', 'dkim_domain', 'dkim_selector'])
    .where('to_address', '=', 'marcus@mailbox.example')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
}

test.each([
  ['dana@open.example', 'own', 'no_policy'],
  ['dana@unlisted.example', 'own', 'no_policy'],
  ['dana@strict.example', 'site', 'policy'],
  ['dana@shop.careful.example', 'site', 'policy'],
] as const)('mail of %s comes from the %s address, and the share dialog says so', async (email, from, because) => {
  await hasAddress(email)
  expect(await domainOf(email.split('@')[1]!)).toMatchObject({ from, because, records: [] })
  expect(await letterFrom(email)).toMatchObject({ from_address: from === 'own' ? email : null, reply_to: email })
  const params = { user: danaId, type: 'email' } as const
  const { emailAddressSettings: offered } = await dana.call(sharing.getEmailAnAnimationDetails, { params })
  expect(offered.find((one) => one.email === email)?.sends_from).toBe(from)
})

test('the manager sets the domain up: once the key is published, mail comes from it, and no longer after that', async () => {
  const body = { user_id: danaId, domain: 'strict.example' }
  expect(await dana.send(branding.setUpSenderDomain, { body })).toMatchObject({ http: 403 })
  const set = await boss.call(branding.setUpSenderDomain, { body })
  const dkim = set.records.find(({ kind }) => kind === 'dkim')!
  expect(dkim).toMatchObject({ state: 'missing', found: null, value: expect.stringMatching(/^v=DKIM1; k=rsa; p=MII/) })
  expect(dkim.name).toMatch(/^cutaway\d+[0-9a-f]{4}\._domainkey\.strict\.example$/)
  expect(set.records.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'dkim missing',
    'dmarc good',
    'spf not_needed',
  ])
  expect((await letterFrom('dana@strict.example')).from_address).toBeNull()

  dns.publish(dkim.name, 'v=DKIM1; k=rsa; p=somethingelse')
  const wrong = await dana.call(branding.checkSenderDomain, { body })
  expect(wrong.records[0]).toMatchObject({ state: 'different', found: 'v=DKIM1; k=rsa; p=somethingelse' })
  dns.remove(dkim.name)

  dns.publish(dkim.name, dkim.value!)
  const good = await dana.call(branding.checkSenderDomain, { body })
  expect(good).toMatchObject({ from: 'own', because: 'own_key' })
  expect(good.records[0]).toMatchObject({ state: 'good', value: null })
  expect(await letterFrom('dana@strict.example')).toEqual({
    from_address: 'dana@strict.example',
    reply_to: 'dana@strict.example',
    dkim_domain: 'strict.example',
    dkim_selector: dkim.name.split('.')[0],
  })

  dns.remove(dkim.name)
  await dana.call(branding.checkSenderDomain, { body })
  expect(await letterFrom('dana@strict.example')).toMatchObject({ from_address: null, dkim_domain: null })
})

test('the manager removes the key: new mail is not signed with it, queued mail still is; a new key can be made', async () => {
  const body = { user_id: danaId, domain: 'strict.example' }
  const { records } = await boss.call(branding.setUpSenderDomain, { body })
  const dkim = records.find(({ kind }) => kind === 'dkim')!
  dns.publish(dkim.name, dkim.value!)
  await dana.call(branding.checkSenderDomain, { body })
  const queued = await letterFrom('dana@strict.example')
  expect(await dana.send(branding.removeSenderDomain, { body })).toMatchObject({ http: 403 })
  expect(await boss.call(branding.removeSenderDomain, { body })).toMatchObject({
    from: 'site',
    has_key: 0,
    records: [{ name: dkim.name, state: 'good', value: null, keep_until: expect.any(String) }],
  })
  expect(await boss.send(branding.removeSenderDomain, { body })).toMatchObject({ message: 'sender_domain_no_key' })
  expect(await letterFrom('dana@strict.example')).toMatchObject({ from_address: null, dkim_domain: null })
  const site = w.running.services.sites.byId(31)!
  const named = { domain: queued.dkim_domain!, selector: queued.dkim_selector! }
  const signs = async () =>
    (await w.database.inTenant(31, (db) => findSigningKey(db, site, named)))?.private_key ?? 'none'
  const signed = await signs()
  expect(dkim.value).toBe(dkimRecord(signed))

  // A new key within two days: both records are shown, and mail on its way keeps its signature.
  const again = await boss.call(branding.setUpSenderDomain, { body })
  expect(again).toMatchObject({ from: 'site', has_key: 1 })
  expect(again.records.map(({ kind, state, keep_until }) => [kind, state, keep_until !== null])).toEqual([
    ['dkim', 'missing', false],
    ['dmarc', 'good', false],
    ['spf', 'not_needed', false],
    ['dkim', 'good', true],
  ])
  expect([again.records[0]!.name === dkim.name, again.records[3]!.name === dkim.name]).toEqual([false, true])
  expect(await signs()).toBe(signed)

  // After two days the former record need not stay, and its key is deleted by the nightly job.
  w.clock.forward(2 * 86_400 + 60)
  dana = await w.loggedIn('advisor')
  boss = await w.loggedIn('enterprise')
  expect((await domainOf('strict.example'))!.records).toHaveLength(3)
  await nightly()
  await expect.poll(signs).toBe('none')
  dns.remove(dkim.name)
})

test('every night all domains are looked up: a policy that has changed is known without a visit of the page', async () => {
  expect(await domainOf('open.example')).toMatchObject({ policy: 'none', from: 'own' })
  dns.remove('_dmarc.open.example')
  dns.publish('_dmarc.open.example', 'v=DMARC1; p=reject')
  await nightly()
  await expect.poll(async () => (await domainOf('open.example'))?.policy).toBe('reject')
  expect(await letterFrom('dana@open.example')).toMatchObject({ from_address: null, reply_to: 'dana@open.example' })
})

test('a domain without an address of the user is refused; another business has its own key', async () => {
  const body = { user_id: danaId, domain: 'elsewhere.example' }
  for (const call of [branding.setUpSenderDomain, branding.checkSenderDomain, branding.removeSenderDomain])
    expect(await boss.send(call, { body })).toMatchObject({ status: 0, message: 'sender_domain_not_yours' })
})

test('while no name server responds, what was known stays', async () => {
  const real = dns.txt
  dns.txt = () => Promise.reject(new Error('no server'))
  try {
    const body = { user_id: danaId, domain: 'strict.example' }
    expect(await dana.send(branding.checkSenderDomain, { body })).toMatchObject({ message: 'dns_not_reached' })
    expect(await domainOf('strict.example')).toMatchObject({ policy: 'reject', from: 'site' })
  } finally {
    dns.txt = real
  }
})

describe('a policy', () => {
  const policyOf = async (records: Record<string, string[]>, domain = 'shop.example') =>
    (await lookUpPolicy(standInDns(records), domain)).policy
  test.each([
    ['without a record', {}, 'none'],
    ['that is not DMARC', { '_dmarc.shop.example': ['v=spf1 -all'] }, 'none'],
    ['given twice', { '_dmarc.shop.example': ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] }, 'none'],
    ['in capitals and with spaces', { '_dmarc.shop.example': ['v=DMARC1 ; P = Reject ; pct=100'] }, 'reject'],
    ['of the top-level domain', { _dmarc: ['v=DMARC1; p=reject'], '_dmarc.example': ['v=DMARC1; p=reject'] }, 'none'],
  ])('%s', async (_, records, policy) => expect(await policyOf(records)).toBe(policy))
  test('of the parent is taken by its subdomains, unless it has one for them', async () => {
    expect(await policyOf({ '_dmarc.shop.example': ['v=DMARC1; p=reject'] }, 'mail.shop.example')).toBe('reject')
    expect(await policyOf({ '_dmarc.shop.example': ['v=DMARC1; p=reject; sp=none'] }, 'mail.shop.example')).toBe('none')
  })
  test('is met by a signature of the same organisation; a strict one by the same domain only', () => {
    const relaxed = { policyDomain: 'shop.example', isStrict: false }
    expect(isAligned('shop.example', 'mail.shop.example', relaxed)).toBe(true)
    expect(isAligned('a.shop.example', 'b.shop.example', relaxed)).toBe(true)
    expect(isAligned('shop.example', 'mail.shop.example', { ...relaxed, isStrict: true })).toBe(false)
    expect(isAligned('shop.example', 'workshop.example', relaxed)).toBe(false)
    expect(isAligned('shop.example', undefined, relaxed)).toBe(false)
  })
})

describe('a real name server', () => {
  let server: Socket
  /** Answers every question about `known.test` with a long record in two pieces, and others with "no such name". */
  beforeAll(async () => {
    server = createSocket('udp4', (question, { port, address }) => {
      const isKnown = question.includes('known')
      const pieces = ['v=DMARC1; p=', 'reject'].map((text) =>
        Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]),
      )
      const data = Buffer.concat(pieces)
      const end = question.indexOf(0, 12) + 5
      const head = Buffer.from(question.subarray(0, end))
      head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2)
      head.writeUInt16BE(isKnown ? 1 : 0, 6)
      head.writeUInt32BE(0, 8)
      const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255])
      server.send(isKnown ? Buffer.concat([head, record, data]) : head, port, address)
    })
    await new Promise<void>((done) => {
      server.bind(0, '127.0.0.1', done)
    })
  })
  afterAll(() => server.close())

  test('returns records as whole texts, and none for a name that does not exist', async () => {
    const { port } = server.address()
    const real = serverDns([`127.0.0.1:${port}`])
    expect(await real.txt('_dmarc.known.test')).toEqual(['v=DMARC1; p=reject'])
    expect(await real.txt('_dmarc.other.test')).toEqual([])
  })
})
