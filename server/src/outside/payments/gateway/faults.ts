import { z } from 'zod'

/** The faults that a person or a test switches on: for every request to a face, whatever its card. */

export const Faults = z.strictObject({
  /** Cut the line instead of every nth reply, after the work is done; 0: never. */
  drop_every: z.coerce.number().int().min(0).max(1000).default(0),
  /** Milliseconds that every reply waits. */
  delay: z.coerce.number().int().min(0).max(60_000).default(0),
  /** Answer 503 instead of working. */
  fail: z.coerce.boolean().default(false),
  /** Refuse everything for so many seconds, from now. */
  down_for: z.coerce.number().int().min(0).max(3600).default(0),
  /** Keep webhooks instead of sending them. */
  hold_hooks: z.coerce.boolean().default(false),
})
export type Faults = z.infer<typeof Faults>

export const noFaults = (): Faults => Faults.parse({})
