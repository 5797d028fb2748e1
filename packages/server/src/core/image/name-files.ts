import type { FileNamePattern } from '@pictable/model/file-name'
import { fileTypes } from '@pictable/model/image'
import { cutBytes, safeName } from '@pictable/model/safe-name'
import type { TemplateValue } from '@pictable/model/value'
import { ExpressionError, fillText, readWrittenText, workOfRecord } from '@pictable/renderer/expressions'

/** File systems take 255 bytes: this leaves room for a number, 12 characters of an id and the extension. */
const MAX_STEM_BYTES = 220
/** The part of it that the name of an output may have. */
const MAX_OUTPUT_BYTES = 80

/** People write the extension into the pattern; each file gets that of its own format. */
const extension = new RegExp(
  `\\.(${Object.values(fileTypes)
    .map((type) => type.extension)
    .join('|')}|jpeg)$`,
  'i',
)

/** The pattern without an extension. */
export function stemPattern(pattern: string): string {
  return pattern.replace(extension, '')
}

/** The values of a record by the names in the pattern. */
export type NamedValues = Readonly<Record<string, TemplateValue>>

/** What the files of the image of an output are called, without extension; null when nothing of the pattern has a value. */
export type NameFiles = (output: string | null) => string | null

/** `createNameFiles()` reads a stored pattern once for many records, and fills it once for the outputs of one. */
export function createNameFiles({ pattern }: FileNamePattern): (values: NamedValues) => NameFiles {
  const text = readWrittenText(stemPattern(pattern))
  const fill = (values: NamedValues) => {
    const look = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
    const scope = { look, locale: 'en', warn: () => undefined, work: workOfRecord() }
    try {
      return fillText(text, scope)
    } catch (error) {
      // A value that does not suit its expression is no reason to withhold the image.
      if (error instanceof ExpressionError) return ''
      throw error
    }
  }
  const literals = text.parts.filter((part) => typeof part === 'string').join('')
  return (values) => {
    const filled = fill(values)
    // Only what is between the fields would be left.
    const isEmpty = filled.trim() === '' || (text.names.length > 0 && filled === literals)
    return (output) => {
      if (isEmpty) return null
      const end = output === null ? '' : ` ${cutBytes(output, MAX_OUTPUT_BYTES)}`
      const most = MAX_STEM_BYTES - new TextEncoder().encode(end).length
      const stem = safeName(safeName(filled, (name) => cutBytes(name, most)) + end, (name) => name)
      return stem === '' ? null : stem
    }
  }
}
