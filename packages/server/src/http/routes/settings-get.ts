import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import type { Installation } from '#http/installation.ts'
import { presentSettings } from '#http/present/settings.ts'

export const settingsGet = (installation: Installation) =>
  bind(contract.settings.get)(async ({ world }) => ({ status: 200, body: await presentSettings(world, installation) }))
