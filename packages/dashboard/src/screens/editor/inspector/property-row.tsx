import { isFilled } from '@pictable/editor'
import { Database, RotateCcw, Unlink } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, use, useId, useState } from 'react'
import { thumbnailOf } from '#dashboard/parts/cells/cell-value.ts'
import { partKeys } from '#dashboard/screens/editor/commands/part-keys.ts'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { isChanged, isMixed, partAt } from '#dashboard/screens/editor/properties/values.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { isPressed } from '#dashboard/ui/fields/keys.ts'
import { startOfExpression } from './braces.ts'
import { Computed } from './computed.tsx'
import { BindingContext, useAnyControl } from './control-context.ts'
import type { ControlProps, OpenBinding } from './control-props.ts'
import { controlOf, isSingle, numberControlOf } from './controls.ts'
import type { Edit } from './edit.ts'
import { stepped } from './number-control.tsx'
import { onInvalidOf, unlink, valuesNow } from './unlink.ts'
import { useScrub } from './use-scrub.ts'
import { filledBy, valueWords } from './value-words.ts'

/** What no record changes: references to layers, aids of the editor, files of fonts. */
const FIXED_PARENTS: ReadonlySet<string> = new Set(['anchor', 'mask', 'editor', 'fonts'])

interface PropertyRowProps extends Pick<ControlProps, 'whole' | 'isCalm'> {
  readonly shown: Shown
  readonly written: unknown
  /** Written, else what the format does by itself. */
  readonly value: unknown
  readonly edit: Edit
  readonly isOptional: boolean
  /** An expression may take its place. */
  readonly isComputable?: boolean
  /** Why it cannot be changed here. */
  readonly reason?: string | undefined
  /** Its title is that of the section. */
  readonly isBare?: boolean
  /** Of an entry of a list. Default: the title of the property. */
  readonly label?: string
  /** Of its control. */
  readonly id?: string
  /** Whether its binding is open, where something else opens it too. */
  readonly binding?: OpenBinding | undefined
}

interface FilledProps extends Pick<ControlProps, 'label' | 'shown' | 'edit'> {
  readonly written: unknown
  /** Opens the binding. */
  readonly onOpen: (() => void) | undefined
}

/** What a record fills: the names of the fields and what is there now. */
function Filled({ written, label, shown, edit, onOpen }: FilledProps) {
  const session = useSession()
  const values = useEditor((state) => state.values)
  const design = useEditor(({ document }) => document.design)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const onInvalid = useEditor(onInvalidOf)
  const [now] = valuesNow(written, shown, { values, design, onInvalid })
  const picture = typeof now === 'string' && shown.schema.kind === 'image' ? thumbnailOf({ url: now }) : null
  const Chip = onOpen ? 'button' : 'span'
  return (
    <fieldset aria-label={label} className="flex min-w-0 items-center gap-1">
      <Chip
        // By keyboard, the button beside the label does the same.
        {...(onOpen && { type: 'button', tabIndex: -1, onClick: onOpen })}
        dir="auto"
        className="flex h-7 min-w-0 grow items-center gap-1.5 rounded-md border border-accent/40 bg-accent-soft px-2 text-accent-ink [&_svg]:size-3.5 [&_svg]:shrink-0"
      >
        <Database aria-hidden />
        <span className="max-w-3/5 shrink-0 truncate font-medium">{filledBy(written)}</span>
        {picture === null ? (
          <span className="min-w-8 truncate text-ink-soft">
            {now === undefined ? t('inspector.field_empty') : valueWords(now)}
          </span>
        ) : (
          <img src={picture} alt="" className="size-5 rounded-sm object-cover" />
        )}
      </Chip>
      {!isReadOnly && (
        <IconButton
          size="small"
          label={t('inspector.unbind', { name: label })}
          icon={<Unlink />}
          onClick={() => unlink(session, { written, shown, edit })}
        />
      )}
    </fieldset>
  )
}

const isWide = (kind: string | undefined) => kind !== undefined && ['list', 'object', 'variants', 'map'].includes(kind)

interface BodyProps extends Omit<PropertyRowProps, 'id' | 'label'>, Pick<ControlProps, 'id' | 'label'> {
  readonly isReadOnly: boolean
  readonly mayBind: boolean
  readonly onOpen: (isOpen: true) => void
}

/** What a property is: the field that fills it, words for those who only read, or its control. */
function Body({ written, isReadOnly, reason, isBare = false, mayBind, onOpen, ...control }: BodyProps) {
  const AnyControl = useAnyControl()
  const session = useSession()
  const { id, label, shown, value, edit } = control
  const expression = partAt(written, 'expression')
  if (typeof expression === 'string' && !isMixed(value) && !isReadOnly) {
    return (
      <Computed
        {...{ id, label, shown, edit, expression }}
        onUnlink={() => unlink(session, { written, shown, edit })}
      />
    )
  }
  if (isFilled(written) && !isMixed(value)) {
    const open = mayBind ? () => onOpen(true) : undefined
    return <Filled {...{ written, label, shown, edit }} onOpen={open} />
  }
  if (isReadOnly || reason !== undefined) {
    return (
      <p id={id} dir="auto" title={reason} className="flex min-h-7 items-center wrap-anywhere text-ink">
        {isMixed(value) ? t('inspector.mixed') : valueWords(value, shown)}
      </p>
    )
  }
  return (
    <div className={!isBare && isWide(controlOf(shown.schema)?.kind) ? 'border-s-2 border-line ps-2' : undefined}>
      <AnyControl {...control} />
    </div>
  )
}

/** Whether it is offered to compute a property. Texts have their expressions between braces. */
const offersExpression = ({ schema }: Shown): boolean => isSingle(schema) && schema.kind !== 'text'

/** Computes the property of each layer by an expression that makes the value it has, and lets it be typed. */
function startComputing({ edit, shown }: Pick<ControlProps, 'edit' | 'shown'>, id: string): void {
  const change = (before: unknown) => (isFilled(before) ? before : startOfExpression(shown, before))
  if (edit.problem(change) !== undefined) return
  edit.replace(change)
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}

/** Removes a value, so that the default holds. */
export function ResetButton({ label, edit }: Pick<ControlProps, 'label' | 'edit'>) {
  return (
    <IconButton
      size="small"
      label={t('inspector.reset', { name: label })}
      icon={<RotateCcw />}
      onClick={() => edit.set(() => undefined)}
    />
  )
}

interface RowHeadProps extends Pick<ControlProps, 'id' | 'label' | 'shown' | 'edit'> {
  readonly isBare: boolean
  readonly isInLine: boolean
  /** The button that binds it. */
  readonly binding: ReactNode
  readonly isBound: boolean
  /** The binding is open. */
  readonly isBinding: boolean
  readonly mayReset: boolean
  /** Where dragging the label changes a number. */
  readonly scrub: ReturnType<typeof useScrub> | undefined
}

/** The label of a property, and what can be done with the property as a whole. */
function RowHead(props: RowHeadProps) {
  const { id, label, shown, edit, isBare, isInLine, binding, isBound, isBinding, mayReset, scrub } = props
  return (
    <div className={classNames(isBare ? 'sr-only' : 'relative flex h-[20px] items-center', isInLine && 'grow')}>
      <label
        htmlFor={id}
        title={shown.schema.description}
        onPointerDown={scrub?.onPointerDown}
        className={classNames(
          'min-w-0 truncate text-xs text-ink-soft select-none',
          scrub && 'cursor-ew-resize touch-none',
        )}
      >
        {label}
      </label>
      {/* Over the end of the label: what is not seen takes no room. */}
      <span
        className={classNames(
          'absolute inset-y-0 end-0 z-10 flex items-center bg-ground ps-1',
          !isBound && !isBinding && 'tools',
        )}
      >
        {binding}
        {mayReset && <ResetButton label={label} edit={edit} />}
      </span>
    </div>
  )
}

/** What can be done with an entry of a list, whose label is not seen. */
function Beside({ what, children }: { what: ReactNode; children: ReactNode }) {
  if (!what) return children
  return (
    <div className="flex items-start gap-0.5">
      <div className="min-w-0 grow">{children}</div>
      {what}
    </div>
  )
}

const mayBeComputed = ({ isComputable = false, shown }: PropertyRowProps): boolean =>
  isComputable && !FIXED_PARENTS.has(shown.parent ?? '')

/** A property: its label, what it is, and a way back to what it is by itself. */
export const PropertyRow = memo(function PropertyRow(props: PropertyRowProps) {
  const { shown, written, value, edit, isOptional, reason, isBare = false } = props
  const { label = titleOf(shown.name, shown.parent) } = props
  const isComputable = mayBeComputed(props)
  const ownId = useId()
  const id = props.id ?? ownId
  const own = useState(false)
  const [isBinding, setBinding] = props.binding ?? own
  const BindingButton = use(BindingContext)
  const control = controlOf(shown.schema)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const isFixed = isReadOnly || isFilled(written) || reason !== undefined
  const number = numberControlOf(shown.schema)
  const scrub = useScrub({
    edit,
    isDisabled: !number || isFixed,
    onChange: (steps) => number && edit.live(stepped({ shown, kind: number, value }, steps)),
  })
  if (isReadOnly && value === undefined) return null
  const mayReset = !isBare && !isFixed && isOptional && isChanged(shown.schema, written)
  const isInLine = control?.kind === 'switch' && !isFilled(written)
  const mayCompute = isComputable && !isFixed && offersExpression(shown)
  const isComputed = typeof partAt(written, 'expression') === 'string'
  const isEntry = props.label !== undefined
  const isBindable = isComputable && !isReadOnly && reason === undefined && (!isBare || isEntry)
  const mayBind = BindingButton !== null && isBindable
  const onKeyDown = (event: KeyboardEvent) => {
    // Of a property and its parts, the one with the focus is meant.
    if (!mayBind || event.defaultPrevented) return
    if (isPressed(event.nativeEvent, partKeys.property.bind.keys[0])) setBinding(true)
    else if (mayCompute && isPressed(event.nativeEvent, partKeys.property.compute.keys[0]))
      startComputing({ edit, shown }, id)
    else return
    event.preventDefault()
  }
  const binding = mayBind && (
    <BindingButton
      {...{ label, shown, edit, written, value }}
      isBound={isFilled(written)}
      isOpen={isBinding}
      onOpenChange={setBinding}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts; the button does the same
    <div
      onKeyDown={onKeyDown}
      className={classNames(
        'has-tools',
        (!shown.isHalf || isComputed) && 'col-span-2',
        isInLine && 'flex min-h-7 items-center justify-between gap-2',
      )}
    >
      <RowHead
        {...{ id, label, shown, edit, isBare, isInLine, mayReset }}
        binding={!isEntry && binding}
        isBound={isFilled(written)}
        isBinding={isBinding}
        scrub={number && !isFixed ? scrub : undefined}
      />
      <Beside what={isEntry && binding}>
        <Body {...props} {...{ id, label, isReadOnly, isComputable }} mayBind={mayBind} onOpen={setBinding} />
      </Beside>
    </div>
  )
})
