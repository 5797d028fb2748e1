import type { CallAnswer, Contract } from '@pictable/client'
import type { Font } from '#core/font/font.ts'

type FontJson = CallAnswer<Contract['fonts']['get']>

export function presentFont({ facts, ...font }: Font): FontJson {
  return {
    id: font.id,
    family: font.family,
    weight: font.weight,
    style: font.style,
    axes: facts.axes,
    scripts: facts.scripts,
    glyphs: facts.glyphs,
    format: facts.format,
    filename: font.filename,
    bytes: font.sizeBytes,
    hash: font.hash,
    created_at: font.createdAt.toISOString(),
  }
}
