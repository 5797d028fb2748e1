import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'

export const imagesDelete = bind(contract.images.delete)(async ({ world, params }) =>
  gone((await world.data.images.delete([params.id], world.clock.now())) > 0, 'image', params.id),
)
