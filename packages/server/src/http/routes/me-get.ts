import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentIdentity } from '#http/present/identity.ts'

export const meGet = bind(contract.me.get)(async ({ caller }) => ({ status: 200, body: presentIdentity(caller) }))
