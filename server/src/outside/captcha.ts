import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { secondsAfter, type Clock } from '../core/clock.ts'
import type { Captcha } from '../core/services.ts'

/**
 * A captcha without a third party: the browser's altcha widget works for about half a second on a challenge that only
 * the secret's owner can have made. A solution counts once, for ten minutes.
 */

const validSeconds = 600
/** Solutions that are remembered as used. At the rate limits of public forms a node sees a fraction of it in ten minutes. */
const mostRemembered = 50_000

/** What the widget sends: base64 of this as JSON. */
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

interface Difficulty {
  /** Rounds of one try. */
  cost: number
  /** How many tries a solution takes, at least and at most. */
  tries: readonly [number, number]
}
const usual: Difficulty = { cost: 2000, tries: [400, 1600] }

/**
 * Challenges signed with `secret`; nodes that share it accept each other's. What was used is remembered by the node that
 * saw it. `verify` answers false for anything wrong and never throws.
 */
export function makeCaptcha(secret: string, clock: Clock, { cost, tries } = usual): Captcha {
  const key = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
  const secrets = { hmacSignatureSecret: key('captcha challenge'), hmacKeySignatureSecret: key('captcha solution') }
  /** Nonce of each used challenge and when it expires, in milliseconds; the oldest comes first. */
  const used = new Map<string, number>()

  function remember(nonce: string, expires: number) {
    const now = clock.now().getTime()
    for (const [old, end] of used) {
      if (end >= now && used.size < mostRemembered) break
      used.delete(old)
    }
    used.set(nonce, expires)
  }

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
      const expires = challenge.parameters.expiresAt * 1000
      if (expires < clock.now().getTime()) return false
      try {
        const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
        // Looked up after the wait, so that of two copies that arrive together one is refused.
        if (!verified || used.has(challenge.parameters.nonce)) return false
      } catch {
        return false
      }
      remember(challenge.parameters.nonce, expires)
      return true
    },
  }
}

function parse(payload: string): z.infer<typeof Payload> | undefined {
  try {
    return Payload.parse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8')))
  } catch {
    return undefined
  }
}
