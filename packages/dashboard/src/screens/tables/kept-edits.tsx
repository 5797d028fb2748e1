import { useEffect, useState } from 'react'
import { t } from '#dashboard/strings/tables.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { dropKeptEdits, type KeptEdits, keptEdits } from './grid/cell-journal.ts'
import type { TableEdits } from './grid/table-edits.ts'

/** Edits that a tab took with it when it was closed: to save them now, or to drop them. */
export function KeptNotice({ tableId, edits }: { tableId: string; edits: TableEdits }) {
  const [kept, setKept] = useState<KeptEdits | null>(null)
  useEffect(() => {
    let isLeft = false
    keptEdits(tableId).then((found) => isLeft || setKept(found))
    return () => {
      isLeft = true
    }
  }, [tableId])
  if (kept === null) return null
  const drop = () => {
    setKept(null)
    return dropKeptEdits(tableId)
  }
  const take = () => {
    // This tab keeps them from here on.
    void edits.change(kept.cells)
    return drop()
  }
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 rounded-lg bg-accent-soft p-3 text-accent-ink">
      <p className="grow">
        {t('tables.kept', { count: kept.cells.length })} <Time at={kept.at} />
      </p>
      <Button size="small" onClick={drop}>
        {t('tables.drop_kept')}
      </Button>
      <Button size="small" look="primary" onClick={take}>
        {t('tables.take_kept')}
      </Button>
    </div>
  )
}
