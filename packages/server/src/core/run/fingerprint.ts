import type { ActionOutputSettings } from '@pictable/model/output'
import type { Font } from '#core/font/font.ts'
import { fontMarks, namedFonts } from '#core/font/named-fonts.ts'
import type { Digest } from '#core/ports/digest.ts'
import type { Modification } from '#core/ports/renderer.ts'
import type { Attachment } from '#core/ports/source.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { type BoundValue, type Fields, templateValueOf } from './map-record.ts'

export interface FingerprintOptions {
  digest: Digest
  templateId: string
  templateVersion: number
  design: TemplateDesign
  output: ActionOutputSettings
  /** Every uploaded one. */
  fonts: readonly Font[]
  /** Of the renderer: raised when pixels change. */
  outputRevision: number
}

/** Raised when the rules below change what the same record is digested to. */
const rules = 1

/** A picture is known by its id, else by its URL, without the signature of one that changes with every reading. */
function pictureOf({ id, filename, sizeBytes, url, expiresAt }: Attachment) {
  if (id !== undefined) return { id }
  return { filename, sizeBytes, address: expiresAt === undefined ? url : url.split('?', 1)[0] }
}

function canonical(value: BoundValue): unknown {
  // A text that cannot be made has no image: it is no empty one.
  if (typeof value === 'object' && value !== null && 'problems' in value && value.text === null) return value.problems
  if (typeof value === 'object' && value !== null && 'rows' in value)
    return value.rows.map((row) => Object.entries(row).map(([name, cell]) => [name, canonical(cell)]))
  const first = Array.isArray(value) ? value[0] : undefined
  if (typeof first === 'object' && 'url' in first) return pictureOf(first)
  const text = templateValueOf(value)
  if (typeof text !== 'string') return text
  return text === '' ? null : text.normalize('NFC').replaceAll('\r\n', '\n')
}

/** Digests the fields of a record, and what is changed in its image alone. */
export type Fingerprint = (fields: Fields, modifications?: readonly Modification[]) => string

/** Makes the function that digests what a record's image is made of: equal fingerprints mean equal images. */
export function createFingerprint(options: FingerprintOptions): Fingerprint {
  const { digest, templateId, templateVersion, design, output, fonts, outputRevision } = options
  const {
    formats,
    quality = null,
    effort = 'balanced',
    scale = null,
    encoding,
    transparent = false,
    thumbnail,
    width,
    height,
  } = output
  const settings = [
    formats,
    quality,
    scale,
    ...(encoding === undefined ? [] : [encoding]),
    ...(transparent || thumbnail !== undefined ? [{ transparent, thumbnail }] : []),
    ...(effort === 'balanced' ? [] : [{ effort }]),
    ...(width !== undefined || height !== undefined ? [{ width, height }] : []),
  ]
  const prefix = JSON.stringify([rules, templateId, templateVersion, outputRevision, settings])
  return (fields, modifications = []) => {
    const names = Object.keys(fields).sort()
    const filled = names.map((name) => [name, canonical(fields[name] ?? null)])
    const named = namedFonts(fonts, design, filled, modifications)
    const content = named.length === 0 ? filled : [filled, fontMarks(named)]
    return digest.sha256(prefix + JSON.stringify(modifications.length === 0 ? content : { content, modifications }))
  }
}
