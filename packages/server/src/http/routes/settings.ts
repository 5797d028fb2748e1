import { contract } from '@pictable/client'
import { handlers } from '#http/endpoint/handlers.ts'
import { brandColorsSetting, nameSetting, presentSettings } from '#http/present/settings.ts'

export const settings = handlers(contract.settings)({
  get: async ({ world, server }) => ({ status: 200, body: await presentSettings(world, server.installation) }),
  update: async ({ world, body, server }) => {
    await world.data.transaction(async ({ settings: stored }) => {
      if (body.name !== undefined) await stored.set(nameSetting, body.name)
      if (body.brand_colors !== undefined) await stored.set(brandColorsSetting, body.brand_colors)
    })
    return { status: 200, body: await presentSettings(world, server.installation) }
  },
})
