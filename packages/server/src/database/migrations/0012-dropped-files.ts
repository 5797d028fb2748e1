import { type Kysely, sql } from 'kysely'

/** The function names the expression of the index: a query that writes it otherwise would read every image. */
const schema = `
create table dropped_files (
  hash text not null,
  format text not null,
  dropped_at timestamptz not null,
  taken_at timestamptz,
  deleted_at timestamptz,
  primary key (hash, format)
);
create index dropped_files_by_age on dropped_files (dropped_at) where deleted_at is null;
create function hashes_of_image(files jsonb, thumbnail jsonb) returns jsonb language sql immutable parallel safe
return jsonb_path_query_array(files || coalesce(thumbnail, '[]'), '$[*].hash');
create index images_by_hash on images using gin (hashes_of_image(files, thumbnail));
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
