import { type Kysely, sql } from 'kysely'

const statements = [
  'alter table actions add column output_name text',
  "alter table actions add column more_outputs jsonb not null default '[]'",
  // The templates of the other outputs: none that an action uses can be deleted.
  `create table action_templates (
    action_id id not null references actions on delete cascade,
    template_id id not null references templates,
    primary key (action_id, template_id)
  )`,
  'create index action_templates_by_template on action_templates (template_id)',
  // The first output of an action stays in `outputs`, which the release before reads and writes.
  `create table more_outputs (
    action_id id not null,
    record_id id not null,
    output text not null,
    fingerprint text not null,
    image_id id not null,
    written_back boolean not null,
    primary key (action_id, record_id, output)
  ) with (fillfactor = 80)`,
  'alter table images add column output text',
  "alter table runs add column template_versions jsonb not null default '{}', add column outputs jsonb not null default '{}'",
  'alter table run_records add column outputs jsonb',
]

/** An action has several outputs. One that was stored before has one, without a name. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
