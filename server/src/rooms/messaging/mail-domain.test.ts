import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../core/db/database.ts'
import { testDatabase } from '../../testing/database.ts'
import { setMailDomain } from './mail-domain.ts'

/** Gives a shop a mail domain of its own. */

let database: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ database, remove } = await testDatabase())
})
afterAll(() => remove())

const set = (domain: string, selector?: string) =>
  database.inTenant(31, (db) => setMailDomain(db, 31, { domain, selector }))
const row = () =>
  database.system.selectFrom('mail_domains').selectAll().where('web_site_id', '=', 31).executeTakeFirstOrThrow()

test('the published key matches the signing key', async () => {
  const [dkim, spf, dmarc] = await set('Mail.Northgate.example.', 'shop1')
  expect([dkim!.name, spf!.name, dmarc!.name]).toEqual([
    'shop1._domainkey.mail.northgate.example',
    'mail.northgate.example',
    '_dmarc.mail.northgate.example',
  ])
  const { private_key, domain, selector } = await row()
  expect({ domain, selector }).toEqual({ domain: 'mail.northgate.example', selector: 'shop1' })
  const published = /p=([A-Za-z0-9+/=]+)$/.exec(dkim!.value)![1]!
  const key = createPublicKey({ key: Buffer.from(published, 'base64'), type: 'spki', format: 'der' })
  const words = Buffer.from('a letter')
  expect(verify('sha256', words, key, sign('sha256', words, createPrivateKey(private_key)))).toBe(true)
})

test('a second run keeps the key; a new selector creates a new key', async () => {
  const before = (await row()).private_key
  await set('mail.northgate.example', 'shop1')
  expect((await row()).private_key).toBe(before)
  await set('mail.northgate.example', 'shop2')
  expect((await row()).private_key).not.toBe(before)
})

test.each([
  ['northgate'],
  ['no rthgate.example'],
  ['a@b.example'],
  ['-a.example'],
  [`${'a'.repeat(64)}.example`],
  [''],
])('%j is not a domain', async (domain) => {
  const before = await row()
  await expect(set(domain)).rejects.toThrow('is not a domain')
  expect(await row()).toEqual(before)
})

test('an invalid selector is refused', async () => {
  await expect(set('a.example', 'x._domainkey')).rejects.toThrow('is not a selector')
})
