import { isFilled } from '@pictable/editor'
import { ArrowDown, ArrowUp, Minus, Plus } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useId,
  useRef,
  useState,
} from 'react'
import { partKeys } from '#dashboard/screens/editor/commands/part-keys.ts'
import { BindingContext } from '#dashboard/screens/editor/inspector/control-context.ts'
import type { BindingProps } from '#dashboard/screens/editor/inspector/control-props.ts'
import { Note } from '#dashboard/screens/editor/inspector/note.tsx'
import { t } from '#dashboard/strings/editing.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { isPressed, type Keys } from '#dashboard/ui/fields/keys.ts'
import { expressionProblem } from './cell-text.ts'
import { readBlock } from './read-block.ts'

export interface GridPlace {
  readonly row: number
  readonly column: number
}

/** A cell as a property that a record may fill. */
type CellBinding = Pick<BindingProps, 'shown' | 'written' | 'edit'>

interface SmallGridProps {
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly maxRows: number
  /** Changes a cell. @returns why it cannot be changed */
  readonly onCell: (place: GridPlace, text: string) => string | undefined
  /** Puts what a spreadsheet copied at a place. @returns why it cannot be put there */
  readonly onPaste: (place: GridPlace, block: readonly (readonly string[])[]) => string | undefined
  readonly onAdd: () => void
  readonly onRemove: (row: number) => void
  readonly onMove: (row: number, by: -1 | 1) => void
  readonly bindingAt: (place: GridPlace) => CellBinding
}

/** Of the buttons of a row. */
const BUTTONS_PX = 72

const { previous, next, add: addBelow, up, down } = partKeys.grid
/** What each key does: it goes to another row, adds one behind the last or moves its own. */
const moves = [
  { keys: previous.keys, step: -1 },
  { keys: next.keys, step: 1 },
  { keys: addBelow.keys, step: 1, adds: true },
  { keys: up.keys, step: -1, takesRow: true },
  { keys: down.keys, step: 1, takesRow: true },
] as const satisfies readonly { keys: readonly Keys[]; step: -1 | 1; adds?: boolean; takesRow?: boolean }[]

/** A few cells that are typed, or pasted from a spreadsheet. */
export function SmallGrid({ label, columns, rows, maxRows, ...changes }: SmallGridProps) {
  const table = useRef<HTMLTableElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const noteId = useId()
  const [note, setNote] = useState<string | null>(null)

  function focus({ row, column }: GridPlace): void {
    const cells = table.current?.tBodies[0]?.rows[row]?.querySelectorAll('input')
    cells?.[column]?.focus()
  }

  /** What is removed leaves the focus to the row that takes its place, else to the one before. */
  function remove(row: number): void {
    changes.onRemove(row)
    requestAnimationFrame(() => {
      if (rows.length === 1) add.current?.focus()
      else focus({ row: Math.min(row, rows.length - 2), column: 0 })
    })
  }

  function onKeyDown(event: KeyboardEvent, { row, column }: GridPlace): void {
    if (isComposing(event.nativeEvent)) return
    const move = moves.find(({ keys }) => keys.some((each) => isPressed(event.nativeEvent, each)))
    if (!move) return
    event.preventDefault()
    const { step } = move
    const isThere = row + step >= 0 && row + step < rows.length
    if ('takesRow' in move && isThere) changes.onMove(row, step)
    if ('adds' in move && !isThere && rows.length < maxRows) changes.onAdd()
    requestAnimationFrame(() => focus({ row: row + step, column }))
  }

  function onPaste(event: ClipboardEvent, place: GridPlace): void {
    const block = readBlock(event.clipboardData.getData('text/plain'))
    if (block.length === 1 && block[0]?.length === 1) return
    event.preventDefault()
    setNote(changes.onPaste(place, block) ?? null)
  }

  return (
    <div className="grid gap-1">
      <table
        ref={table}
        aria-label={label}
        // However many columns there are, the buttons of the rows are seen.
        style={{ tableLayout: 'fixed' }}
        className="w-full border-separate border-spacing-0.5"
      >
        <thead>
          <tr>
            {columns.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <th key={at} scope="col" className="truncate text-start text-xs font-normal text-ink-soft">
                {name}
              </th>
            ))}
            <td style={{ width: BUTTONS_PX }} />
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              key={row}
              {...{ row, cells, columns, onKeyDown, onPaste }}
              bindingAt={changes.bindingAt}
              onType={(place, text) => {
                const problem = expressionProblem(text) ?? changes.onCell(place, text)
                setNote(problem === undefined ? null : t('inspector.invalid', { reason: problem }))
                return problem === undefined
              }}
            >
              <RowButtons row={row} count={rows.length} onRemove={remove} onMove={changes.onMove} />
            </Line>
          ))}
        </tbody>
      </table>
      <Note id={noteId}>{note}</Note>
      <AddRow
        button={add}
        isFull={rows.length >= maxRows}
        onAdd={() => {
          changes.onAdd()
          requestAnimationFrame(() => focus({ row: rows.length, column: 0 }))
        }}
      />
    </div>
  )
}

interface AddRowProps {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly isFull: boolean
  readonly onAdd: () => void
}

function AddRow({ button, isFull, onAdd }: AddRowProps) {
  return (
    <div className="flex items-center justify-between gap-2">
      <Button ref={button} size="small" look="quiet" icon={<Plus />} disabled={isFull} onClick={onAdd}>
        {t('inspector.add_row')}
      </Button>
      <span className="text-xs text-ink-soft">{t('inspector.paste_hint')}</span>
    </div>
  )
}

interface LineProps extends Pick<SmallGridProps, 'bindingAt'> {
  readonly row: number
  readonly cells: readonly string[]
  readonly columns: readonly string[]
  readonly onType: (place: GridPlace, text: string) => boolean
  readonly onKeyDown: (event: KeyboardEvent, place: GridPlace) => void
  readonly onPaste: (event: ClipboardEvent, place: GridPlace) => void
  readonly children: ReactNode
}

function Line({ row, cells, columns, bindingAt, onType, onKeyDown, onPaste, children }: LineProps) {
  return (
    <tr className="group/line">
      {columns.map((name, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <td key={column}>
          <Cell
            label={t('inspector.cell', { name, row: row + 1 })}
            text={cells[column] ?? ''}
            binding={() => bindingAt({ row, column })}
            onType={(text) => onType({ row, column }, text)}
            onKeyDown={(event) => onKeyDown(event, { row, column })}
            onPaste={(event) => onPaste(event, { row, column })}
          />
        </td>
      ))}
      <td>{children}</td>
    </tr>
  )
}

interface RowButtonsProps extends Pick<SmallGridProps, 'onRemove' | 'onMove'> {
  readonly row: number
  readonly count: number
}

/** For the pointer; the keys are Alt and the arrows, and the cells are emptied. */
function RowButtons({ row, count, onRemove, onMove }: RowButtonsProps) {
  const name = t('inspector.row', { row: row + 1 })
  return (
    <span className="flex opacity-60 group-focus-within/line:opacity-100 group-hover/line:opacity-100">
      <IconButton
        size="small"
        tabIndex={-1}
        label={t('inspector.move_up', { name })}
        icon={<ArrowUp />}
        disabled={row === 0}
        onClick={() => onMove(row, -1)}
      />
      <IconButton
        size="small"
        tabIndex={-1}
        label={t('inspector.move_down', { name })}
        icon={<ArrowDown />}
        disabled={row === count - 1}
        onClick={() => onMove(row, 1)}
      />
      <IconButton size="small" label={t('inspector.remove', { name })} icon={<Minus />} onClick={() => onRemove(row)} />
    </span>
  )
}

interface CellProps {
  readonly label: string
  readonly text: string
  readonly binding: () => CellBinding
  /** @returns whether it was applied */
  readonly onType: (text: string) => boolean
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPaste: (event: ClipboardEvent) => void
}

const isInside = (own: Element, node: unknown) => node instanceof Node && own.contains(node)

/** One cell. What cannot be applied yet stays typed. A field is typed behind `=`, or chosen behind the button. */
function Cell({ label, text, binding, onType, onKeyDown, onPaste }: CellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isApplied, setApplied] = useState(true)
  // A table may have a thousand cells: a button is there for the one that is worked on.
  const [isActive, setActive] = useState(false)
  const [isBinding, setBinding] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shows a button that has its own shortcut
    <div
      className="has-tools group/row @container relative"
      onPointerEnter={() => setActive(true)}
      onPointerLeave={({ currentTarget }) => setActive(isInside(currentTarget, document.activeElement))}
      onFocus={() => setActive(true)}
      onBlur={({ currentTarget, relatedTarget }) => setActive(isInside(currentTarget, relatedTarget))}
    >
      <Input
        compact
        aria-label={label}
        aria-invalid={isApplied ? undefined : true}
        spellCheck={false}
        value={typed ?? text}
        onChange={({ target }) => {
          setTyped(target.value)
          setApplied(onType(target.value))
        }}
        onBlur={() => {
          setTyped(null)
          setApplied(true)
        }}
        onKeyDown={(event) => {
          if (isPressed(event.nativeEvent, partKeys.property.bind.keys[0])) {
            setBinding(true)
            event.preventDefault()
          } else onKeyDown(event)
        }}
        onPaste={onPaste}
      />
      {(isActive || isBinding) && (
        <CellBindingButton {...binding()} label={label} isOpen={isBinding} onOpenChange={setBinding} />
      )}
    </div>
  )
}

/** At the end of a cell; below one that is too narrow, while it has the focus. */
function CellBindingButton(props: Pick<BindingProps, 'label' | 'isOpen' | 'onOpenChange'> & CellBinding) {
  const BindingButton = use(BindingContext)
  const { written } = props
  return (
    BindingButton && (
      <span className="absolute end-[2px] top-[2px] z-10 flex rounded bg-ground @max-[3.25rem]:top-full @max-[3.25rem]:not-group-focus-within/row:hidden @max-[3.25rem]:shadow-float">
        <BindingButton {...props} value={written} isBound={isFilled(written)} />
      </span>
    )
  )
}
