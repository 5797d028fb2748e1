import { useCallback, useRef, useState } from 'react'
import type { GridModel } from './grid/grid-commands.ts'

/** Rows that are chosen one by one, or from one to another. */
export function useTicks({ rows }: Pick<GridModel, 'rows'>) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef(0)
  const { read } = rows
  const tick = useCallback(
    async (place: number, isRange: boolean) => {
      const from = isRange ? last.current : place
      last.current = place
      const ids = (await read(Math.min(from, place), Math.max(from, place))).flatMap((row) => row?.id ?? [])
      setTicked((before) => {
        const after = new Set(before)
        for (const id of ids)
          if (isRange || !before.has(id)) after.add(id)
          else after.delete(id)
        return after
      })
    },
    [read],
  )
  return { ticked, tick, untick: useCallback(() => setTicked(new Set()), []) }
}
