import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** Keys with X.509 certificates, as DER by hand: Node reads certificates but makes none. */

export interface Certificate {
  name: string
  pem: string
  key: KeyObject
}

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128
      ? Buffer.from([length])
      : length < 256
        ? Buffer.from([0x81, length])
        : Buffer.from([0x82, length >> 8, length & 255])
  return Buffer.concat([Buffer.from([tag]), size, content])
}
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts)
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))
const sha256WithRsa = sequence(oid('2a864886f70d01010b'), tlv(0x05))

const isAuthority = tlv(
  0xa3,
  sequence(sequence(oid('551d13'), tlv(0x01, Buffer.from([255])), tlv(0x04, sequence(tlv(0x01, Buffer.from([255])))))),
)

/** Makes a certificate for a name, valid for ten years around now. Without an issuer it is self-signed. */
export function makeCertificate(
  name: string,
  now: Date,
  { issuer, authority = false }: { issuer?: Certificate; authority?: boolean } = {},
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const named = (who: string) => sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(who)))))
  const time = (years: number) => {
    const at = new Date(now)
    at.setUTCFullYear(at.getUTCFullYear() + years)
    return tlv(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))
  }
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const serial = createHash('sha256').update(spki).digest().subarray(0, 8)
  serial[0] = (serial[0]! & 0x7f) | 1
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, serial),
    sha256WithRsa,
    named(issuer?.name ?? name),
    sequence(time(-1), time(9)),
    named(name),
    spki,
    ...(authority ? [isAuthority] : []),
  )
  const signature = createSign('sha256')
    .update(body)
    .sign(issuer?.key ?? privateKey)
  const der = sequence(body, sha256WithRsa, tlv(0x03, Buffer.from([0]), signature))
  const lines = der.toString('base64').match(/.{1,64}/g)!
  return { name, key: privateKey, pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n` }
}
