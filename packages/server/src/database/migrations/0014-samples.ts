import { type Kysely, sql } from 'kysely'

const schema = `
alter table templates
  add column sample jsonb not null default '{}',
  add column width integer not null default 0,
  add column height integer not null default 0;
update templates t set width = (v.design->>'width')::integer, height = (v.design->>'height')::integer
  from template_versions v where v.template_id = t.id and v.version = t.latest_version;
`

export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(kysely)
}
