import { useCallback, useState } from 'react'
import * as v from 'valibot'
import { kept } from '#dashboard/api/kept.ts'
import type { FieldJson } from './table.ts'

const widthsShape = v.fallback(v.record(v.string(), v.number()), {})
const narrowestPx = 60
const widestPx = 800
const usualPx: Readonly<Record<string, number>> = {
  number: 110,
  checkbox: 90,
  date: 130,
  attachments: 170,
  rich_text: 260,
}

const keptAs = (tableId: string) => `pictable.widths.${tableId}`

function keptWidths(tableId: string): Readonly<Record<string, number>> {
  try {
    return v.parse(widthsShape, JSON.parse(kept.get(keptAs(tableId)) ?? '{}'))
  } catch {
    return {}
  }
}

/** How wide the columns of a table are, as this person left them. */
export function useColumnWidths(tableId: string) {
  const [widths, setWidths] = useState(() => keptWidths(tableId))
  const resize = useCallback(
    ({ id }: FieldJson, widthPx: number): void => {
      const width = Math.round(Math.max(narrowestPx, Math.min(widestPx, widthPx)))
      setWidths((before) => {
        const after = { ...before, [id]: width }
        kept.set(keptAs(tableId), JSON.stringify(after))
        return after
      })
    },
    [tableId],
  )
  return { widthOf: ({ id, kind }: FieldJson): number => widths[id] ?? usualPx[kind] ?? 180, resize }
}
