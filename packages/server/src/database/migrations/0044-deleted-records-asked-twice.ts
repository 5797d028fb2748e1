import { type Kysely, sql } from 'kysely'

const statements = [
  // What the table said of a candidate, or that the record was erased. Releases before know only `state`.
  `alter table deleted_records
    add column answer text check (answer in ('outside', 'missing', 'erased')),
    add column missing_since timestamptz,
    add column is_confirmed boolean not null default false`,
  'create index deleted_records_by_answer on deleted_records (action_id, (coalesce(answer, state)), record_id)',
  // When its view was last read to the end, and when images of deleted records were given fewer days.
  'alter table actions add column listed_at timestamptz, add column delete_since timestamptz',
  'alter table outputs add column first_image_id id',
  'create index images_unpublished on images (action_id, id) where unpublished_at is not null',
  // Records that were erased, whose deliveries are yet to be deleted.
  `create table erasures (
    action_id id not null,
    record_id id not null,
    from_delivery_id id not null,
    until_delivery_id id not null,
    primary key (action_id, record_id)
  )`,
]

/** A record counts as deleted when its table was asked for it twice. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
