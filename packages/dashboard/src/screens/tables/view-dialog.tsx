import { useState } from 'react'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import type { TableJson } from './grid/table.ts'
import { TableForm } from './table-form.tsx'
import { useTableChange } from './use-table-change.ts'
import { sortIn, type ViewDraft, type ViewJson } from './view.ts'
import { ViewConditions } from './view-conditions.tsx'

const unsorted = ' '
const directions = ['ascending', 'descending'] as const
const directionOptions = [
  { value: 'ascending', label: t('tables.view_up') },
  { value: 'descending', label: t('tables.view_down') },
]

interface OrderProps {
  table: TableJson
  sort: ViewDraft['sort']
  onChange: (sort: ViewDraft['sort']) => void
}

function Order({ table, sort, onChange }: OrderProps) {
  const fields = table.fields.map(({ name }) => ({ value: name, label: name }))
  return (
    <Field label={t('tables.view_sort')}>
      {(control) => (
        <div className="grid gap-2 sm:grid-cols-2">
          <Select
            {...control}
            options={[{ value: unsorted, label: t('tables.sort_none') }, ...fields]}
            value={sort?.field ?? unsorted}
            onChange={(field) =>
              onChange(field === unsorted ? null : { field, direction: sort?.direction ?? 'ascending' })
            }
          />
          {sort && (
            <Select
              aria-label={t('tables.view_direction')}
              options={directionOptions}
              value={sort.direction}
              onChange={(chosen) =>
                onChange({ ...sort, direction: directions.find((one) => one === chosen) ?? sort.direction })
              }
            />
          )}
        </div>
      )}
    </Field>
  )
}

interface ViewDialogProps {
  table: TableJson
  /** The one that is changed; a new one when null. */
  view: ViewJson | null
  /** In which order the rows are looked at now: a new view begins with it. */
  sort: string | undefined
  onSaved: (viewId: string | undefined) => void
  onClose: () => void
}

/** A new view, or another name, other rows and another order for one that is there. */
export function ViewDialog({ table, view, sort, onSaved, onClose }: ViewDialogProps) {
  const [draft, setDraft] = useState<ViewDraft>(() => view ?? { name: '', filters: [], sort: sortIn(sort) })
  const name = draft.name.trim()
  const change = useTableChange(table, ({ views }) => onSaved(views.find((one) => one.name === name)?.id))
  const place = view ? table.views.findIndex(({ id }) => id === view.id) : table.views.length
  const submit = () => {
    const { filters, sort: order } = draft
    const saved = { ...(view && { id: view.id }), name, filters, sort: order }
    change.save({ views: view ? table.views.with(place, { ...saved, id: view.id }) : [...table.views, saved] })
  }
  return (
    <TableForm
      title={view ? t('tables.view_title', { name: view.name }) : t('tables.view_new')}
      submit={view ? t('tables.save') : t('tables.view_add')}
      change={change}
      name={{
        label: t('tables.view_name'),
        placeholder: t('tables.view_example'),
        pointer: `/views/${place}/name`,
        value: draft.name,
        onChange: (typed) => setDraft({ ...draft, name: typed }),
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      <ViewConditions
        fields={table.fields}
        conditions={draft.filters}
        onChange={(filters) => setDraft({ ...draft, filters })}
      />
      <Order table={table} sort={draft.sort} onChange={(order) => setDraft({ ...draft, sort: order })} />
    </TableForm>
  )
}
