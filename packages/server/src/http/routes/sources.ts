import { contract } from '@pictable/client'
import { z } from 'zod'
import { settingsWithRole } from '#core/connection/setting-roles.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import { handlers } from '#http/handlers.ts'

function presentSource(source: SourceKind) {
  const { kind, title, summary, verification, settings } = source
  const schema = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' })
  return {
    kind,
    title,
    summary,
    verification,
    settings: { ...schema },
    secret_settings: settingsWithRole(source, 'secret'),
    destination_settings: settingsWithRole(source, 'destination'),
  }
}

export const sources = handlers(contract.sources)({
  list: async ({ world }) => ({
    status: 200,
    body: { results: world.sources.kinds.map(presentSource), next: null },
  }),
})
