import { MAX_TEMPLATES_BY_VALUE } from '@pictable/model/template-by'
import { Plus, Trash2 } from 'lucide-react'
import { errorAt } from '#dashboard/api/error-words.ts'
import { pointerStep } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { rowKey, sameRow, type TemplateByDraft, type ValueRow } from './draft/template-by.ts'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { useTableFields } from './draft/use-table.ts'
import { OutputTemplate } from './output-template.tsx'

const none = ''

interface TemplateByProps {
  editor: ActionEditor
  mayWrite: boolean
  /** Where errors point. */
  pointer: string
  value: TemplateByDraft | null
  onChange: (value: TemplateByDraft | null) => void
}

/** Which template each record gets: the same for all, or one by a value of theirs. */
export function TemplateBy({ editor, mayWrite, pointer, value, onChange }: TemplateByProps) {
  const { draft, errors } = editor
  const known = useTableFields(draft.place).data?.results ?? []
  const fields = known.filter(({ id, kind }) => kind !== 'attachments' || id === value?.field)
  const choose = (field: string) => {
    if (field === none) return onChange(null)
    onChange({
      field,
      rows: value?.rows ?? [{ value: '', template_id: '' }],
      otherwise: value?.otherwise ?? 'template_id',
    })
  }
  return (
    <div className="grid gap-4">
      <Field
        label={t('actions.template_by')}
        help={t('actions.template_by_help')}
        error={errorAt(errors, `${pointer}/field`)}
      >
        {(control) => (
          <Select
            {...control}
            disabled={!mayWrite}
            options={[
              { value: none, label: t('actions.template_by_none') },
              ...fields.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={value?.field ?? none}
            onChange={choose}
          />
        )}
      </Field>
      {value && <Rows {...{ mayWrite, pointer, errors, value, onChange }} />}
    </div>
  )
}

interface RowsProps extends Pick<TemplateByProps, 'mayWrite' | 'pointer' | 'onChange'> {
  errors: ActionEditor['errors']
  value: TemplateByDraft
}

/** Names both rows: the value can have one template. */
function sameError(rows: readonly ValueRow[], index: number): string | undefined {
  const first = sameRow(rows, index)
  return first < 0 ? undefined : t('actions.template_by_same', { first: first + 1, second: index + 1 })
}

function Rows({ mayWrite, pointer, errors, value, onChange }: RowsProps) {
  const { rows, otherwise } = value
  const set = (place: number, part: Partial<ValueRow>) =>
    onChange({ ...value, rows: rows.map((row, index) => (index === place ? { ...row, ...part } : row)) })
  const error = errors.get(`${pointer}/templates`)
  return (
    <>
      <ul className="grid gap-4">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value changes while it is typed
          <li key={index} className="grid items-start gap-3 sm:grid-cols-2">
            <TextField
              label={t('actions.template_by_value')}
              error={sameError(rows, index)}
              disabled={!mayWrite}
              value={row.value}
              onChange={(typed) => set(index, { value: typed })}
            />
            <span className="flex items-start justify-between gap-2">
              <OutputTemplate
                label={t('actions.template_by_template', { value: row.value })}
                chosen={row.template_id}
                error={errorAt(errors, `${pointer}/templates${pointerStep(rowKey(rows, index))}`)}
                mayWrite={mayWrite}
                onChoose={(id) => set(index, { template_id: id })}
              />
              {mayWrite && rows.length > 1 && (
                <IconButton
                  label={t('actions.template_by_remove', { value: row.value })}
                  icon={<Trash2 />}
                  onClick={() => onChange({ ...value, rows: rows.filter((_, place) => place !== index) })}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
      {mayWrite && rows.length < MAX_TEMPLATES_BY_VALUE && (
        <div>
          <Button
            size="small"
            icon={<Plus />}
            onClick={() => onChange({ ...value, rows: [...rows, { value: '', template_id: '' }] })}
          >
            {t('actions.template_by_add')}
          </Button>
        </div>
      )}
      <Field label={t('actions.template_by_otherwise')} error={errorAt(errors, `${pointer}/otherwise`)}>
        {(control) => (
          <Select
            {...control}
            disabled={!mayWrite}
            options={[
              { value: 'template_id', label: t('actions.template_by_other_template') },
              { value: 'fail', label: t('actions.template_by_other_fail') },
            ]}
            value={otherwise}
            onChange={(other) => onChange({ ...value, otherwise: other === 'fail' ? 'fail' : 'template_id' })}
          />
        )}
      </Field>
    </>
  )
}
