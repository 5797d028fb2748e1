import { Ellipsis, FileDown, FileUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { t } from '#dashboard/strings/tables.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'
import type { TableJson } from './grid/table.ts'
import type { RowsAsked } from './grid/use-grid-rows.ts'

const ImportInto = whenOpened(() => import('./import-into.tsx'), 'ImportInto')
const RenameTable = whenOpened(() => import('./rename-table.tsx'), 'RenameTable')
const DeleteTable = whenOpened(() => import('./delete-table.tsx'), 'DeleteTable')

/** The rows in sight as a file: the browser fetches it itself, however long it is. */
function download({ tableId, ...asked }: RowsAsked, format: 'csv' | 'jsonl'): void {
  const given = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const link = document.createElement('a')
  link.href = `/v1/tables/${tableId}/export?${new URLSearchParams([['format', format], ...given])}`
  link.download = ''
  link.click()
}

/** What one can do with a table as a whole. */
export function TableActions({ table, asked, mayWrite }: { table: TableJson; asked: RowsAsked; mayWrite: boolean }) {
  const [opened, setOpened] = useState<'import' | 'rename' | 'delete' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Menu trigger={<IconButton label={t('tables.more')} icon={<Ellipsis />} />}>
        {mayWrite && (
          <MenuItem icon={<FileUp />} onSelect={() => setOpened('import')}>
            {t('tables.import')}
          </MenuItem>
        )}
        <MenuItem icon={<FileDown />} onSelect={() => download(asked, 'csv')}>
          {t('tables.export_csv')}
        </MenuItem>
        <MenuItem icon={<FileDown />} onSelect={() => download(asked, 'jsonl')}>
          {t('tables.export_jsonl')}
        </MenuItem>
        {mayWrite && (
          <>
            <MenuLine />
            <MenuItem icon={<Pencil />} onSelect={() => setOpened('rename')}>
              {t('tables.rename')}
            </MenuItem>
            <MenuItem danger icon={<Trash2 />} onSelect={() => setOpened('delete')}>
              {t('tables.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {opened === 'import' && <ImportInto table={table} onClose={close} />}
      {opened === 'rename' && <RenameTable table={table} onClose={close} />}
      {opened === 'delete' && <DeleteTable table={table} onClose={close} />}
    </>
  )
}
