import { isFilled } from '@pictable/editor'
import { localeOf } from '@pictable/renderer/template'
import { Database, Minus, Plus, Unlink } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { rebound } from '#dashboard/screens/editor/data/shown-as.ts'
import { useAnyControl } from '#dashboard/screens/editor/inspector/control-context.ts'
import type { BindingProps } from '#dashboard/screens/editor/inspector/control-props.ts'
import { type Control, controlOf, isSingle, startOf } from '#dashboard/screens/editor/inspector/controls.ts'
import { type Change, type Edit, editPart, mapEdit, type Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { ResetButton } from '#dashboard/screens/editor/inspector/property-row.tsx'
import { unlink } from '#dashboard/screens/editor/inspector/unlink.ts'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { boundNames, isMixed, partAt } from '#dashboard/screens/editor/properties/values.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { useFields } from '#dashboard/screens/editor/typing/use-fields.ts'
import { fixedLocale } from '#dashboard/screens/editor/typing/written-words.ts'
import { t } from '#dashboard/strings/binding.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import {
  type Case,
  type Choice,
  isWritable,
  readChoice,
  readWhen,
  withCase,
  writeChoice,
  writeWhen,
} from './condition.ts'
import { FieldNames } from './field-names.tsx'
import { Formats } from './formats.tsx'
import { NameField } from './name-field.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { type BindingKind, isOfKind, kindOf, singleSchema, startOfKind, TEXT } from './start-of-kind.ts'
import { ThreeRecords } from './three-records.tsx'
import { type Filled, suitedField } from './unfit.ts'

export interface BindingEditorProps extends Omit<BindingProps, 'isBound' | 'isOpen' | 'onOpenChange'> {
  /** Nothing fills it any more. */
  readonly onUnlinked: () => void
}

type Bound = Omit<BindingEditorProps, 'onUnlinked'>

/** Lists have the values of several fields as entries; texts join them, and pictures show the first that is there. */
const severalFor: ReadonlySet<Control['kind'] | undefined> = new Set<Control['kind']>(['list', 'words', 'rows', 'text'])

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

/** What is there where the field or the expression gives nothing: one text, number or colour, which no list and no object is. */
function Fallback({ shown, written, edit }: Pick<Bound, 'shown' | 'written' | 'edit'>) {
  const id = useId()
  const AnyControl = useAnyControl()
  const label = t('binding.fallback')
  const fallback = partAt(written, 'fallback')
  const own = single(shown)
  const isOwn = isOfKind(fallback, own.schema)
  const part = editPart(edit.replacing(), 'fallback')
  return (
    isSingle(shown.schema) && (
      <Line id={id} label={label}>
        <div className="flex items-start gap-0.5">
          <div className="min-w-0 grow">
            <AnyControl
              {...{ id, label }}
              shown={isOwn ? own : { ...own, schema: TEXT }}
              value={fallback ?? undefined}
              edit={part}
              // The control stays what it is while another kind of value is typed over.
              isOptional={isOwn}
            />
          </div>
          {fallback !== undefined && <ResetButton label={label} edit={part} />}
        </div>
      </Line>
    )
  )
}

function FieldBinding({ label, shown, written, edit }: Bound) {
  const id = useId()
  const names = boundNames(written)
  const fields = useFields()
  const locale = useEditor(({ document }) => fixedLocale(document.design))
  const set = ([first = '', ...others]: readonly string[]) => {
    const field = others.length === 0 && fields.find(({ name }) => name === first)
    const bind = others.length > 0 ? [first, ...others] : first
    edit.replace((before) => {
      if (field) return rebound(before, field, { property: shown.name, locale, fields })
      return { ...(boundNames(before) && Object(before)), bind }
    }, 'merge')
  }
  return (
    <>
      <Line id={`${id}-field`} label={t('binding.field')}>
        <FieldNames
          id={`${id}-field`}
          names={names ?? []}
          takesSeveral={severalFor.has(controlOf(shown.schema)?.kind)}
          onChange={set}
        />
      </Line>
      {names !== null && isSingle(shown.schema) && (
        <>
          <Fallback {...{ shown, written, edit }} />
          <Formats label={label} format={partAt(written, 'format')} edit={editPart(edit.replacing(), 'format')} />
        </>
      )}
    </>
  )
}

/** Changes the value of a case of the choice that an expression is; without a case, what is used otherwise. */
const editValue = (edit: Edit, at: number | null): Edit =>
  mapEdit(edit.replacing(), (change) => (before, target) => {
    const choice = readChoice(partAt(before, 'expression'))
    if (!choice) return before
    const { cases, otherwise } = choice
    const next =
      at === null
        ? { cases, otherwise: change(otherwise, target) }
        : { otherwise, cases: cases.map((own, index) => (index === at ? withValue(own, change, target) : own)) }
    return { ...Object(before), expression: writeChoice(next) }
  })

const withValue = (own: Case, change: Change, target: Target): Case => ({ ...own, value: change(own.value, target) })

interface ChosenValueProps extends Pick<BindingEditorProps, 'label' | 'shown' | 'value' | 'edit'> {
  /** Of the property. */
  readonly whole: Edit
}

/** One value of a choice: its own, or that of a field. No expression has a list or an object of its own. */
function ChosenValue({ label, shown, value, edit, whole }: ChosenValueProps) {
  const id = useId()
  const AnyControl = useAnyControl()
  const suited = useSuitedField({ shown, edit: whole })
  const [name] = boundNames(value) ?? []
  const hasOwn = isSingle(shown.schema)
  const isField = name !== undefined || !hasOwn
  const toggle = () => {
    const next = isField ? startOf(singleSchema(shown)) : { bind: suited() }
    edit.set(() => next)
  }
  return (
    <Line id={id} label={label}>
      <div className="flex items-start gap-0.5">
        <div className="min-w-0 grow">
          {isField ? (
            <NameField
              id={id}
              label={label}
              value={name ?? ''}
              onChange={(typed) => edit.set(() => ({ bind: typed }), 'merge')}
            />
          ) : (
            <AnyControl {...{ id, label, value, edit }} shown={single(shown)} />
          )}
        </div>
        {hasOwn && (
          <IconButton
            size="small"
            label={t(isField ? 'binding.use_value' : 'binding.use_field', { name: label })}
            icon={isField ? <Unlink /> : <Database />}
            onClick={toggle}
          />
        )}
      </div>
    </Line>
  )
}

/** Values, each with the rule by which it is used. */
function ChoiceBinding({ choice, ...bound }: Bound & { choice: Choice }) {
  const { shown, edit } = bound
  const { cases, otherwise } = choice
  const longer = withCase(choice)
  const change = (next: readonly Case[]) =>
    edit.replace((before) => ({ ...Object(before), expression: writeChoice({ cases: next, otherwise }) }), 'merge')
  return (
    <>
      {cases.map((own, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a case is its place in the list
          key={at}
          aria-label={t('binding.case', { at: at + 1 })}
          className="grid gap-2 border-b border-line pb-2"
        >
          {cases.length > 1 && (
            <div className="flex items-center justify-between">
              <span className="text-xs font-medium">{t('binding.case', { at: at + 1 })}</span>
              <IconButton
                size="small"
                label={t('binding.case_remove', { at: at + 1 })}
                icon={<Minus />}
                onClick={() => change(cases.toSpliced(at, 1))}
              />
            </div>
          )}
          <RuleEditor
            rule={own.rule}
            onChange={(rule) => change(cases.with(at, { ...own, rule }))}
            fits={(rule) => isWritable({ cases: cases.with(at, { ...own, rule }), otherwise })}
          />
          <ChosenValue
            label={t('binding.then')}
            shown={shown}
            value={own.value}
            edit={editValue(edit, at)}
            whole={edit}
          />
        </fieldset>
      ))}
      <div>
        <Button
          size="small"
          look="quiet"
          icon={<Plus />}
          disabled={longer === null}
          hint={longer === null ? t('binding.case_full') : ''}
          onClick={() => longer && change(longer.cases)}
        >
          {t('binding.case_add')}
        </Button>
      </div>
      <ChosenValue
        label={t('binding.otherwise')}
        shown={shown}
        value={otherwise}
        edit={editValue(edit, null)}
        whole={edit}
      />
      <Fallback {...bound} />
    </>
  )
}

function ConditionBinding(bound: Bound) {
  const { written, edit } = bound
  const choice = readChoice(partAt(written, 'expression'))
  if (choice) return <ChoiceBinding {...bound} choice={choice} />
  const rule = readWhen(written)
  if (!rule) return <p className="text-ink-soft">{t('binding.unreadable')}</p>
  return <RuleEditor rule={rule} onChange={(next) => edit.replace(() => writeWhen(next), 'merge')} fits={() => true} />
}

/** The expression itself is in the row of the property. */
const fillings = { field: FieldBinding, condition: ConditionBinding, expression: Fallback } as const

const NO_FIELD = 'Name'

/** Finds the first field whose value a property takes, else the first one. */
function useSuitedField(filled: Filled): () => string {
  const names = useFields().map(({ name }) => name)
  const values = useEditor((state) => state.values)
  const locale = useEditor(({ document }) => localeOf(document.design, values))
  return () => suitedField(names, filled, { values, locale }) ?? names[0] ?? NO_FIELD
}

const allKinds: readonly BindingKind[] = ['field', 'condition', 'expression']

/** The ways in which a property can be filled. */
function kindsFor({ schema, name }: Shown): readonly BindingKind[] {
  // Texts have their expressions between braces, and a condition alone decides whether a layer is shown.
  return schema.kind === 'text' || name === 'visible' ? ['field', 'condition'] : allKinds
}

/** What fills a property: a field, a condition or an expression. */
export function BindingEditor({ onUnlinked, ...props }: BindingEditorProps) {
  const { label, shown, value, edit } = props
  const session = useSession()
  // Layers that are filled in several ways begin with a field.
  const written = isMixed(props.written) ? undefined : props.written
  const own = { ...props, written }
  const [first] = useFields()
  const suited = useSuitedField({ shown, edit })
  const hasOwn = !isFilled(written)
  const kind = kindOf(written)
  const Filling = fillings[kind]
  // No condition and no expression has several fields.
  const kinds = (boundNames(written)?.length ?? 0) > 1 ? [kind] : kindsFor(shown)
  const present = isMixed(value) || !hasOwn ? undefined : value
  const choose = (wanted: string) => {
    const found = allKinds.find((each) => each === wanted)
    if (!found || (found === kind && !hasOwn)) return
    // Of all layers together: to find a suited field, each field is tried.
    const start = startOfKind(found, { shown, value: present, written, suited, first: first?.name ?? NO_FIELD })
    edit.replace(() => start)
  }
  return (
    <div className="grid gap-2 p-2 text-[13px]">
      <h3 className="font-semibold">{t('inspector.binding', { name: label })}</h3>
      {kinds.length > 1 && (
        <Select
          compact
          aria-label={t('binding.kind')}
          options={[...new Set([...kinds, kind])].map((each) => ({ value: each, label: t(`binding.kind_${each}`) }))}
          value={kind}
          onChange={choose}
        />
      )}
      <Filling {...own} />
      {!hasOwn && (
        <>
          <ThreeRecords {...{ written, shown, edit }} />
          <div>
            <Button
              size="small"
              look="quiet"
              icon={<Unlink />}
              onClick={() => {
                unlink(session, { written, shown, edit })
                onUnlinked()
              }}
            >
              {t('binding.unlink')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
