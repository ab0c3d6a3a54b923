import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { StoredImage } from './image-store.ts'

export interface Texts {
  email_message1: string
  email_message2: string
  email_message3: string
  sms_message: string
  mail_subject: string
}

export const findContent = (db: Db, site: Site, userId: number) =>
  db
    .selectFrom('email_contents')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function writeTexts(db: Db, site: Site, userId: number, texts: Partial<Texts>, now: Date): Promise<void> {
  const change = { ...texts, updated_at: now }
  await db
    .insertInto('email_contents')
    .values({ web_site_id: site.web_site_id, user_id: userId, ...change })
    .onConflict((c) => c.columns(['web_site_id', 'user_id']).doUpdateSet(change))
    .execute()
}

/** Replaces or clears the logo. */
export async function writeLogo(
  db: Db,
  site: Site,
  userId: number,
  logo: StoredImage | null,
  now: Date,
): Promise<void> {
  const change = {
    logo: logo?.name ?? null,
    logo_width: logo?.width ?? null,
    logo_height: logo?.height ?? null,
    updated_at: now,
  }
  await db
    .insertInto('email_contents')
    .values({ web_site_id: site.web_site_id, user_id: userId, ...change })
    .onConflict((c) => c.columns(['web_site_id', 'user_id']).doUpdateSet(change))
    .execute()
}
