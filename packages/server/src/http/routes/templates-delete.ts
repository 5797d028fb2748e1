import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'

export const templatesDelete = bind(contract.templates.delete)(async ({ world, params }) =>
  gone(await world.data.templates.delete(params.id), 'template', params.id),
)
