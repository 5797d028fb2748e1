import { contract } from '@pictable/client'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { diffDraft } from '#core/template/diff-draft.ts'
import { type Draft, type Editor, sessionOf } from '#core/template/draft.ts'
import {
  claimDraft,
  discardDraft,
  publishDraft,
  readDraft,
  releaseDraft,
  saveDraft,
} from '#core/template/edit-draft.ts'
import { published } from '#http/answers/published.ts'
import type { Caller } from '#http/caller/caller.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { storedVersion } from '#http/input/template-version.ts'
import { presentDraft, presentDraftState } from '#http/present/draft.ts'
import { presentTemplate } from '#http/present/template.ts'

/** Reads the latest version only where the draft shows it. */
async function answer(world: Pick<World, 'clock' | 'data'>, draft: Draft) {
  const { templateId, change } = draft
  const template = found(await world.data.templates.get(templateId), 'template', templateId)
  const { latestVersion, sample } = template
  const { version } = change ? { version: change } : await storedVersion(world, templateId, latestVersion)
  const latest = { version: latestVersion, design: version.design, sample }
  return { status: 200 as const, body: presentDraft(draft, latest, world.clock.now()) }
}

const editorOf = ({ id, name }: Pick<Caller, 'id' | 'name'>, session: string): Editor => ({
  session: sessionOf(id, session),
  name,
})

export const drafts = handlers(contract.drafts)({
  get: async ({ world, params }) => answer(world, await readDraft(world, params.id)),
  diff: async ({ world, params, query }) => ({ status: 200, body: await diffDraft(world, params.id, query.from) }),
  save: async ({ world, params, body, revision, caller }) => {
    const editor = editorOf(caller, body.session)
    const saved = { design: body.design, sample: body.sample, baseVersion: body.base_version, editor }
    return answer(world, await saveDraft(world, { id: params.id, revision }, saved))
  },
  discard: async ({ world, params, query, revision, caller }) => {
    const editor = editorOf(caller, query.session)
    return answer(world, await discardDraft(world, { id: params.id, revision }, editor))
  },
  claim: async ({ world, params, body, caller }) => {
    const editor = editorOf(caller, body.session)
    const draft = await claimDraft(world, params.id, { editor, takeOver: body.take_over })
    const { latestVersion } = found(await world.data.templates.get(params.id), 'template', params.id)
    return { status: 200, body: presentDraftState({ ...draft, latestVersion }, world.clock.now()) }
  },
  release: async ({ world, params, query, caller }) => {
    await releaseDraft(world, params.id, sessionOf(caller.id, query.session))
    return { status: 204, body: null }
  },
  publish: async (call) => {
    const { world, params, body, revision, caller } = call
    const by = { editor: editorOf(caller, body.session), note: body.note || null }
    const template = await publishDraft(world, { id: params.id, revision }, by)
    return published(call, (affected_actions) => ({
      status: 200 as const,
      body: { ...presentTemplate(template), affected_actions },
    }))
  },
})
