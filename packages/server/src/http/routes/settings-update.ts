import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import type { Installation } from '#http/installation.ts'
import { nameSetting, presentSettings } from '#http/present/settings.ts'

export const settingsUpdate = (installation: Installation) =>
  bind(contract.settings.update)(async ({ world, body }) => {
    if (body.name !== undefined) await world.data.settings.set(nameSetting, body.name)
    return { status: 200, body: await presentSettings(world, installation) }
  })
