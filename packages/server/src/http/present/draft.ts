import type { CallAnswer, Contract } from '@pictable/client'
import type { WatchedDraft } from '#core/ports/data/drafts.ts'
import { chosenOf, type Draft, editorOf, waiterOf } from '#core/template/draft.ts'
import { canonicalDesign, type StoredVersion, type Template } from '#core/template/template.ts'

type DraftJson = CallAnswer<Contract['drafts']['get']>
type DraftStateJson = CallAnswer<Contract['drafts']['claim']>

/** Who edits and who waits at that time: a lease that has ended is not shown. */
export function presentDraftState(draft: WatchedDraft, now: Date): DraftStateJson {
  const { templateId, revision, latestVersion, updatedAt, updatedBy } = draft
  const [editing, waiting] = [editorOf(draft, now), waiterOf(draft, now)]
  return {
    template_id: templateId,
    revision,
    latest_version: latestVersion,
    editing: editing && { session: chosenOf(editing.session), name: editing.name, until: editing.until.toISOString() },
    waiting: waiting && { session: chosenOf(waiting.session), name: waiting.name, since: waiting.since.toISOString() },
    updated_at: updatedAt?.toISOString() ?? null,
    updated_by: updatedBy,
  }
}

/** `latest`: what a draft without a change shows, and the sample values, which are not part of a draft. */
export function presentDraft(
  draft: Draft,
  latest: Pick<StoredVersion, 'version'> & Pick<Template, 'sample'> & { design: object },
  now: Date,
): DraftJson {
  const { change } = draft
  return {
    ...presentDraftState({ ...draft, latestVersion: latest.version }, now),
    has_changes: change !== null,
    base_version: change?.baseVersion ?? latest.version,
    design: canonicalDesign(change?.design ?? latest.design),
    sample: { ...latest.sample },
  }
}
