import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** Imports of users and locations from files: the file, its rows with what each does, and the remembered columns. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table imports (
    web_site_id int not null references web_sites,
    import_id int not null generated always as identity,
    kind text not null,
    businessentity_id int not null,
    user_id int not null,
    state text not null default 'uploaded',
    failure text,
    file_name text not null,
    encoding text,
    delimiter text,
    sheet text,
    other_sheets int not null default 0,
    language text not null,
    row_count int not null,
    header json not null,
    samples json not null,
    fields json not null,
    replacements json not null,
    -- The rows as compressed JSON in base64, until the import is done or abandoned.
    content text,
    counts json not null default '{"add":0,"change":0,"same":0,"refused":0}',
    invitations int not null default 0,
    progress int not null default 0,
    progress_of int not null default 0,
    check_milliseconds int,
    -- The check that counts: an older one that is still running ends.
    check_number int not null default 0,
    invite boolean not null default false,
    origin text not null default '',
    ip text not null default '',
    user_agent text not null default '',
    request_id text not null default '',
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    undone_by int,
    primary key (web_site_id, import_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index imports_by_user on imports (web_site_id, kind, user_id, created_at)`.execute(db)
  await sql`create index imports_by_time on imports (web_site_id, created_at)`.execute(db)
  await sql`create table import_rows (
    web_site_id int not null,
    import_id int not null,
    row_no int not null,
    outcome text not null,
    state text not null,
    name text not null,
    key text not null,
    problems json not null,
    changes json not null,
    -- What the row does; compared with a new plan before the import does it.
    plan json,
    target_id int,
    cells json,
    primary key (web_site_id, import_id, row_no),
    foreign key (web_site_id, import_id) references imports on delete cascade
  )`.execute(db)
  await sql`create index import_rows_by_outcome on import_rows (web_site_id, import_id, outcome, row_no)`.execute(db)
  await sql`create index import_rows_by_state on import_rows (web_site_id, import_id, state, row_no)`.execute(db)
  await sql`create table import_columns (
    web_site_id int not null references web_sites,
    businessentity_id int not null,
    kind text not null,
    header text not null,
    field text,
    primary key (web_site_id, businessentity_id, kind, header)
  )`.execute(db)
  await tenantTables(db, 'imports', 'import_rows', 'import_columns')
}
