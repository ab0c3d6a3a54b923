import { getCaptcha } from '@cutaway/contract/rooms/sites/contact.ts'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Difficulty } from '../outside/captcha.ts'
import type { Person } from './world.ts'

/** The captcha in tests: puzzles of a few milliseconds, and a solver in place of the browser. */

export const easyCaptcha: Difficulty = { cost: 10, tries: [5, 20] }

/** Returns the proof that a browser sends for a challenge. */
export async function solve(challenge: unknown): Promise<string> {
  const received: Challenge = JSON.parse(JSON.stringify(challenge))
  const solution = await solveChallenge({ challenge: received, deriveKey })
  return btoa(
    JSON.stringify({ challenge: { parameters: received.parameters, signature: received.signature }, solution }),
  )
}

/** Requests a puzzle and solves it. */
export const solvedCaptcha = async (person: Person): Promise<string> => solve((await person.call(getCaptcha)).challenge)
