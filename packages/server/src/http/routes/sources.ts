import { contract } from '@pictable/client'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentSource } from '#http/present/source.ts'

export const sources = handlers(contract.sources)({
  list: async ({ world }) => ({
    status: 200,
    body: {
      results: world.sources.kinds.map(presentSource),
      next: null,
      ...(world.sources.broken.length > 0
        ? { broken: world.sources.broken.map(({ file, reason }) => ({ file, reason })) }
        : {}),
    },
  }),
})
