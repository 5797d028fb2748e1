import { type TableFieldKind, tableFieldKinds } from '@pictable/model/field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { Combobox } from '#dashboard/ui/fields/combobox.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { type FieldJson, isFieldKind, type TableJson } from './grid/table.ts'
import { TableForm } from './table-form.tsx'
import { draftFields, useTableChange } from './use-table-change.ts'

const kindOptions = tableFieldKinds.map((kind) => ({ value: kind, label: t(`tables.kind_${kind}`) }))

/** The table whose rows a field links to. */
function LinkedTable(props: { value: string; onChange: (tableId: string) => void; error: string | undefined }) {
  const { value, onChange, error } = props
  const tables = useQuery(api.tables.list.all()).data?.results ?? []
  return (
    <Field label={t('tables.linked_table')} help={t('tables.linked_help')} error={error}>
      {(control) => (
        <Combobox
          {...control}
          options={tables.map(({ id, name }) => ({ value: id, label: name }))}
          value={value}
          onChange={(tableId) => onChange(tableId ?? '')}
        />
      )}
    </Field>
  )
}

interface FieldDialogProps {
  table: TableJson
  /** The one that is changed; a new one when null. */
  field: FieldJson | null
  onClose: () => void
}

/** How numbers are shown; null: as they are. */
function formatOf(currency: string) {
  const code = currency.trim().toUpperCase()
  return code === '' ? null : ({ type: 'currency', currency: code } as const)
}

/** A new field, or another name and kind for one that is there. */
export function FieldDialog({ table, field, onClose }: FieldDialogProps) {
  const [name, setName] = useState(field?.name ?? '')
  const [kind, setKind] = useState<TableFieldKind>(field && isFieldKind(field.kind) ? field.kind : 'text')
  const before = field?.format?.type === 'currency' ? field.format.currency : ''
  const [currency, setCurrency] = useState(before)
  const [linkedTableId, setLinkedTableId] = useState(field?.linked_table_id ?? '')
  const [empties, setEmpties] = useState(false)
  const change = useTableChange(table, onClose)
  const errors = fieldErrors(change.error)
  const place = field ? table.fields.findIndex(({ id }) => id === field.id) : table.fields.length
  const submit = () => {
    const others = draftFields(table)
    const draft = {
      name: name.trim(),
      kind,
      ...(currency.trim() !== before && kind === 'number' && { format: formatOf(currency) }),
      ...(kind === 'link' && linkedTableId !== '' && { linked_table_id: linkedTableId }),
    }
    const fields = field
      ? others.map((one) => (one.id === field.id ? { id: field.id, ...draft } : one))
      : [...others, draft]
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
      {kind === 'number' && (
        <TextField
          label={t('tables.currency')}
          help={t('tables.currency_help')}
          error={errors.get(`/fields/${place}/format/currency`)}
          optional
          maxLength={3}
          autoCapitalize="characters"
          value={currency}
          onChange={setCurrency}
        />
      )}
      {kind === 'link' && (
        <LinkedTable
          value={linkedTableId}
          onChange={setLinkedTableId}
          error={errors.get(`/fields/${place}/linked_table_id`) ?? errors.get(`/fields/${place}/kind`)}
        />
      )}
      {field !== null && (kind !== field.kind || (kind === 'link' && linkedTableId !== field.linked_table_id)) && (
        <CheckboxLine label={t('tables.misfits_empty')} checked={empties} onChange={setEmpties} />
      )}
    </TableForm>
  )
}
