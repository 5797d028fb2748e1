/** Signs addresses under `/i/`, where images are rendered from the values in the address. */
export interface UrlKey {
  id: string
  name: string
  sealedSecret: string
  /** null = every template; else only these. */
  templateIds: readonly string[] | null
  /** Whether it may sign addresses that never expire. */
  allowPermanent: boolean
  /** How many images that are not there yet its addresses may have rendered. */
  rendersPerMinute: number
  rendersPerDay: number
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}
