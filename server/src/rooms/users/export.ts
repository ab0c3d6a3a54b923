import type { ExportSource } from '../../core/data-export.ts'

/** The users of a business as it takes them with it: no passwords, and nobody who was deleted. */
export const exportedUsers: ExportSource = {
  name: 'users',
  permission: 'manage_users',
  columns: [
    'user_id',
    'username',
    'first_name',
    'last_name',
    'email',
    'phone',
    'role',
    'is_employee',
    'location_id',
    'active',
    'created_at',
  ],
  async read(db, { site, businessId, after, most }) {
    const rows = await db
      .selectFrom('users')
      .select(['user_id', 'username', 'first_name', 'last_name', 'email', 'phone', 'user_access_id', 'is_employee'])
      .select(['location_id', 'active', 'created_at'])
      .where('web_site_id', '=', site.web_site_id)
      .where('businessentity_id', '=', businessId)
      .where('deleted_at', 'is', null)
      .$if(after !== null, (q) => q.where('user_id', '>', Number(after)))
      .orderBy('user_id')
      .limit(most)
      .execute()
    return rows.map((row) => ({
      key: String(row.user_id),
      cells: [
        row.user_id,
        row.username,
        row.first_name,
        row.last_name,
        row.email,
        row.phone,
        row.user_access_id,
        row.is_employee,
        row.location_id,
        row.active,
        row.created_at.toISOString(),
      ],
    }))
  },
}
