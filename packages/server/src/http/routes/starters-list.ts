import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'

export const startersList = bind(contract.starters.list)(async ({ world }) => {
  const starters = await world.starters.all()
  const results = starters.map(({ name, title, width, height }) => ({ name, title, width, height }))
  return { status: 200, body: { results, next: null } }
})
