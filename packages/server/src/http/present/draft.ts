import type { CallAnswer, Contract } from '@pictable/client'
import type { Draft } from '#core/template/draft.ts'
import { canonicalDesign, type TemplateVersion } from '#core/template/template.ts'

type DraftJson = CallAnswer<Contract['drafts']['get']>
type DraftStateJson = CallAnswer<Contract['drafts']['claim']>

export function presentDraftState(draft: Omit<Draft, 'change'>): DraftStateJson {
  const { templateId, revision, editing, waiting, updatedAt, updatedBy } = draft
  return {
    template_id: templateId,
    revision,
    editing: editing && { session: editing.session, name: editing.name, until: editing.until.toISOString() },
    waiting: waiting && { session: waiting.session, name: waiting.name, since: waiting.since.toISOString() },
    updated_at: updatedAt?.toISOString() ?? null,
    updated_by: updatedBy,
  }
}

/** `latest`: what a draft without a change shows. */
export function presentDraft(draft: Draft, latest: TemplateVersion): DraftJson {
  const { change } = draft
  return {
    ...presentDraftState(draft),
    has_changes: change !== null,
    base_version: change?.baseVersion ?? latest.version,
    design: canonicalDesign(change?.design ?? latest.design),
  }
}
