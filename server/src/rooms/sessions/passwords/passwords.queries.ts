import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** An account to which a password reset link may be mailed. */
export interface MailedAccount {
  user_id: number
  username: string
  email: string
  first_name: string
  language_id: number | null
}

const mailed = ['user_id', 'username', 'email', 'first_name', 'language_id'] as const

/** The hash of a user who logs in by another way than a password: a free trial, or a registration that is not complete. */
const noPassword = '!'

/** Finds the accounts of a name, an address or both (in lower case); several users may share an address. */
export function findAccountsToMail(
  db: Db,
  site: Site,
  who: { username?: string; email?: string },
): Promise<MailedAccount[]> {
  return db
    .selectFrom('users')
    .select(mailed)
    .where('web_site_id', '=', site.web_site_id)
    .where('deleted_at', 'is', null)
    .where('active', '=', 1)
    .where('email', '!=', '')
    .where('password_hash', '!=', noPassword)
    .$if(who.username !== undefined, (q) => q.where(sql<string>`lower(username)`, '=', who.username!))
    .$if(who.email !== undefined, (q) => q.where(sql<string>`lower(email)`, '=', who.email!))
    .orderBy('user_id')
    .limit(5)
    .execute()
}

/** Serialises reset requests of one account and counts its valid links. */
export async function countGoodLinks(db: Db, site: Site, userId: number, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`password link ${site.web_site_id} ${userId}`}, 0))`.execute(
    db,
  )
  const row = await db
    .selectFrom('password_tokens')
    .select((eb) => eb.fn.countAll().as('good'))
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(row.good)
}

export async function insertToken(
  db: Db,
  site: Site,
  token: { token_hash: string; user_id: number; expires_at: Date },
) {
  await db
    .insertInto('password_tokens')
    .values({ web_site_id: site.web_site_id, ...token })
    .execute()
}

/** Returns the owner of a valid link. An invited owner has no password yet. */
export function findTokenOwner(db: Db, site: Site, tokenHash: string, now: Date) {
  return db
    .selectFrom('password_tokens as t')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 't.web_site_id').onRef('u.user_id', '=', 't.user_id'))
    .select(['u.user_id', 'u.username'])
    .select(sql<boolean>`u.password_hash = ''`.as('is_invited'))
    .where('t.web_site_id', '=', site.web_site_id)
    .where('t.token_hash', '=', tokenHash)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .where('u.active', '=', 1)
    .executeTakeFirst()
}

/** Consumes a valid link. Of two concurrent calls one returns true. */
export async function spendToken(db: Db, site: Site, tokenHash: string, now: Date): Promise<boolean> {
  const updated = await db
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Invalidates every reset link of a user. */
export async function spendTokensOf(db: Db, site: Site, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

export async function findPasswordHash(db: Db, site: Site, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.password_hash
}

/** Sets a password and clears the forced change. Returns nothing if the account has been deleted. */
export function setPassword(
  db: Db,
  site: Site,
  userId: number,
  passwordHash: string,
): Promise<MailedAccount | undefined> {
  return db
    .updateTable('users')
    .set({ password_hash: passwordHash, required_password_change: false })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('active', '=', 1)
    .returning(mailed)
    .executeTakeFirst()
}

/** Sets the password of a forced change. Returns false if a concurrent change was first. */
export async function setRequiredPassword(db: Db, site: Site, userId: number, passwordHash: string): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set({ password_hash: passwordHash, required_password_change: false })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('required_password_change', '=', true)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
