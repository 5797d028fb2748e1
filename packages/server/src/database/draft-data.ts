import { templateSchema } from '@pictable/renderer/template'
import type { DraftData } from '#core/ports/data/drafts.ts'
import type { Draft } from '#core/template/draft.ts'
import { tellOfChange } from './changes.ts'
import type { Executor } from './database.ts'
import { jsonOrNull } from './parameters.ts'
import { rowOf, rowsOf } from './statement.ts'

interface DraftRow {
  template_id: string
  revision: number
  base_version: number | null
  editing_session: string | null
  editing_name: string | null
  editing_until: Date | null
  waiting_session: string | null
  waiting_name: string | null
  waiting_since: Date | null
  updated_at: Date | null
  updated_by: string | null
}

const facts = `template_id, revision, base_version, editing_session, editing_name, editing_until,
  waiting_session, waiting_name, waiting_since, updated_at, updated_by`

function toFacts(row: DraftRow): Omit<Draft, 'change'> {
  const { editing_session, editing_name, editing_until, waiting_session, waiting_name, waiting_since } = row
  const isEdited = editing_session !== null && editing_name !== null && editing_until !== null
  const isAwaited = waiting_session !== null && waiting_name !== null && waiting_since !== null
  return {
    templateId: row.template_id,
    revision: row.revision,
    editing: isEdited ? { session: editing_session, name: editing_name, until: editing_until } : null,
    waiting: isAwaited ? { session: waiting_session, name: waiting_name, since: waiting_since } : null,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }
}

function toDraft(row: DraftRow & { design: unknown }): Draft {
  const { base_version: baseVersion, design } = row
  const change = baseVersion === null ? null : { baseVersion, design: templateSchema.parse(design) }
  return { ...toFacts(row), change }
}

const create = `insert into template_drafts (template_id, revision, changed_at) values ($1, 0, now())
  on conflict (template_id) do nothing`

const update = `with changed as (
  update template_drafts set revision = $2, base_version = $3, design = $4,
    editing_session = $5, editing_name = $6, editing_until = $7,
    waiting_session = $8, waiting_name = $9, waiting_since = $10,
    updated_at = $11, updated_by = $12, changed_at = clock_timestamp()
  where template_id = $1 returning template_id
) select ${tellOfChange} from changed`

export function draftData(executor: Executor): DraftData {
  const read = async (templateId: string, lock: '' | 'for update') => {
    const text = `select ${facts}, design from template_drafts where template_id = $1 ${lock}`
    const row = await rowOf<DraftRow & { design: unknown }>(executor, text, [templateId])
    return row && toDraft(row)
  }
  return {
    get: (templateId) => read(templateId, ''),
    async lock(templateId) {
      await rowsOf(executor, create, [templateId])
      const draft = await read(templateId, 'for update')
      if (draft === null) throw new Error(`the draft of ${templateId} was deleted while it was created`)
      return draft
    },
    async update({ templateId, revision, change, editing, waiting, updatedAt, updatedBy }) {
      await rowsOf(executor, update, [
        ...[templateId, revision, change?.baseVersion ?? null, jsonOrNull(change?.design)],
        ...[editing?.session ?? null, editing?.name ?? null, editing?.until ?? null],
        ...[waiting?.session ?? null, waiting?.name ?? null, waiting?.since ?? null],
        ...[updatedAt, updatedBy],
      ])
    },
    async latest(limit) {
      const text = `select ${facts} from template_drafts order by changed_at desc limit $1`
      return (await rowsOf<DraftRow>(executor, text, [limit])).map(toFacts)
    },
  }
}
