import { jsonMistake } from '#dashboard/parts/source/json-mistake.ts'
import { t } from '#dashboard/strings/new-template.ts'

type Json = Record<string, unknown>

export type ReadImport = { design: Json } | { problem: string }

const objectOf = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

/** The design in what someone brings, also as an answer of the API holds it; else what keeps it from being one. */
export function readImport(source: string): ReadImport {
  if (source.trim() === '') return { problem: t('new.import_empty') }
  const mistake = jsonMistake(source)
  if (mistake) return { problem: t('new.import_line', { line: mistake.line, message: mistake.message }) }
  const json = objectOf(JSON.parse(source))
  const inside = objectOf(json?.design)
  const design = json && !('layers' in json) && inside ? inside : json
  if (!design || !Array.isArray(design.layers)) return { problem: t('new.import_no_design') }
  const name = design === inside && typeof json?.name === 'string' && !('name' in inside) ? { name: json.name } : {}
  return { design: { ...design, ...name } }
}

/** Whether a file holds no text, such as a picture. */
export const isBinary = (text: string): boolean => /[\0\ufffd]/.test(text.slice(0, 1000))

/** Where a mistake of a design is, as people count: `/layers/0/type` is "Layer 1, type". */
export function placeWords(pointer: string): string {
  const steps = pointer.split('/').filter((step) => step !== '' && step !== 'design')
  const words = steps.flatMap((step, at) => {
    if (step === 'layers' && /^\d+$/.test(steps[at + 1] ?? '')) return []
    return steps[at - 1] === 'layers' ? [t('new.import_layer', { number: Number(step) + 1 })] : [step]
  })
  return words.join(', ')
}
