import { errorAt } from '#dashboard/api/error-words.ts'
import { type Fields, withField } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { namesOf } from './draft/auto-mapping.ts'
import type { TableField, Variable } from './draft/types.ts'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { useTableFields, useVariables } from './draft/use-table.ts'
import { targets } from './draft/write-back-targets.ts'
import { fillingOf } from './entry-words.ts'

const nowhere = ''

interface WriteBackFieldsProps {
  editor: ActionEditor
  mayWrite: boolean
  /** The cells of one output, or of the action. */
  cells: Fields
  onChange: (cells: Fields) => void
  /** As they were saved: a field that is gone is known by its name. */
  saved: object | null
  /** Where errors point, for each cell. */
  pointerOf: (key: string) => string
  /** Which are asked for. */
  isAsked: (key: string) => boolean
}

/** Which fields the outcome goes into. Only fields that can take it are offered. */
export function WriteBackFields(props: WriteBackFieldsProps) {
  const { editor, mayWrite, cells, onChange, isAsked } = props
  const { draft, errors } = editor
  const fields = useTableFields(draft.place)
  const variables = useVariables(draft)
  if (fields.isLoadingError) return <Failure error={fields.error} again={() => void fields.refetch()} />
  if (!fields.data) return <Skeleton lines={5} />
  const known = fields.data.results
  const filling = fillingFields(variables.data ?? [], { editor, known })
  if (known.every(({ takes }) => takes.length === 0))
    return <p className="text-ink-soft">{t('actions.read_only_table')}</p>
  const set = (key: string, value: unknown) => onChange(withField(cells, key, value))
  return (
    <div className="grid gap-4">
      {errors.get('/write_back') !== undefined && (
        <p role="alert" className="rounded-lg bg-bad-soft p-3 text-bad">
          {errors.get('/write_back')}
        </p>
      )}
      {targets
        .filter(({ key }) => isAsked(key))
        .map((target) => (
          <TargetField
            key={target.key}
            {...{ ...props, target, known, filling }}
            onChoose={(id) => set(target.key, id)}
          />
        ))}
      {cells.attachment !== undefined && (
        <Field label={t('actions.attachment_mode')}>
          {(control) => (
            <Select
              {...control}
              disabled={!mayWrite}
              options={[
                { value: 'replace', label: t('actions.mode_replace') },
                { value: 'append', label: t('actions.mode_append') },
              ]}
              value={cells.attachment_mode === 'append' ? 'append' : 'replace'}
              onChange={(mode) => set('attachment_mode', mode)}
            />
          )}
        </Field>
      )}
      {isAsked('refill_empty') && (
        <Refill isOn={cells.refill_empty === true} mayWrite={mayWrite} onChange={(on) => set('refill_empty', on)} />
      )}
    </div>
  )
}

interface TargetFieldProps extends WriteBackFieldsProps {
  target: (typeof targets)[number]
  known: readonly TableField[]
  /** Ids of the fields that the action reads: what is written there would overwrite its data. */
  filling: ReadonlySet<string>
  onChoose: (id: string | undefined) => void
}

function fillingFields(
  variables: readonly Variable[],
  { editor: { draft, saved }, known }: { editor: ActionEditor; known: readonly TableField[] },
): ReadonlySet<string> {
  const fillings = namesOf(variables).map(({ name }) =>
    fillingOf(name, { entry: draft.mapping[name], fields: known, saved: saved.mapping }),
  )
  const choosing = [draft.template_by, ...draft.more.map(({ template_by }) => template_by)]
  return new Set([
    ...fillings.flatMap((filling) => {
      if (filling.by === 'text') return filling.fieldIds
      return filling.by === 'field' ? [filling.field.id] : []
    }),
    ...choosing.flatMap((choice) => choice?.field ?? []),
    ...(draft.stable_urls?.field ? [draft.stable_urls.field] : []),
  ])
}

function TargetField(props: TargetFieldProps) {
  const { target, editor, cells, saved, pointerOf, known, filling, mayWrite, onChoose } = props
  const { key, label, help, needs } = target
  const { errors } = editor
  const chosen = cells[key]
  const fitting = known.filter(({ id, takes }) => takes.includes(key) && (!filling.has(id) || id === chosen))
  const isHopeless = fitting.length === 0 && chosen === undefined
  return (
    <Field
      label={label}
      help={isHopeless ? needs : help}
      error={errorAt(errors, pointerOf(key)) ?? goneWords(chosen, known, savedCell(saved, key))}
    >
      {(control) => (
        <Select
          {...control}
          disabled={!mayWrite || isHopeless}
          options={[
            { value: nowhere, label: t('actions.not_written') },
            ...fitting.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={typeof chosen === 'string' ? chosen : nowhere}
          onChange={(id) => onChoose(id === nowhere ? undefined : id)}
        />
      )}
    </Field>
  )
}

interface RefillProps {
  isOn: boolean
  mayWrite: boolean
  onChange: (isOn: true | undefined) => void
}

function Refill({ isOn, mayWrite, onChange }: RefillProps) {
  return (
    <div className="flex items-center gap-3">
      <Switch
        aria-label={t('actions.refill')}
        disabled={!mayWrite}
        checked={isOn}
        onChange={(refill) => onChange(refill || undefined)}
      />
      <span>
        <span className="block font-medium">{t('actions.refill')}</span>
        <span className="block text-[13px] text-ink-soft">{t('actions.refill_help')}</span>
      </span>
    </div>
  )
}

function savedCell(saved: object | null, key: string): object | undefined {
  const cell: unknown = saved === null ? undefined : Reflect.get(saved, key)
  return typeof cell === 'object' && cell !== null ? cell : undefined
}

/** A field that the table no longer has, by the name it had. */
function goneWords(id: unknown, known: readonly TableField[], saved: object | undefined): string | undefined {
  if (id === undefined || known.some((field) => field.id === id)) return undefined
  const ref = saved && 'field' in saved ? saved.field : saved
  const name = typeof ref === 'object' && ref !== null && 'name' in ref ? String(ref.name) : String(id)
  return known.some((field) => field.name === name) ? undefined : t('actions.field_gone', { name })
}
