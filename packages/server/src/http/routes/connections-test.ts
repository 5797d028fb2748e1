import { contract } from '@pictable/client'
import { openSource } from '#core/connection/open-source.ts'
import { AppError } from '#core/errors.ts'
import { bind } from '#http/endpoint-call.ts'

export const connectionsTest = bind(contract.connections.test)(async ({ world, params }) => {
  const source = await openSource(world, params.id)
  try {
    const { account = null, warnings } = await source.check()
    return { status: 200, body: { ok: true, account, warnings, error: null } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message } = error
    return { status: 200, body: { ok: false, account: null, warnings: [], error: { code, message } } }
  }
})
