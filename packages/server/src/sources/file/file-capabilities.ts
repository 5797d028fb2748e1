import type { Capabilities } from '#core/ports/source.ts'

export const pageMax = 500

/** What every source that reads files can do. Without a key, a record is known by its place. */
export const fileCapabilities = (key: string | undefined): Capabilities => ({
  views: 'none',
  page: { max: pageMax, cursor: 'resumable' },
  getMany: { max: 1000 },
  stableIds: key !== undefined,
  write: null,
  attachment: null,
  metered: false,
  changes: 'poll',
})
