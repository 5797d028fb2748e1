import { useState } from 'react'
import { CellContent } from '#dashboard/parts/cells/cell-content.tsx'
import { linksOf } from '#dashboard/parts/cells/cell-value.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { LinksDialog } from './grid/links-dialog.tsx'
import type { FieldJson } from './grid/table.ts'

interface RowLinksProps {
  id: string
  field: FieldJson
  value: unknown
  disabled: boolean
  onCommit: (value: unknown) => void
}

/** The rows that a row links to, and a button that chooses others. */
export function RowLinks({ id, field, value, disabled, onCommit }: RowLinksProps) {
  const [isOpen, setOpen] = useState(false)
  const { name, linked_table_id: tableId } = field
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <CellContent field={field} value={value} />
      <Button id={id} size="small" disabled={disabled} onClick={() => setOpen(true)}>
        {t('tables.links_choose')}
      </Button>
      {isOpen && tableId !== undefined && (
        <LinksDialog
          title={name}
          tableId={tableId}
          links={linksOf(value)}
          typed=""
          onSave={(links) => {
            setOpen(false)
            onCommit(links.length > 0 ? links : null)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
