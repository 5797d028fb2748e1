import { z } from 'zod/mini'
import { hasBraces } from '#renderer/expressions/braces.ts'
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

/** True for the schema of such a text, or of the address of a picture that is written like one. */
export function isWrittenText(schema: z.ZodMiniType): boolean {
  const { kind, isWritten } = z.globalRegistry.get(schema) ?? {}
  return kind === 'text' || isWritten === true
}

/** Whether braces in a property are expressions. A picture that is there itself, as a `data:` URL, has none. */
export function hasExpressions(text: string, schema: z.ZodMiniType): boolean {
  if (!hasBraces(text) || !isWrittenText(schema)) return false
  const isAddress = z.globalRegistry.get(schema)?.kind === 'image'
  return !(isAddress && isDataUrl(text))
}

/** Whether the text is the address of a picture that holds the picture itself. */
export const isDataUrl = (text: string) => /^\s*data:/i.test(text)
