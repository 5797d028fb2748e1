import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import type { RequestLog } from '#http/request-log.ts'

export const requestLogList = (log: RequestLog) =>
  bind(contract.requestLog.list)(async () => ({ status: 200, body: { results: log.list(), next: null } }))
