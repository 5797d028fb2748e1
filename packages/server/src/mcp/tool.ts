import type { Client } from '@pictable/client'
import type { Scope } from '@pictable/model/access'

/** A part of what a tool answers: words or JSON for the model to read, or a picture for it to look at. */
export type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }

/** JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>

/** Something that a model can do with a server of Pictable. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** What the key must allow; null = any key. */
  readonly scope: Scope | null
  /** Whether a key that is limited to single actions may use it. */
  readonly isForLimitedKeys: boolean
  readonly input: Schema
  readonly annotations: {
    readonly readOnlyHint: boolean
    /** Deletes, or ends, what cannot be had back. */
    readonly destructiveHint: boolean
    /** A second call with the same input changes nothing more. */
    readonly idempotentHint: boolean
    /** Reaches other systems: tables of others, webhooks. */
    readonly openWorldHint: boolean
  }
  /** The API checks the input. @throws ApiError when it refuses */
  call(client: Client, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<readonly Content[]>
}
