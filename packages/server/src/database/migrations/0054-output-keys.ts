import { type Kysely, sql } from 'kysely'

const statements = [
  // Of the other outputs, the keys are the names until their action is saved: what was last made of them has these.
  `alter table actions add column output_key text not null default '',
    add column gone_outputs jsonb not null default '[]'`,
  'alter table more_outputs add column first_image_id id',
]

/** Each output has a key, by which what was last made of it is known; before, '' was the first one, and the others had their names. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
