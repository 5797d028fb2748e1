import { contract } from '@pictable/client'
import { z } from 'zod'
import type { SourceKind } from '#core/ports/sources.ts'
import { bind } from '#http/endpoint-call.ts'

function presentSource({ kind, title, summary, verification, settings, secretSettings }: SourceKind) {
  const schema = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' })
  return { kind, title, summary, verification, settings: { ...schema }, secret_settings: [...secretSettings] }
}

export const sourcesList = bind(contract.sources.list)(async ({ world }) => ({
  status: 200,
  body: { results: world.sources.kinds.map(presentSource), next: null },
}))
