import { type Kysely, sql } from 'kysely'

/** The ids of the fields that a write-back of an action names for the record, then for the image of an output. */
const idsIn = (ofImage: string) => `(
  select coalesce(jsonb_agg(id), '[]') from (values
    (${ofImage} #>> '{url,id}'), (${ofImage} #>> '{attachment,field,id}'),
    (a.write_back #>> '{status,id}'), (a.write_back #>> '{error,id}'), (a.write_back #>> '{renderedAt,id}')
  ) field (id) where id is not null
)`

const hasFailed = `exists (
  select from run_records r where r.image_id = o.image_id and r.record_id = o.record_id and r.state = 'failed'
)`

const statements = [
  // `written_back` stays: the release before reads and writes it.
  'alter table outputs add column written_to jsonb',
  'alter table more_outputs add column written_to jsonb',
  'alter table run_records add column emptied jsonb',
  `update outputs o set written_to = ${idsIn('a.write_back')} from actions a where a.id = o.action_id and o.written_back`,
  `update more_outputs o set written_to = ${idsIn("m -> 'writeBack'")}
  from actions a, jsonb_array_elements(a.more_outputs) m
  where a.id = o.action_id and m ->> 'name' = o.output and o.written_back`,
  // Its event was sent, unless it could not be written.
  `update outputs o set written_to = '[]', written_back = true where not written_back and not ${hasFailed}`,
  `update more_outputs o set written_to = '[]', written_back = true where not written_back and not ${hasFailed}`,
]

/** Of each image, the fields that tell of it, in place of whether all do; of a pending record, which of its cells were emptied. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
