import { countMessage } from '../core/observability/metrics.ts'
import type { Services } from '../core/services.ts'
import { keepMessage, type MessageKey } from './messages/messages.queries.ts'

/**
 * The stand-in of a provider of text messages: a message stays in the table, where the outbox page shows it. Nothing leaves
 * the house, so one change of the row is the whole delivery.
 */
export async function keepInOutbox(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  key: MessageKey,
): Promise<void> {
  const isKept = await database.inTenant(key.web_site_id, (db) => keepMessage(db, key, clock.now()), {
    lane: 'background',
  })
  if (isKept) countMessage('kept')
}
