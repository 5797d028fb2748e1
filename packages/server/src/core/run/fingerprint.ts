import type { OutputSettings } from '#core/action/action.ts'
import type { Digest } from '#core/ports/digest.ts'
import type { Attachment, FieldValue } from '#core/ports/source.ts'
import { type Fields, templateValueOf } from './map-record.ts'

export interface FingerprintOptions {
  digest: Digest
  templateId: string
  templateVersion: number
  output: OutputSettings
  /** Of the renderer: raised when pixels change. */
  outputRevision: number
}

/** Raised when the rules below change what the same record is digested to. */
const rules = 1

/** A picture is known by its id: addresses of hosted tables change with every reading. */
function pictureOf({ id, filename, sizeBytes, url }: Attachment) {
  return id === undefined ? { filename, sizeBytes, address: url.split('?', 1)[0] } : { id }
}

function canonical(value: FieldValue): unknown {
  const first = Array.isArray(value) ? value[0] : undefined
  if (typeof first === 'object' && 'url' in first) return pictureOf(first)
  const text = templateValueOf(value)
  if (typeof text !== 'string') return text
  return text === '' ? null : text.normalize('NFC').replaceAll('\r\n', '\n')
}

/** Makes the function that digests what a record's image is made of: equal fingerprints mean equal images. */
export function createFingerprint(options: FingerprintOptions): (fields: Fields) => string {
  const { digest, templateId, templateVersion, output, outputRevision } = options
  const { formats, quality = null, scale = null, encoding } = output
  const settings = [formats, quality, scale, ...(encoding === undefined ? [] : [encoding])]
  const prefix = JSON.stringify([rules, templateId, templateVersion, outputRevision, settings])
  return (fields) => {
    const names = Object.keys(fields).sort()
    return digest.sha256(prefix + JSON.stringify(names.map((name) => [name, canonical(fields[name] ?? null)])))
  }
}
