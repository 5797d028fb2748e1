import { contract } from '@pictable/client'
import { z } from 'zod'
import { bind } from '#http/endpoint-call.ts'

export const triggerKindsList = bind(contract.triggerKinds.list)(async ({ world }) => {
  const results = world.triggers.kinds.map(({ kind, title, description, settings }) => {
    const schema = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' })
    return { kind, title, description, settings: { ...schema } }
  })
  return { status: 200, body: { results, next: null } }
})
