import type { z } from 'zod'
import type { Source } from '#core/ports/source.ts'

/** Told every second while requests are held up: whose vendor asked for it, and until when. */
export type OnHeld = (held: { product: string; until: Date }) => void

/** A kind of table product: one file in `sources/`, one line in its registry. */
export interface SourceKind {
  /** `airtable`, `postgres`, `table` … */
  kind: string
  title: string
  /** What it is and what one needs for it, for people who choose. */
  summary: string
  /** How this was proven: live (date, version), against the real server in CI, or only against a fake of its contract. */
  verification: string
  /**
   * Settings of a connection: also the form, the API schema and the page in the docs. The metadata of each names its role
   * (`core/connection/setting-roles.ts`).
   */
  settings: z.ZodObject
  /** `settings` were parsed by the schema above. Requests are counted for the connection. */
  open(settings: Readonly<Record<string, unknown>>, connectionId: string, onHeld?: OnHeld): Source
}

/** Tells our own database from others: there, `sql` answers `value`. */
export interface DatabaseIdentity {
  sql: string
  value: string
}

/** A file that should describe a source, and why it does not. */
export interface BrokenDescription {
  /** As in `sources/shop.json`. */
  file: string
  /** The place in the file, what is wrong there, and the fix. */
  reason: string
}

export interface Sources {
  kinds: readonly SourceKind[]
  /** Descriptions of users that cannot be used. */
  broken: readonly BrokenDescription[]
  /** @throws AppError `invalid_request` naming the kinds there are */
  kind(name: string): SourceKind
}
