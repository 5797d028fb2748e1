import type { RenderGate } from '#core/form/render-gate.ts'
import type { Image, ImageFile } from '#core/image/image.ts'
import type { RenderSigned } from '#core/image/signed/render-signed.ts'
import type { World } from '#core/ports/world.ts'
import type { ReceiveHook } from '#core/trigger/receive-hook.ts'
import type { EventFeed } from '#http/feed/event-feed.ts'
import type { Installation } from '#http/installation.ts'
import type { RequestLog } from './request-log.ts'

/** What the pages of forms are made with. */
export interface FormState {
  gate: RenderGate
  /** Paths of their script and style sheet; null when they were not built. */
  files: { script: string; style: string } | null
  /** Where images may come from beside this server. */
  imageOrigins: readonly string[]
}

/** What this process holds in memory for its handlers, beside the world. */
export interface ServerState {
  /** True once the server takes no new connections. */
  isClosing: () => boolean
  /** @throws AppError `unavailable` */
  checkReadiness: () => Promise<void>
  /** Drops what is cached of a key, a user or a session. */
  forget: (id: string) => void
  feed: Pick<EventFeed, 'open'>
  requestLog: RequestLog
  receiveHook: ReceiveHook
  previewImage: (world: World, image: Image) => Promise<ImageFile>
  renderSigned: RenderSigned
  installation: Installation
  forms: FormState
}
