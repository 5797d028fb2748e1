import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PreviewRecord } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { Sheet } from './sheet.ts'
import { type Fit, sortByFit } from './sort-by-fit.ts'

/** Draws as long as the component is shown. */
export function useSheet(): Sheet | null {
  const session = useSession()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  useEffect(() => {
    const made = new Sheet(session)
    setSheet(made)
    return () => made.stop()
  }, [session])
  return sheet
}

const idOf = ({ record_id }: PreviewRecord) => record_id

export interface Order {
  /** In the order in which they are shown. */
  readonly records: readonly PreviewRecord[]
  /** The edits since have changed it: tiles stay where they are until one asks. */
  readonly isOld: boolean
  sortAgain(): void
}

/** Sorts once all are drawn, and stays so while the design is edited: no tile moves under the pointer. */
export function useOrder(sheet: Sheet, records: readonly PreviewRecord[], isByFit: boolean): Order {
  const ids = records.map(idOf)
  const key = JSON.stringify(ids)
  const [sorted, setSorted] = useState<{ readonly key: string; readonly ids: readonly string[] } | null>(null)
  const fitOf = (id: string): Fit | undefined => sheet.factsOf(id)?.fit
  // As text, so that a store that says the same does not render again.
  const byFit = useSyncExternalStore(sheet.subscribe, () =>
    isByFit && sheet.hasDrawn(ids) ? JSON.stringify(sortByFit(ids, fitOf)) : null,
  )
  // While tiles are drawn again, what was known last: nothing comes and goes with each edit.
  const [known, setKnown] = useState(byFit)
  if (byFit !== null && byFit !== known) setKnown(byFit)
  const isSorted = isByFit && sorted?.key === key
  if (!isByFit && sorted) setSorted(null)
  if (byFit !== null && !isSorted && isByFit) setSorted({ key, ids: JSON.parse(byFit) })
  const places = new Map((isSorted ? sorted.ids : ids).map((id, at) => [id, at] as const))
  return {
    records: records.toSorted((one, other) => (places.get(idOf(one)) ?? 0) - (places.get(idOf(other)) ?? 0)),
    isOld: isSorted && known !== null && known !== JSON.stringify(sorted.ids),
    sortAgain: () => setSorted(null),
  }
}
