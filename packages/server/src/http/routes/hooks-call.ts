import { contract } from '@pictable/client'
import type { ReceiveHook } from '#core/trigger/receive-hook.ts'
import { bind } from '#http/endpoint-call.ts'
import { limitStrangers } from '#http/limit-hook.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const hooksCall = (receiveHook: ReceiveHook) =>
  bind(contract.hooks.call)(async ({ world, client, params, query, headers, body }) => {
    await limitStrangers(world, { ...params, ...client })
    const recordIds = query.record_id === undefined ? [] : [query.record_id]
    const request = { headers, body, query: { recordIds }, signal: triggerSignal() }
    const run = await receiveHook(world, params.token, request)
    return { status: 200, body: { run_id: run?.id ?? null } }
  })
