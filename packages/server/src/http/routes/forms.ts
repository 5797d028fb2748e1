import { contract } from '@pictable/client'
import { camelKeys } from '@pictable/model/key-case'
import { createForm, rotateForm, updateForm } from '#core/form/save-form.ts'
import { found } from '#core/revision.ts'
import { gone } from '#http/answers/gone.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentForm } from '#http/present/form.ts'

export const forms = handlers(contract.forms)({
  list: async ({ world, caller, query }) => {
    const { template_id: templateId, ...page } = query
    const { results, next } = await world.data.forms.list({ ...page, templateId })
    const presented = await Promise.all(results.map((form) => presentForm(world, form, caller)))
    return { status: 200, body: { results: presented, next } }
  },
  create: async ({ world, caller, body }) => {
    const form = await createForm(world, { ...camelKeys(body), questions: body.questions.map(camelKeys) })
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
    const change = { ...camelKeys(body), questions: body.questions?.map(camelKeys) }
    const form = await updateForm(world, { id: params.id, revision }, change)
    return { status: 200, body: await presentForm(world, form, caller) }
  },
  delete: async ({ world, params }) => gone(await world.data.forms.delete(params.id), 'form', params.id),
  rotate: async ({ world, caller, params }) => ({
    status: 200,
    body: await presentForm(world, await rotateForm(world, params.id), caller),
  }),
})
