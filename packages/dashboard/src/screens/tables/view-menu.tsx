import { ListFilter, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { t } from '#dashboard/strings/tables.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Menu, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'
import type { TableJson } from './grid/table.ts'

const ViewDialog = whenOpened(() => import('./view-dialog.tsx'), 'ViewDialog')
const DeleteView = whenOpened(() => import('./delete-view.tsx'), 'DeleteView')

const wholeTable = ' '

interface ViewMenuProps {
  table: TableJson
  view: string | undefined
  sort: string | undefined
  mayWrite: boolean
  onView: (view: string | undefined) => void
}

/** Which rows are looked at, and in which order: by the views of the table. */
export function ViewMenu({ table, view: chosenId, sort, mayWrite, onView }: ViewMenuProps) {
  const [opened, setOpened] = useState<'new' | 'change' | 'delete' | null>(null)
  const view = table.views.find(({ id }) => id === chosenId)
  const close = () => setOpened(null)
  const goTo = (id: string | undefined) => {
    close()
    onView(id)
  }
  return (
    <div className="flex items-center gap-2">
      {table.views.length > 0 && (
        <div className="w-44">
          <Select
            aria-label={t('tables.view')}
            options={[
              { value: wholeTable, label: t('tables.view_all') },
              ...table.views.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={view?.id ?? wholeTable}
            onChange={(value) => onView(value === wholeTable ? undefined : value)}
          />
        </div>
      )}
      {mayWrite && (
        <Menu trigger={<Button icon={<ListFilter />}>{t('tables.views')}</Button>}>
          <MenuItem icon={<Plus />} onSelect={() => setOpened('new')}>
            {t('tables.view_new')}
          </MenuItem>
          {view && (
            <>
              <MenuItem icon={<Pencil />} onSelect={() => setOpened('change')}>
                {t('tables.view_change', { name: view.name })}
              </MenuItem>
              <MenuLine />
              <MenuItem danger icon={<Trash2 />} onSelect={() => setOpened('delete')}>
                {t('tables.view_delete', { name: view.name })}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      {opened === 'new' && <ViewDialog table={table} view={null} sort={sort} onSaved={goTo} onClose={close} />}
      {opened === 'change' && view && (
        <ViewDialog table={table} view={view} sort={sort} onSaved={close} onClose={close} />
      )}
      {opened === 'delete' && view && (
        <DeleteView table={table} view={view} onDeleted={() => goTo(undefined)} onClose={close} />
      )}
    </div>
  )
}
