import { createVerify, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { ForgedHook, type RawHook } from '../../payments.ts'
import type { StandIn } from '../accounts.ts'
import { headerOf, jsonOf } from '../hooks.ts'

/**
 * PayPal's webhooks: RSA over id, time, our webhook id and a checksum of the raw body, by a certificate whose address is
 * in a header. The address must be PayPal's own before a request leaves, and the certificate must lead to an authority.
 */

const Event = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  resource: z.unknown(),
})
const hosts = /^api(-m)?(\.sandbox)?\.paypal\.com$/
const path = /^\/v1\/notifications\/certs\/[\w-]+$/
const oldest = 3 * 86_400_000 + 3_600_000

export interface HookOptions {
  webhookId: string
  mode: 'live' | 'test'
  standIn: StandIn | undefined
  fetchCertificate(url: string, signal: AbortSignal): Promise<string>
  /** The authorities that are trusted; default: those of Node. */
  authorities?: readonly X509Certificate[]
}

/** Verifies an event. Throws ForgedHook. */
export async function readEvent(
  { headers, body, now }: RawHook,
  { webhookId, mode, standIn, fetchCertificate, authorities = ofNode() }: HookOptions,
  signal: AbortSignal,
): Promise<{ eventId: string; kind: string; references: string[] }> {
  const id = headerOf(headers, 'paypal-transmission-id')
  const time = headerOf(headers, 'paypal-transmission-time')
  const signature = headerOf(headers, 'paypal-transmission-sig')
  const url = headerOf(headers, 'paypal-cert-url')
  if (headerOf(headers, 'paypal-auth-algo') !== 'SHA256withRSA') throw new ForgedHook('the algorithm is unknown')
  // PayPal repeats an event for three days, with the time of the first transmission.
  const age = now.getTime() - Date.parse(time)
  if (!(age < oldest && age > -300_000)) throw new ForgedHook('the event is too old')
  if (!isAllowed(url, mode, standIn)) throw new ForgedHook('the certificate is at an unknown address')
  const pem = await fetchCertificate(url, signal)
  const key = trusted(pem, standIn, authorities, now).publicKey
  const isSigned = createVerify('sha256')
    .update(`${id}|${time}|${webhookId}|${crc32(body)}`)
    .verify(key, signature, 'base64')
  if (!isSigned) throw new ForgedHook('the signature is wrong')
  const event = Event.safeParse(jsonOf(body))
  if (!event.success) throw new ForgedHook('the event has no known form')
  return { eventId: event.data.id, kind: event.data.event_type, references: referencesIn(event.data.resource) }
}

/** Returns whether a certificate may be fetched from an address. */
export function isAllowed(url: string, mode: 'live' | 'test', standIn: StandIn | undefined): boolean {
  if (!URL.canParse(url)) return false
  const { origin, protocol, hostname, port, pathname, username, search } = new URL(url)
  if (username !== '' || search !== '') return false
  if (standIn)
    return origin === standIn.address && pathname.startsWith('/paypal') && path.test(pathname.slice('/paypal'.length))
  return (
    protocol === 'https:' &&
    port === '' &&
    hosts.test(hostname) &&
    hostname.includes('sandbox') === (mode === 'test') &&
    path.test(pathname)
  )
}

/** Returns the first certificate of a chain that leads to an authority of this machine. Throws ForgedHook. */
function trusted(
  pem: string,
  standIn: StandIn | undefined,
  authorities: readonly X509Certificate[],
  now: Date,
): X509Certificate {
  const chain = certificatesIn(pem)
  const [leaf] = chain
  if (!leaf) throw new ForgedHook('the certificate cannot be read')
  if (standIn) {
    if (leaf.raw.equals(new X509Certificate(standIn.certificate).raw)) return leaf
    throw new ForgedHook('the certificate is not that of the stand-in')
  }
  if (!/^CN=([\w-]+\.)*paypal\.com$/im.test(leaf.subject)) throw new ForgedHook('the certificate is not PayPal’s')
  let current = leaf
  for (let depth = 0; depth < 6; depth += 1) {
    if (now < new Date(current.validFrom) || now > new Date(current.validTo))
      throw new ForgedHook('a certificate has expired')
    const issuer = authorities.find((one) => isIssuedBy(current, one))
    if (issuer) return leaf
    const next = chain.find((one) => one !== current && one.ca && isIssuedBy(current, one))
    if (!next) break
    current = next
  }
  throw new ForgedHook('the certificate leads to no authority')
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

function certificatesIn(pem: string): X509Certificate[] {
  try {
    return (pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map(
      (one) => new X509Certificate(one),
    )
  } catch {
    throw new ForgedHook('the certificate cannot be read')
  }
}

let known: X509Certificate[] | undefined
/** Returns the authorities of Node. They are read when the first event arrives. */
const ofNode = () => (known ??= rootCertificates.map((pem) => new X509Certificate(pem)))

const Resource = z.looseObject({
  custom_id: z.string().optional(),
  purchase_units: z.array(z.looseObject({ custom_id: z.string().optional() })).optional(),
})

function referencesIn(resource: unknown): string[] {
  const { data } = Resource.safeParse(resource)
  return [data?.custom_id, ...(data?.purchase_units ?? []).map(({ custom_id: id }) => id)].filter(
    (id): id is string => id !== undefined && id !== '',
  )
}
