/** That somebody changed something. */
export interface AuditEntry {
  id: string
  at: Date
  callerKind: string
  callerId: string
  /** As it was then. */
  callerName: string
  /** Name of the endpoint. */
  operation: string
  resourceId: string | null
  address: string
  requestId: string
}

/** How long entries are kept. */
export const auditForMs = 400 * 24 * 3_600_000
