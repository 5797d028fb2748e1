import { layerProperties, type PropertySchema } from '@pictable/renderer/property-schemas'
import { type ReactNode, useId } from 'react'
import { literalOf, startOfExpression } from '#dashboard/screens/editor/inspector/braces.ts'
import { useAnyControl } from '#dashboard/screens/editor/inspector/control-context.ts'
import type { BindingProps } from '#dashboard/screens/editor/inspector/control-props.ts'
import { controlOf, startOf } from '#dashboard/screens/editor/inspector/controls.ts'
import { type Edit, editPart, mapEdit } from '#dashboard/screens/editor/inspector/edit.ts'
import { type Shown, shownPart } from '#dashboard/screens/editor/inspector/presentation.ts'
import { boundNames, MIXED, partAt } from '#dashboard/screens/editor/inspector/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { type Choice, type Rule, readChoice, readWhen, writeChoice, writeWhen } from './condition.ts'
import { NameField } from './name-field.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { ThreeRecords } from './three-records.tsx'
import { useFields } from './use-fields.ts'

type EditorProps = Omit<BindingProps, 'isBound' | 'isOpen' | 'onOpenChange'>

type BindingKind = 'field' | 'condition' | 'expression'

/** How a property is filled now. */
function kindOf(written: unknown): BindingKind {
  const expression = partAt(written, 'expression')
  if (partAt(written, 'when') !== undefined || readChoice(expression)) return 'condition'
  return typeof expression === 'string' ? 'expression' : 'field'
}

/** A single value in the place of a property: a fallback is no gradient and no list. */
function singleSchema({ schema }: Shown): PropertySchema {
  const control = controlOf(schema)?.kind
  if (control === 'paint' || control === 'color') return { type: 'string', kind: 'color' }
  return ['number', 'choice', 'switch'].includes(control ?? '') ? schema : { type: 'string', maxLength: 1000 }
}

const single = (shown: Shown): Shown => {
  const { default: _, ...schema } = singleSchema(shown)
  return { ...shown, schema }
}

/** A label above its control. */
function Line({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="block text-xs leading-5 text-ink-soft">
        {label}
      </label>
      {children}
    </div>
  )
}

/** The formats of values, which every binding may have. */
const formatSchema = () => layerProperties('chart').format ?? {}

const takesFormat = ({ schema }: Shown) => ['text', 'words', 'scalar'].includes(controlOf(schema)?.kind ?? '')

function FieldBinding({ label, shown, written, edit }: EditorProps) {
  const id = useId()
  const AnyControl = useAnyControl()
  const names = boundNames(written)
  const format = partAt(written, 'format')
  const set = (name: string) =>
    name !== '' && edit.replace((before) => ({ ...(boundNames(before) && Object(before)), bind: name }), 'merge')
  const replacing = edit.replacing()
  const shownFormat = shownPart('binding', 'format', formatSchema())
  return (
    <>
      <Line id={`${id}-field`} label={t('binding.field')}>
        <NameField
          key={names?.join() ?? ''}
          id={`${id}-field`}
          label={t('binding.field')}
          value={names?.join(', ') ?? ''}
          onChange={set}
        />
      </Line>
      {names !== null && (
        <>
          <Line id={`${id}-fallback`} label={t('binding.fallback')}>
            <AnyControl
              id={`${id}-fallback`}
              label={t('binding.fallback')}
              shown={single(shown)}
              value={partAt(written, 'fallback')}
              edit={editPart(replacing, 'fallback')}
              isOptional
            />
          </Line>
          {(takesFormat(shown) || format !== undefined) && (
            <fieldset aria-label={t('binding.format_of', { name: label })} className="grid gap-1">
              <Line id={`${id}-format`} label={t('binding.format')}>
                <AnyControl
                  id={`${id}-format`}
                  label={t('binding.format')}
                  shown={shownFormat}
                  // Several formats follow each other: the first is the one that is asked for here.
                  value={Array.isArray(format) ? format[0] : format}
                  edit={firstOf(editPart(replacing, 'format'))}
                  isOptional
                />
              </Line>
            </fieldset>
          )}
        </>
      )}
    </>
  )
}

/** Of several formats the first; the others stay. */
function firstOf(edit: Edit): Edit {
  return mapEdit(edit, (change) => (before, target) => {
    if (!Array.isArray(before)) return change(before, target)
    const first = change(before[0], target)
    return first === undefined ? before.slice(1) : before.with(0, first)
  })
}

/** Changes a part of the choice that an expression is. */
const editChoice = (edit: Edit, key: 'yes' | 'no'): Edit =>
  mapEdit(edit.replacing(), (change) => (before, target) => {
    const choice = readChoice(partAt(before, 'expression'))
    if (!choice) return before
    return { ...Object(before), expression: writeChoice({ ...choice, [key]: change(choice[key], target) }) }
  })

function ConditionBinding({ shown, written, edit }: EditorProps) {
  const id = useId()
  const AnyControl = useAnyControl()
  const choice = readChoice(partAt(written, 'expression'))
  const rule = choice ?? readWhen(written)
  if (!rule) return <p className="text-ink-soft">{t('binding.too_complex')}</p>
  const change = (next: Rule) =>
    edit.replace((before) => {
      if (!choice) return writeWhen(next)
      return { ...Object(before), expression: writeChoice({ ...choice, ...next }) }
    }, 'merge')
  return (
    <>
      <RuleEditor rule={rule} onChange={change} />
      {choice &&
        (['yes', 'no'] as const).map((key) => (
          <Line key={key} id={`${id}-${key}`} label={t(`binding.${key}`)}>
            <AnyControl
              id={`${id}-${key}`}
              label={t(`binding.${key}`)}
              shown={single(shown)}
              value={choice[key]}
              edit={editChoice(edit, key)}
            />
          </Line>
        ))}
    </>
  )
}

/** What a property begins with in each way of being filled. */
function startOfKind(kind: BindingKind, { shown, value }: Pick<EditorProps, 'shown' | 'value'>, name: string): object {
  if (kind === 'field') return { bind: name }
  if (kind === 'expression') return startOfExpression(shown, value)
  const rule: Rule = { join: 'all', tests: [{ name, operator: 'notEmpty', operand: '' }] }
  if (shown.name === 'visible') return writeWhen(rule)
  const usual = literalOf(value) === undefined ? startOf(singleSchema(shown)) : value
  const choice: Choice = { ...rule, yes: usual, no: usual }
  return { expression: writeChoice(choice) }
}

const allKinds: readonly BindingKind[] = ['field', 'condition', 'expression']

/** The ways in which a property can be filled. */
function kindsFor({ schema, name }: Shown): readonly BindingKind[] {
  const control = controlOf(schema)?.kind
  const isSingle = ['number', 'scalar', 'color', 'paint', 'choice', 'switch', 'text'].includes(control ?? '')
  if (!isSingle) return ['field']
  // Texts have their expressions between braces, and a condition alone decides whether a layer is shown.
  return schema.kind === 'text' || name === 'visible' ? ['field', 'condition'] : allKinds
}

/** What fills a property: a field, a condition or an expression. */
export function BindingEditor(props: EditorProps) {
  const { label, shown, written, value, edit } = props
  const [first] = useFields()
  const isFilled = ['bind', 'expression', 'when'].some((key) => partAt(written, key) !== undefined)
  const kind = kindOf(written)
  const kinds = kindsFor(shown)
  const own = value === MIXED || isFilled ? undefined : value
  const choose = (wanted: string) => {
    const found = allKinds.find((each) => each === wanted)
    if (found && (found !== kind || !isFilled))
      edit.replace(() => startOfKind(found, { shown, value: own }, first?.name ?? 'Name'))
  }
  return (
    <div className="grid gap-2 p-2 text-[13px]">
      <h3 className="font-semibold">{t('binding.title', { name: label })}</h3>
      {kinds.length > 1 && (
        <Select
          compact
          aria-label={t('binding.kind')}
          options={[...new Set([...kinds, kind])].map((each) => ({ value: each, label: t(`binding.kind_${each}`) }))}
          value={kind}
          onChange={choose}
        />
      )}
      {kind === 'condition' ? <ConditionBinding {...props} /> : kind === 'field' ? <FieldBinding {...props} /> : null}
      {isFilled && written !== MIXED && <ThreeRecords written={written} />}
    </div>
  )
}
