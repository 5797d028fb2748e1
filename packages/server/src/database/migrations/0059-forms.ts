import { type Kysely, sql } from 'kysely'

const statements = [
  // What a form uses cannot be deleted before it.
  `create table forms (
    id id primary key,
    title text not null,
    intro text not null,
    template_id id not null references templates,
    questions jsonb not null,
    fixed_values jsonb not null,
    formats jsonb not null,
    table_id id references tables,
    action_id id references actions,
    enabled boolean not null,
    frame_ancestors jsonb not null,
    language text not null,
    submit_label text not null,
    thanks text not null,
    submissions_per_hour int not null,
    submissions_per_day int not null,
    token_hash text not null unique,
    sealed_token text not null,
    submission_count int not null default 0,
    last_submission_at timestamptz,
    revision int not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  'create index forms_by_template on forms (template_id, id)',
  'create index forms_by_table on forms (table_id) where table_id is not null',
  'create index forms_by_action on forms (action_id) where action_id is not null',
  // Without a reference: the file of an upload is deleted after its form.
  `create table form_uploads (
    id id primary key,
    form_id id not null,
    content_type text not null,
    size_bytes int not null,
    created_at timestamptz not null
  )`,
  'create index form_uploads_by_time on form_uploads (created_at, id)',
  `create table form_submissions (
    id id primary key,
    form_id id not null references forms on delete cascade,
    row_id id,
    action_id id,
    run_id id,
    batch_id id,
    created_at timestamptz not null
  )`,
  'create index form_submissions_by_form on form_submissions (form_id)',
  'create index form_submissions_by_time on form_submissions (created_at)',
]

/** Forms that anyone with their link can submit, what visitors uploaded, and what their submissions started. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}
