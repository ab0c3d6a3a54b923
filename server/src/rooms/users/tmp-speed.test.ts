import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'
import { listOf } from './testing.ts'

test('speed', async () => {
  const w = await world()
  const elena = await w.loggedIn('enterprise')
  const rosa = await w.loggedIn('regional')
  const boss = await w.loggedIn('super')
  const { businessentity_id } = await elena.me()
  await sql`insert into users (web_site_id, username, password_hash, email, first_name, last_name, user_access_id, businessentity_id, location_id)
    select 31, 'p' || n, '$argon2', 'p' || n || '@x.example', 'First' || (n * 7919 % 10007), 'Last' || n, 6, ${businessentity_id}, (select min(location_id) from locations where businessentity_id = ${businessentity_id}) + n % 6
    from generate_series(1, 10000) n`.execute(w.database.system)
  await sql`insert into logins (web_site_id, user_id, at, ip, kind) select 31, user_id, now() - random() * interval '300 days', '1.1.1.1', 'password' from users, generate_series(1, 3) where web_site_id = 31`.execute(w.database.system)
  await sql`analyze`.execute(w.database.system)
  for (const [name, p] of [['enterprise', elena], ['regional', rosa], ['super', boss]] as const)
    for (const asked of [{ size: 5 }, { size: 500 }, { search: 'last777' }, { sort: 'last_seen' }, { sort: 'status' }, { sort: 'location', descending: true }, { size: 100, page: 90 }, {user_access_id: 6}]) {
      const t = performance.now()
      const { total } = await listOf(p, { size: 25, with_lists: false, ...asked })
      console.log(name, JSON.stringify(asked), total, Math.round(performance.now() - t), 'ms')
    }
  expect(1).toBe(1)
  await w.close()
}, 60000)
