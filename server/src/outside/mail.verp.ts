import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The return address of a mail (VERP): `bounce+<reference>.<proof>@domain`. It identifies the mail without any other
 * information, and only a server that has seen the mail knows the address. It is in lower case, since servers on the
 * path may change the case, and has at most 64 characters before the @.
 */

/** Returns the return address for a reference of lower-case letters, figures and dots. */
export function returnAddress(reference: string, domain: string, secret: string): string {
  return `bounce+${reference}.${proof(reference, secret)}@${domain}`
}

/** Returns the reference of a return address; undefined for any other address. */
export function readReturnAddress(address: string, domain: string, secret: string): string | undefined {
  const [, reference = '', given = '', at] =
    /^bounce\+([0-9a-z.]{1,44})\.([0-9a-f]{16})@([a-z0-9.-]+)$/.exec(address.toLowerCase()) ?? []
  if (at !== domain.toLowerCase()) return undefined
  return timingSafeEqual(Buffer.from(given), Buffer.from(proof(reference, secret))) ? reference : undefined
}

function proof(of: string, secret: string): string {
  const key = createHmac('sha256', secret).update('return addresses of mail').digest()
  return createHmac('sha256', key).update(of).digest('hex').slice(0, 16)
}
