import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A key and a self-signed X.509 certificate, as DER by hand: Node reads certificates but makes none. */

export interface Certificate {
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

/** Makes a certificate for a name, valid for ten years around now. */
export function makeCertificate(name: string, now: Date): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const holder = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(name)))))
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
    holder,
    sequence(time(-1), time(9)),
    holder,
    spki,
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const der = sequence(body, sha256WithRsa, tlv(0x03, Buffer.from([0]), signature))
  const lines = der.toString('base64').match(/.{1,64}/g)!
  return { key: privateKey, pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n` }
}
