import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { secondsAfter, type Clock } from '../core/clock.ts'
import type { UsedProofs } from '../core/http/used-proofs.ts'
import type { Captcha } from '../core/services.ts'

/**
 * A captcha without a third party: the browser's altcha widget works for about half a second on a challenge that only
 * the owner of the secret can have made. A solution is valid once, within ten minutes.
 */

const validSeconds = 600

/** The widget's payload: base64 of this as JSON. */
const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

export interface Difficulty {
  /** Rounds of one try. */
  cost: number
  /** The minimum and maximum number of tries that a solution takes. */
  tries: readonly [number, number]
}
const usual: Difficulty = { cost: 2000, tries: [400, 1600] }

/**
 * Makes a captcha whose challenges are signed with `secret`. Nodes that share the secret accept each other's
 * challenges, and `used` makes each solution valid only once on all of them. `verify` returns false for any invalid
 * payload. It throws only if the database is unreachable.
 */
export function makeCaptcha(
  secret: string,
  clock: Clock,
  used: UsedProofs,
  { cost, tries }: Difficulty = usual,
): Captcha {
  const key = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
  const secrets = { hmacSignatureSecret: key('captcha challenge'), hmacKeySignatureSecret: key('captcha solution') }

  return {
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(tries[1], tries[0]),
        deriveKey,
        expiresAt: secondsAfter(clock.now(), validSeconds),
        ...secrets,
      }),

    async verify(payload) {
      const given = parse(payload)
      if (!given) return false
      const { challenge, solution } = given
      const expiresAt = new Date(challenge.parameters.expiresAt * 1000)
      if (expiresAt <= clock.now()) return false
      if (!(await isSolved({ challenge, solution, deriveKey, ...secrets }))) return false
      return used.claim(`captcha ${challenge.parameters.nonce}`, expiresAt)
    },
  }
}

/** The library throws for a payload of another shape. */
async function isSolved(given: Parameters<typeof verifySolution>[0]): Promise<boolean> {
  try {
    return (await verifySolution(given)).verified
  } catch {
    return false
  }
}

function parse(payload: string): z.infer<typeof Payload> | undefined {
  try {
    return Payload.parse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8')))
  } catch {
    return undefined
  }
}
