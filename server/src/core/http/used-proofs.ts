import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Engine } from '../db/engine.ts'

/** Proofs that are valid once in the whole installation, such as solved captchas. */

export interface UsedProofs {
  /**
   * Claims a proof until it expires. Returns false if it was claimed before, on any node. It takes a connection of its
   * own, so call it before the first query of a request.
   */
  claim(proof: string, expiresAt: Date): Promise<boolean>
}

export const databaseProofs = (engine: Engine, clock: Clock): UsedProofs => ({
  async claim(proof, expiresAt) {
    if (expiresAt <= clock.now()) return false
    const connection = await engine.connect('request')
    try {
      const sql = 'insert into used_proofs (proof, expires_at) values ($1, $2::timestamptz) on conflict do nothing'
      const { affected } = await connection.query(sql, [proof, expiresAt.toISOString()], 'claim-proof')
      return affected === 1
    } finally {
      connection.release()
    }
  },
})

/** Deletes expired proofs, which would be refused because of their age anyway. */
export async function deleteExpiredProofs({ system }: Database, now: Date): Promise<void> {
  await system.deleteFrom('used_proofs').where('expires_at', '<=', now).execute()
}
