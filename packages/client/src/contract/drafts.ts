import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, time, versionNumber, wholeNumberText } from './primitives.ts'
import { design, exampleDesign } from './template-previews.ts'
import { publishedTemplate, publishNote, sample, templateChanges } from './templates.ts'

const session = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/)
  .meta({ description: 'Id that the editor chooses when it opens, one per tab', examples: ['b7c1e2f09d34'] })

const facts = {
  template_id: z.string(),
  revision: z.int().meta({ description: 'Counts the changes of the draft; 0 before the first' }),
  latest_version: z
    .int()
    .meta({ description: 'Latest version of the template; newer than `base_version` after a push' }),
  editing: z
    .strictObject({ session, name: z.string(), until: time })
    .nullable()
    .meta({ description: 'Editor that may save, and the end of its lease; null when no one is editing' }),
  waiting: z
    .strictObject({ session, name: z.string(), since: time })
    .nullable()
    .meta({ description: 'Editor that asked to take over' }),
  updated_at: time.nullable(),
  updated_by: z.string().nullable().meta({ description: 'Name of the user or API key that saved last' }),
}

/** A draft without its design, for those who follow it. */
export const draftState = z.strictObject(facts).meta({ id: 'TemplateDraftState' })

const draft = z
  .strictObject({
    ...facts,
    has_changes: z.boolean().meta({ description: 'False when the draft is equal to a version' }),
    base_version: z.int().meta({ description: 'Version that the draft changes' }),
    design: design.meta({ description: 'Design of the draft; without changes, that of the latest version' }),
    sample,
  })
  .meta({ id: 'TemplateDraft' })

const bySession = z.strictObject({ session })

export const drafts = {
  get: endpoint({
    name: 'drafts-get',
    method: 'GET',
    path: '/v1/templates/:id/draft',
    summary: 'Retrieve the draft of a template',
    description: 'A template has one draft: the changes of its editor that are not saved as a version yet.',
    scope: 'read',
    params: idParams,
    answers: { 200: draft },
    errors: ['not_found'],
  }),
  diff: endpoint({
    name: 'drafts-diff',
    method: 'GET',
    path: '/v1/templates/:id/draft/diff',
    summary: 'Compare a version with the draft of a template',
    description: 'Returns what publishing the draft changes.',
    scope: 'read',
    params: idParams,
    query: z.strictObject({
      from: wholeNumberText(1, 999_999_999).exactOptional().meta({
        description: 'Default: the published version, else the one that the draft changes',
      }),
    }),
    answers: {
      200: z
        .strictObject({
          from: z.int(),
          revision: z.int().meta({ description: 'Revision of the draft that was compared' }),
          changes: templateChanges,
        })
        .meta({ id: 'TemplateDraftDiff' }),
    },
    errors: ['not_found'],
  }),
  save: endpoint({
    name: 'drafts-save',
    method: 'PUT',
    path: '/v1/templates/:id/draft',
    summary: 'Save the draft of a template',
    description:
      'Creates no version and no entry in the audit log. The first save claims a lease of 15 seconds, and each save renews it. Until it ends, other editors get 409. Send the ETag of the draft as `If-Match`.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({
        session,
        base_version: versionNumber,
        design,
        sample: sample.exactOptional().meta({
          description:
            'Values for previews of the design. They are saved with the template, not published. Default: unchanged',
        }),
      })
      .meta({
        id: 'TemplateDraftSave',
        examples: [{ session: 'b7c1e2f09d34', base_version: 1, design: exampleDesign }],
      }),
    answers: { 200: draft },
    errors: ['not_found', 'draft_in_use'],
    ifMatch: true,
    isContinuous: true,
  }),
  discard: endpoint({
    name: 'drafts-discard',
    method: 'DELETE',
    path: '/v1/templates/:id/draft',
    summary: 'Discard the draft of a template',
    scope: 'write',
    params: idParams,
    query: bySession,
    answers: { 200: draft },
    errors: ['not_found', 'draft_in_use'],
    ifMatch: true,
  }),
  claim: endpoint({
    name: 'drafts-claim',
    method: 'POST',
    path: '/v1/templates/:id/draft/lease',
    summary: 'Claim or renew the lease of a draft',
    description:
      '`editing` in the response names the holder. With `take_over`, the holder is asked to save and release it; repeat the request until you hold it. A holder that does not release it loses it after 3 seconds.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({ session, take_over: z.boolean().default(false) })
      .meta({ id: 'TemplateDraftClaim', examples: [{ session: 'b7c1e2f09d34', take_over: true }] }),
    answers: { 200: draftState },
    errors: ['not_found'],
    isContinuous: true,
  }),
  release: endpoint({
    name: 'drafts-release',
    method: 'DELETE',
    path: '/v1/templates/:id/draft/lease',
    summary: 'Release the lease of a draft',
    description: 'The lease passes to the editor that asked to take over, if there is one.',
    scope: 'write',
    params: idParams,
    query: bySession,
    answers: { 204: null },
    errors: ['not_found'],
    isContinuous: true,
  }),
  publish: endpoint({
    name: 'drafts-publish',
    method: 'POST',
    path: '/v1/templates/:id/draft/publish',
    summary: 'Publish the draft of a template',
    description:
      'Saves the draft as a version, publishes it and clears the draft, in one transaction. If a version was saved since the draft began, the response is 412: merge it first.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({
        session,
        note: publishNote,
      })
      .meta({ id: 'TemplateDraftPublish', examples: [{ session: 'b7c1e2f09d34', note: 'Larger price' }] }),
    answers: { 200: publishedTemplate },
    errors: ['not_found', 'conflict', 'draft_in_use'],
    ifMatch: true,
  }),
}
