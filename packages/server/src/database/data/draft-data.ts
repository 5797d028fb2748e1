import { escapeDesign, type TextSyntax } from '@pictable/renderer/template'
import { z } from 'zod'
import type { DraftData, WatchedDraft } from '#core/ports/data/drafts.ts'
import type { Draft } from '#core/template/draft.ts'
import type { Executor } from '#database/database.ts'
import { jsonOrNull } from '#database/parameters.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { tellOfChange } from './changes.ts'

interface DraftRow extends Pick<Draft, 'templateId' | 'revision' | 'updatedAt' | 'updatedBy'> {
  baseVersion: number | null
  editingSession: string | null
  editingName: string | null
  editingUntil: Date | null
  waitingSession: string | null
  waitingName: string | null
  waitingSince: Date | null
}

const facts = `template_id, revision, base_version, editing_session, editing_name, editing_until,
  waiting_session, waiting_name, waiting_since, updated_at, updated_by`

function toFacts(row: DraftRow): Omit<Draft, 'change'> {
  const { editingSession, editingName, editingUntil, waitingSession, waitingName, waitingSince } = row
  const { templateId, revision, updatedAt, updatedBy } = row
  const isEdited = editingSession !== null && editingName !== null && editingUntil !== null
  const isAwaited = waitingSession !== null && waitingName !== null && waitingSince !== null
  return {
    templateId,
    revision,
    editing: isEdited ? { session: editingSession, name: editingName, until: editingUntil } : null,
    waiting: isAwaited ? { session: waitingSession, name: waitingName, since: waitingSince } : null,
    updatedAt,
    updatedBy,
  }
}

interface StoredDraft extends DraftRow, TextSyntax {
  design: unknown
}

/** Whether this release knows the design, those ask who use it. */
const storedDesign = z.record(z.string(), z.unknown())

function toDraft(row: StoredDraft): Draft {
  const { baseVersion } = row
  if (baseVersion === null) return { ...toFacts(row), change: null }
  const design = escapeDesign(storedDesign.parse(row.design), row)
  return { ...toFacts(row), change: { baseVersion, design } }
}

const touch = `with changed as (
  update template_drafts set changed_at = clock_timestamp() where template_id = $1 returning template_id
) select ${tellOfChange} from changed`

const latest = `select ${facts}, (select latest_version from templates t where t.id = template_id) as latest_version
  from template_drafts order by changed_at desc limit $1`

const create = `insert into template_drafts (template_id, revision, changed_at) values ($1, 0, now())
  on conflict (template_id) do nothing`

const update = `with changed as (
  update template_drafts set revision = $2, base_version = $3, design = $4, expressions = true, links = true,
    editing_session = $5, editing_name = $6, editing_until = $7,
    waiting_session = $8, waiting_name = $9, waiting_since = $10,
    updated_at = $11, updated_by = $12, changed_at = clock_timestamp()
  where template_id = $1 returning template_id
) select ${tellOfChange} from changed`

export function draftData(executor: Executor): DraftData {
  const read = async (templateId: string, lock: '' | 'for update') => {
    const text = `select ${facts}, design, expressions, links from template_drafts where template_id = $1 ${lock}`
    const row = await rowOf<StoredDraft>(executor, text, [templateId])
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
    async touch(templateId) {
      await rowsOf(executor, touch, [templateId])
    },
    async latest(limit) {
      const rows = await rowsOf<DraftRow & Pick<WatchedDraft, 'latestVersion'>>(executor, latest, [limit])
      return rows.map((row) => ({ ...toFacts(row), latestVersion: row.latestVersion }))
    },
  }
}
