import type { CallAnswer, Contract } from '@pictable/client'
import type { Font } from '#core/font/font.ts'

type FontJson = CallAnswer<Contract['fonts']['get']>

export function presentFont(font: Font): FontJson {
  const { axes, scripts, glyphs, format } = font.facts
  return {
    id: font.id,
    family: font.family,
    weight: font.weight,
    style: font.style,
    axes: axes.map(({ tag, min, default: usual, max }) => ({ tag, min, default: usual, max })),
    scripts,
    glyphs,
    format,
    filename: font.filename,
    bytes: font.sizeBytes,
    hash: font.hash,
    created_at: font.createdAt.toISOString(),
  }
}
