import { contract } from '@pictable/client'
import { createForm, type DraftQuestion, rotateForm, updateForm } from '#core/form/save-form.ts'
import { found } from '#core/revision.ts'
import { gone } from '#http/answers/gone.ts'
import type { CallOf } from '#http/endpoint/endpoint-call.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentForm } from '#http/present/form.ts'

type CreateBody = CallOf<typeof contract.forms.create>['body']

const questionOf = ({ max_length: maxLength, ...question }: CreateBody['questions'][number]): DraftQuestion => ({
  ...question,
  maxLength,
})

type Settings = CallOf<typeof contract.forms.update>['body']

/** What a body sets, by the names of core. */
const settingsOf = (body: Settings) => ({
  title: body.title,
  intro: body.intro,
  questions: body.questions?.map(questionOf),
  values: body.values,
  formats: body.formats,
  tableId: body.table_id,
  actionId: body.action_id,
  enabled: body.enabled,
  frameAncestors: body.frame_ancestors,
  language: body.language,
  submitLabel: body.submit_label,
  thanks: body.thanks,
  submissionsPerHour: body.submissions_per_hour,
  submissionsPerDay: body.submissions_per_day,
})

export const forms = handlers(contract.forms)({
  list: async ({ world, caller, query }) => {
    const { template_id: templateId, ...page } = query
    const { results, next } = await world.data.forms.list({ ...page, templateId })
    const presented = await Promise.all(results.map((form) => presentForm(world, form, caller)))
    return { status: 200, body: { results: presented, next } }
  },
  create: async ({ world, caller, body }) => {
    const form = await createForm(world, {
      templateId: body.template_id,
      title: body.title,
      intro: body.intro,
      questions: body.questions.map(questionOf),
      values: body.values,
      formats: body.formats,
      tableId: body.table_id,
      actionId: body.action_id,
      enabled: body.enabled,
      frameAncestors: body.frame_ancestors,
      language: body.language,
      submitLabel: body.submit_label,
      thanks: body.thanks,
      submissionsPerHour: body.submissions_per_hour,
      submissionsPerDay: body.submissions_per_day,
    })
    return {
      status: 201,
      body: await presentForm(world, form, caller),
      headers: { location: `/v1/forms/${form.id}` },
    }
  },
  get: async ({ world, caller, params }) => {
    const form = found(await world.data.forms.get(params.id), 'form', params.id)
    return { status: 200, body: await presentForm(world, form, caller) }
  },
  update: async ({ world, caller, params, body, revision }) => {
    const form = await updateForm(world, { id: params.id, revision }, settingsOf(body))
    return { status: 200, body: await presentForm(world, form, caller) }
  },
  delete: async ({ world, params }) => gone(await world.data.forms.delete(params.id), 'form', params.id),
  rotate: async ({ world, caller, params }) => ({
    status: 200,
    body: await presentForm(world, await rotateForm(world, params.id), caller),
  }),
})
