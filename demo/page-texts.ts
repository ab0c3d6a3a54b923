import type { Db } from '@cutaway/server/src/core/db/database.ts'
import type { DemoSender } from './sharing.ts'

/** What the businesses of the demo write on the customer’s page, in English. */

const english = {
  told: 'Parts are in stock',
  work: 'We do the work today',
  ready: 'You get a text when the vehicle is ready',
}

export async function insertDemoPageTexts(db: Db, senders: readonly DemoSender[], now: Date): Promise<void> {
  const words = JSON.stringify([
    { language_id: 50, ...english, prices: 'Prices include parts and labor' },
    { language_id: 49, ...english, prices: 'Prices include parts and labour' },
  ])
  await db
    .insertInto('entity_page_texts')
    .values(
      senders.map(({ web_site_id, businessentity_id }) => ({ web_site_id, businessentity_id, words, updated_at: now })),
    )
    .execute()
}
