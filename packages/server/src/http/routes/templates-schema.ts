import { contract } from '@pictable/client'
import { describeDesigns } from '#core/template/describe-template.ts'
import { bind } from '#http/endpoint-call.ts'

let schema: Record<string, unknown> | undefined

export const templatesSchema = bind(contract.templates.schema)(async () => {
  schema ??= describeDesigns()
  return { status: 200, body: schema }
})
