import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** Videos of businesses: uploads with their state, texts in several languages, and captions. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table custom_videos
    add column description text not null default '',
    -- Videos that were added by their address are ready at once.
    add column state text not null default 'ready'
      check (state in ('uploading', 'waiting', 'checking', 'converting', 'ready', 'failed')),
    add column problem text,
    add column progress smallint not null default 0,
    -- Of an upload: its name under /uploads, and in the storage.
    add column folder text,
    add column files text[] not null default '{}',
    add column file_name text,
    -- What counts for the space of the business: the size that was announced, then that of the stored files.
    add column bytes double precision not null default 0,
    add column received double precision not null default 0,
    add column width int,
    add column height int,
    add column posters text[] not null default '{}',
    add column touched_at timestamptz not null default now(),
    -- The files of a deleted video have gone.
    add column purged_at timestamptz`.execute(db)
  await sql`create unique index custom_videos_by_folder on custom_videos (web_site_id, folder) where folder is not null`.execute(
    db,
  )
  await sql`create table custom_video_texts (
    web_site_id int not null,
    custom_video_id int not null,
    language_id int not null references languages,
    video_name text not null,
    description text not null default '',
    primary key (web_site_id, custom_video_id, language_id),
    foreign key (web_site_id, custom_video_id) references custom_videos on delete cascade
  )`.execute(db)
  await sql`create table custom_video_captions (
    web_site_id int not null,
    custom_video_id int not null,
    language_id int not null references languages,
    -- WebVTT.
    content text not null,
    primary key (web_site_id, custom_video_id, language_id),
    foreign key (web_site_id, custom_video_id) references custom_videos on delete cascade
  )`.execute(db)
  await tenantTables(db, 'custom_video_texts', 'custom_video_captions')
}
