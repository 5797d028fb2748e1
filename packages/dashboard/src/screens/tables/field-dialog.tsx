import { type TableFieldKind, tableFieldKinds } from '@pictable/model/field'
import { useState } from 'react'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { type FieldJson, isFieldKind, type TableJson } from './grid/table.ts'
import { TableForm } from './table-form.tsx'
import { draftFields, useTableChange } from './use-table-change.ts'

const kindOptions = tableFieldKinds.map((kind) => ({ value: kind, label: t(`tables.kind_${kind}`) }))

interface FieldDialogProps {
  table: TableJson
  /** The one that is changed; a new one when null. */
  field: FieldJson | null
  onClose: () => void
}

/** A new field, or another name and kind for one that is there. */
export function FieldDialog({ table, field, onClose }: FieldDialogProps) {
  const [name, setName] = useState(field?.name ?? '')
  const [kind, setKind] = useState<TableFieldKind>(field && isFieldKind(field.kind) ? field.kind : 'text')
  const [empties, setEmpties] = useState(false)
  const change = useTableChange(table, onClose)
  const place = field ? table.fields.findIndex(({ id }) => id === field.id) : table.fields.length
  const submit = () => {
    const before = draftFields(table)
    const draft = { name: name.trim(), kind }
    const fields = field
      ? before.map((one) => (one.id === field.id ? { id: field.id, ...draft } : one))
      : [...before, draft]
    change.save({ fields, misfits: empties ? 'empty' : 'refuse' })
  }
  return (
    <TableForm
      title={field ? t('tables.field_title', { name: field.name }) : t('tables.field_new')}
      submit={field ? t('tables.save') : t('tables.field_add')}
      change={change}
      name={{ label: t('tables.field_name'), pointer: `/fields/${place}/name`, value: name, onChange: setName }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('tables.field_kind')} help={t(`tables.help_${kind}`)}>
        {(control) => (
          <Select
            {...control}
            options={kindOptions}
            value={kind}
            onChange={(chosen) => isFieldKind(chosen) && setKind(chosen)}
          />
        )}
      </Field>
      {field !== null && kind !== field.kind && (
        <CheckboxLine label={t('tables.misfits_empty')} checked={empties} onChange={setEmpties} />
      )}
    </TableForm>
  )
}
