import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The return address of a mail: `bounce+<site>.<mail>.<proof>@domain`. Whoever reports to it has seen the mail, and the
 * report needs no other hint to lead to its row. Lower case throughout, since servers on the way may change case; at most 64
 * characters before the @.
 */

export interface BouncedMail {
  webSiteId: number
  mailId: string
}

export function returnAddress({ webSiteId, mailId }: BouncedMail, domain: string, secret: string): string {
  const id = mailId.replaceAll('-', '').toLowerCase()
  return `bounce+${webSiteId}.${id}.${proof(`${webSiteId}.${id}`, secret)}@${domain}`
}

/** What a return address is about; undefined for any other address. */
export function readReturnAddress(address: string, domain: string, secret: string): BouncedMail | undefined {
  const [, site = '', id = '', given = '', at] =
    /^bounce\+(\d{1,10})\.([0-9a-f]{32})\.([0-9a-f]{16})@([a-z0-9.-]+)$/.exec(address.toLowerCase()) ?? []
  if (at !== domain.toLowerCase()) return undefined
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(proof(`${site}.${id}`, secret)))) return undefined
  const mailId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { webSiteId: Number(site), mailId }
}

function proof(of: string, secret: string): string {
  const key = createHmac('sha256', secret).update('return addresses of mail').digest()
  return createHmac('sha256', key).update(of).digest('hex').slice(0, 16)
}
