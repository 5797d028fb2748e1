import type { NewId } from '#core/ids.ts'
import type { Backups } from '#core/ports/backups.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { Data } from '#core/ports/data.ts'
import type { Digest } from '#core/ports/digest.ts'
import type { EventLog } from '#core/ports/event-log.ts'
import type { FontCatalogs } from '#core/ports/font-catalogs.ts'
import type { Mailer } from '#core/ports/mail.ts'
import type { Metrics } from '#core/ports/metrics.ts'
import type { Passwords } from '#core/ports/passwords.ts'
import type { Random } from '#core/ports/random.ts'
import type { Recovery } from '#core/ports/recovery.ts'
import type { Renderer } from '#core/ports/renderer.ts'
import type { Secrets } from '#core/ports/secrets.ts'
import type { Sources } from '#core/ports/sources.ts'
import type { Starters } from '#core/ports/starters.ts'
import type { Storage } from '#core/ports/storage.ts'
import type { ReadTableFile } from '#core/ports/table-file.ts'
import type { TriggerKinds } from '#core/ports/triggers.ts'
import type { WatchChanges } from '#core/ports/watch-changes.ts'
import type { WebhookGuard } from '#core/ports/webhooks.ts'

/** Everything core asks of the world. Each use case takes the part that it needs as its first argument. */
export interface World {
  backups: Backups
  clock: Clock
  data: Data
  digest: Digest
  fontCatalogs: FontCatalogs
  log: EventLog
  /** null where the operator has set up no email. */
  mail: Mailer | null
  metrics: Metrics
  /** Layers of the sandbox that this system does not offer, each with its risk. */
  missingSandboxLayers?: readonly string[]
  newId: NewId
  passwords: Passwords
  /** Where images are reached from outside, without a slash at the end. */
  publicUrl: string
  /** Why others cannot fetch from there, such as `which only this machine can reach`; absent when nothing speaks against it. */
  publicUrlProblem?: string | undefined
  random: Random
  readTableFile: ReadTableFile
  recovery: Recovery
  renderer: Renderer
  secrets: Secrets
  sources: Sources
  starters: Starters
  storage: Storage
  triggers: TriggerKinds
  watchChanges: WatchChanges
  webhookGuard: WebhookGuard
}
