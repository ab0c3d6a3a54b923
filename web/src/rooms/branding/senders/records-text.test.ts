import type { DomainRecord } from '@cutaway/contract/rooms/branding/domains.ts'
import { expect, test } from 'vitest'
import { mailOf, wanted, zoneFile } from './records-text.ts'

const record = (name: string, value: string | null): DomainRecord => ({
  kind: 'dkim',
  name,
  value,
  found: null,
  state: value === null ? 'good' : 'missing',
  keep_until: null,
})
const long = record('c1._domainkey.shop.example', `v=DKIM1; k=rsa; p=${'A'.repeat(400)}`)
const published = record('_dmarc.shop.example', null)

test('a zone file splits a long record into strings of at most 255 characters', () => {
  const file = zoneFile([long])
  expect(file).toMatch(/^c1\._domainkey\.shop\.example\. 3600 IN TXT \( "v=DKIM1[^"]*" "A+" \)\n$/)
  const strings = [...file.matchAll(/"([^"]*)"/g)].map(([, text]) => text!)
  expect(strings.every((text) => text.length <= 255)).toBe(true)
  expect(strings.join('')).toBe(long.value)
})

test('the e-mail for the IT contact has only the records that are missing', () => {
  const url = new URL(mailOf('DNS records for shop.example', 'Please publish:', wanted([long, published])))
  expect(url.searchParams.get('subject')).toBe('DNS records for shop.example')
  expect(url.searchParams.get('body')).toBe(`Please publish:\n\n${long.name}\nTXT\n${long.value}`)
})
