import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, FileUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { errorWords, fieldErrors } from '#dashboard/api/error-words.ts'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { DeleteUnlessUsed } from '#dashboard/parts/delete-unless-used.tsx'
import { useDelete } from '#dashboard/parts/use-delete.ts'
import { t } from '#dashboard/strings/tables.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'
import type { TableJson } from './grid/table.ts'
import type { RowsAsked } from './grid/use-grid-rows.ts'
import { useTableChange } from './use-table-change.ts'

const ImportInto = whenOpened(() => import('./import-into.tsx'), 'ImportInto')

function RenameTable({ table, onClose }: { table: TableJson; onClose: () => void }) {
  const [name, setName] = useState(table.name)
  const change = useTableChange(table, onClose)
  const reason = change.error ? (fieldErrors(change.error).get('/name') ?? errorWords(change.error)) : undefined
  return (
    <FormDialog
      title={t('tables.rename')}
      submit={t('tables.save')}
      isSending={change.isSaving}
      // The field says it.
      error={null}
      onSubmit={() => change.save({ name: name.trim() })}
      onClose={onClose}
    >
      <TextField
        label={t('tables.name')}
        error={change.isStale ? t('tables.stale') : reason}
        required
        maxLength={200}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  )
}

function DeleteTable({ table, onClose }: { table: TableJson; onClose: () => void }) {
  const actions = useQuery(api.actions.list.all({ query: { table_id: table.id } })).data?.results
  const { remove, isDeleting } = useDelete(api.tables.delete.mutation(), {
    list: { to: '/tables', key: api.tables.list.key },
    done: t('tables.deleted'),
  })
  return (
    <DeleteUnlessUsed
      title={t('tables.delete_title', { name: table.name })}
      help={t('tables.delete_help')}
      usedHelp={t('tables.delete_used')}
      confirm={t('tables.delete_confirm')}
      actions={actions}
      isDeleting={isDeleting}
      onDelete={() => remove(table.id)}
      onClose={onClose}
    />
  )
}

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
        <MenuItem icon={<Download />} onSelect={() => download(asked, 'csv')}>
          {t('tables.export_csv')}
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={() => download(asked, 'jsonl')}>
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
