import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tlsCertificates } from './certificates.ts'

/** A key and a certificate for shop.example, for this test only. The certificate ends in 2126. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcTCnGOZtVozodrc2
1Uo9xsb+7DrSKBpMsayL5O7L4VOhRANCAAR/HJnbPnaJRljnhE0g9afe+elegeVw
5Ae2IR5kP3OmAOoQcCHCzGHLSKTUHVqutwGF6RIRrOQ6Bj/LUR+ZOS59
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBnTCCAUSgAwIBAgIUKaFBhTuhkNMn09r5geKdFfB0rj8wCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2hvcC5leGFtcGxlMCAXDTI2MTEyMzAwNDM1OFoYDzIxMjYx
MDMwMDA0MzU4WjAXMRUwEwYDVQQDDAxzaG9wLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAR/HJnbPnaJRljnhE0g9afe+elegeVw5Ae2IR5kP3OmAOoQ
cCHCzGHLSKTUHVqutwGF6RIRrOQ6Bj/LUR+ZOS59o2wwajAdBgNVHQ4EFgQUwYot
JnK0qx4amanH9+4KMQatkvQwHwYDVR0jBBgwFoAUwYotJnK0qx4amanH9+4KMQat
kvQwFwYDVR0RBBAwDoIMc2hvcC5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wCgYI
KoZIzj0EAwIDRwAwRAIgAo7993jLXUQCR+alg1u9E70IvOfOteAi6qMfP3gk61MC
IBKFfLHqfLg7+0c6qYYVWJypXHQAwTW+LQhVI5alZ9Pc
-----END CERTIFICATE-----`

let server: Server
let port: number
beforeAll(async () => {
  server = createServer({ key, cert: certificate }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => void server.close())

const address = '127.0.0.1'

test('a certificate that browsers accept has its end and no problem', async () => {
  const { validTo, problem } = await tlsCertificates({ port, address, authority: certificate }).read('shop.example')
  expect(validTo?.getUTCFullYear()).toBe(2126)
  expect(problem).toBeNull()
})

test('a certificate of an unknown authority or of another host is not trusted, but its expiry is read', async () => {
  const unknown = await tlsCertificates({ port, address }).read('shop.example')
  const other = await tlsCertificates({ port, address, authority: certificate }).read('rival.example')
  for (const { validTo, problem } of [unknown, other]) {
    expect(validTo?.getUTCFullYear()).toBe(2126)
    expect(problem).toBe('not_trusted')
  }
})

test('a host that does not respond is unreachable', async () => {
  const closed = createServer().listen(0, address)
  await once(closed, 'listening')
  const { port: free } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  expect(await tlsCertificates({ port: free, address }).read('shop.example')).toEqual({
    validTo: null,
    problem: 'unreachable',
  })
})
