import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'

export const serverLivez = bind(contract.server.livez)(async () => ({ status: 200, body: { live: true } }))
