import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { z } from 'zod'
import type { CardFacts } from './replies.ts'

/**
 * The signed texts (JWT, RS256) of Flex Microform: the capture context, with which a page loads the fields, and the
 * transient token that the fields give for a card.
 */

const Header = z.object({ alg: z.literal('RS256'), kid: z.string().min(1).max(200) })
const Key = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string(), kid: z.string() })
const Context = z.object({
  flx: z.object({ jwk: Key }),
  ctx: z
    .array(z.object({ data: z.object({ clientLibrary: z.url(), clientLibraryIntegrity: z.string().optional() }) }))
    .min(1),
  exp: z.number(),
})
const masked = z.object({ maskedValue: z.string().optional(), detectedCardTypes: z.array(z.string()).optional() })
const Transient = z.object({
  jti: z.string().min(1).max(100),
  exp: z.number(),
  content: z.object({
    paymentInformation: z.object({
      card: z.object({
        number: masked,
        expirationMonth: z.object({ value: z.string() }),
        expirationYear: z.object({ value: z.string() }),
      }),
    }),
  }),
})

/** A token that CyberSource did not sign, or whose time is over. */
export class BadToken extends Error {}

/** Returns what a capture context says, without checking its signature: it comes over TLS from CyberSource itself. */
export const readContext = (jwt: string): z.infer<typeof Context> => read(jwt, Context)

/** Returns the id of the key that a token says it was signed with. */
export const keyIdOf = (jwt: string): string => {
  const parsed = Header.safeParse(part(jwt, 0))
  if (!parsed.success) throw new BadToken('the token has no known form')
  return parsed.data.kid
}

/** Checks a token against a public key, and its time. Throws BadToken. */
export function checkToken(jwt: string, key: JsonWebKey, now: Date): void {
  keyIdOf(jwt)
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new BadToken('the token is not signed by the provider')
  const { exp } = read(jwt, z.object({ exp: z.number() }))
  if (exp * 1000 <= now.getTime()) throw new BadToken('the token has expired')
}

/** Returns the id and the card of a transient token that has been checked. */
export function readTransient(jwt: string): { jti: string; card: CardFacts } {
  const { jti, content } = read(jwt, Transient)
  const { number, expirationMonth, expirationYear } = content.paymentInformation.card
  return {
    jti,
    card: {
      brand: brands[number.detectedCardTypes?.[0] ?? ''] ?? null,
      last4: /(\d{4})$/.exec(number.maskedValue ?? '')?.[1] ?? null,
      expiryMonth: Number(expirationMonth.value),
      expiryYear: Number(expirationYear.value),
    },
  }
}

/** CyberSource's codes of card types. */
export const brands: Record<string, string> = { '001': 'visa', '002': 'mastercard', '003': 'amex', '004': 'discover' }

/** Our names of brands as CyberSource's field session spells them. */
export const networks: Record<string, string> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMEX',
  discover: 'DISCOVER',
}

function read<Schema extends z.ZodType>(jwt: string, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(part(jwt, 1))
  if (!parsed.success) throw new BadToken('the token has no known form')
  return parsed.data
}

function part(jwt: string, index: 0 | 1): unknown {
  const parts = jwt.split('.')
  if (parts.length !== 3) throw new BadToken('the token has no known form')
  try {
    return JSON.parse(Buffer.from(parts[index]!, 'base64url').toString('utf8'))
  } catch {
    throw new BadToken('the token has no known form')
  }
}
