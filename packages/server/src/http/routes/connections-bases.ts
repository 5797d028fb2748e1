import { contract } from '@pictable/client'
import { openSource } from '#core/connection/open-source.ts'
import { bind } from '#http/endpoint-call.ts'

export const connectionsBases = bind(contract.connections.bases)(async ({ world, params }) => {
  const source = await openSource(world, params.id)
  const bases = await source.listBases()
  return { status: 200, body: { results: bases.map(({ id, name }) => ({ id, name })), next: null } }
})
