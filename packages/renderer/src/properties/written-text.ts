import { z } from 'zod/mini'
import { withMeta } from '#renderer/values/describe.ts'

/** A text in which a template may have expressions: `Only {{Price | currency:EUR}}`. Values are taken as they are. */
export function writtenText(maxLength: number) {
  return z.string().check(z.maxLength(maxLength)).apply(withMeta, { kind: 'text', maxLength })
}

/** The most characters of such a text. */
export function longestText(schema: z.ZodMiniType): number {
  const most = z.globalRegistry.get(schema)?.maxLength
  return typeof most === 'number' ? most : 0
}

/** True for the schema of such a text. */
export function isWrittenText(schema: z.ZodMiniType): boolean {
  return z.globalRegistry.get(schema)?.kind === 'text'
}
