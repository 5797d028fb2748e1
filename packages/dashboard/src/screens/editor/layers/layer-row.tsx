import { type LayerId, layerAt } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { Blend, ChevronRight, Eye, EyeOff, Lock, LockOpen, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { iconOf } from '#dashboard/screens/editor/icons/kind-icons.ts'
import { layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import { toggleLocked } from '#dashboard/screens/editor/session/arrange-actions.ts'
import {
  isHidden,
  isolate,
  isShownByData,
  lockOthers,
  toggleShown,
} from '#dashboard/screens/editor/session/isolate-actions.ts'
import { renameLayer } from '#dashboard/screens/editor/session/rename-layer.ts'
import { editorPartOf, isLocked } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { boundFields } from './bound-fields.ts'
import { selectRow } from './tree-actions.ts'
import type { TreeRow } from './tree-rows.ts'

export const ROW_PX = 28
export const INDENT_PX = 14

export interface RowHandlers {
  readonly onToggle: (id: LayerId, isOpen: boolean) => void
  readonly onPress: (event: PointerEvent, id: LayerId) => void
  readonly onClick: (event: MouseEvent, id: LayerId) => void
  readonly onMenu: (event: MouseEvent<HTMLElement>, id: LayerId) => void
  readonly onRename: (id: LayerId | null) => void
  /** By a key: the focus goes back to where it came from, or the name some rows on is typed next. */
  readonly onRenamed: (id: LayerId, next: { readonly from: Element | null } | { readonly step: 1 | -1 }) => void
  readonly onFocus: (id: LayerId) => void
}

interface RowProps extends RowHandlers {
  readonly row: TreeRow
  readonly isActive: boolean
  readonly isRenaming: boolean
  readonly isTarget: boolean
}

interface RowButtonProps {
  label: string
  icon: ReactNode
  /** Shown also while the pointer is elsewhere. */
  isOn: boolean
  isDisabled?: boolean
  onClick: (event: MouseEvent) => void
}

/** A button that the pointer reaches; by keyboard, the same is done by the keys of the commands. */
function RowButton({ label, icon, isOn, isDisabled = false, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      data-tooltip={label}
      onClick={(event) => {
        event.stopPropagation()
        if (!isDisabled) onClick(event)
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      className={classNames(
        'grid size-[24px] shrink-0 place-items-center rounded-md hover:bg-line hover:text-ink aria-disabled:opacity-50 [&_svg]:size-3.5',
        // Neither drawn nor transparent: the compositor would look at each icon in every frame.
        isOn
          ? 'text-ink-soft'
          : 'text-ink-soft [&_svg]:invisible group-hover/row:[&_svg]:visible group-focus/row:[&_svg]:visible focus:[&_svg]:visible',
      )}
    >
      {icon}
    </button>
  )
}

interface NameInputProps extends Pick<RowHandlers, 'onRename' | 'onRenamed'> {
  id: LayerId
  name: string
}

/** The name while it is typed. Tab goes on with the next one. */
function NameInput({ id, name, onRename, onRenamed }: NameInputProps) {
  const session = useSession()
  const input = useRef<HTMLInputElement>(null)
  const before = useRef<Element>(null)
  const isDone = useRef(false)
  useEffect(() => {
    // The name that Tab left is gone, and the focus with it.
    if (document.activeElement !== document.body) before.current = document.activeElement
    input.current?.focus()
    input.current?.select()
  }, [])
  const finish = (isKept: boolean, go: () => void) => {
    if (isDone.current) return
    isDone.current = true
    const wanted = input.current?.value.trim() ?? ''
    if (isKept) void renameLayer(session, id, wanted)
    go()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isComposing(event.nativeEvent)) return
    const { key, shiftKey } = event
    if (key !== 'Enter' && key !== 'Escape' && key !== 'Tab') return
    event.preventDefault()
    if (key === 'Tab') finish(true, () => onRenamed(id, { step: shiftKey ? -1 : 1 }))
    else finish(key === 'Enter', () => onRenamed(id, { from: before.current }))
  }
  return (
    <input
      ref={input}
      dir="auto"
      aria-label={t('editor.layer_name')}
      defaultValue={name}
      maxLength={200}
      spellCheck={false}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true, () => onRename(null))}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      className="h-[24px] min-w-0 grow rounded-sm border border-accent bg-ground px-1 text-ink outline-none"
    />
  )
}

/** What there is to know of a layer beside its name: the fields that fill it, and what is wrong. */
function Dots({ id, fields }: { id: LayerId; fields: readonly string[] }) {
  const session = useSession()
  const warning = useEditor((state) =>
    layerMessages(state)
      .filter(({ layer, kind }) => layer === id && (kind === 'error' || kind === 'warning'))
      .map(({ text }) => text)
      .join('\n'),
  )
  return (
    <>
      {warning !== '' && (
        <RowButton
          isOn
          label={warning}
          icon={<TriangleAlert className="text-warn" />}
          onClick={() => selectRow(session, [id])}
        />
      )}
      {fields.length > 0 && (
        <span
          role="img"
          aria-label={t('editor.layer_bound', { fields: fields.join(', ') })}
          data-tooltip={t('editor.layer_bound', { fields: fields.join(', ') })}
          className="grid h-6 w-4 shrink-0 place-items-center"
        >
          <span className="size-1.5 rounded-full bg-accent" />
        </span>
      )}
    </>
  )
}

function RowButtons({ id }: { id: LayerId }) {
  const session = useSession()
  const layer = useEditor(({ document }) => layerAt(document, id))
  const isFixed = useEditor(({ document }) => isLocked(document, id))
  const isOwnLock = useEditor(({ document }) => editorPartOf(document).locked?.includes(layer?.name ?? '') === true)
  const isOff = isHidden(layer)
  return (
    <>
      <RowButton
        label={isFixed ? t('editor.layer_unlock') : t('editor.layer_lock')}
        icon={isFixed ? <Lock /> : <LockOpen />}
        isOn={isFixed}
        isDisabled={isFixed && !isOwnLock}
        onClick={({ altKey }) => (altKey ? lockOthers(session, id) : toggleLocked(session, [id]))}
      />
      <RowButton
        label={
          isShownByData(layer) ? t('editor.layer_by_data') : isOff ? t('editor.layer_show') : t('editor.layer_hide')
        }
        icon={isOff ? <EyeOff /> : <Eye />}
        isOn={isOff}
        isDisabled={isShownByData(layer)}
        onClick={({ altKey }) => (altKey ? isolate(session, id) : toggleShown(session, id))}
      />
    </>
  )
}

/** The layer shows only where another one is. */
function MaskMark({ mask }: { mask: string }) {
  const words = t('editor.layer_masked', { mask })
  return (
    <span
      role="img"
      aria-label={words}
      data-tooltip={words}
      className="grid h-6 w-4 shrink-0 place-items-center text-ink-soft"
    >
      <Blend aria-hidden className="size-3.5" />
    </span>
  )
}

/** No more is seen in a row. */
const MAX_WORDS = 60

/** What a text says that still has the name which it was made with: "Text 2" alone tells nothing. */
function wordsOfUnnamed(layer: TemplateLayer): string {
  if (layer.type !== 'text' || typeof layer.text !== 'string' || !/^Text( \d+)?$/.test(layer.name)) return ''
  return layer.text.slice(0, MAX_WORDS).replaceAll(/\*{1,2}|\n/g, ' ')
}

/** Opens and closes a group. */
function Toggle({ row: { id, isGroup, isOpen }, onToggle }: Pick<RowProps, 'row' | 'onToggle'>) {
  if (!isGroup) return <span className="w-5 shrink-0" />
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={isOpen ? t('editor.layer_close') : t('editor.layer_open')}
      onClick={(event) => {
        event.stopPropagation()
        onToggle(id, !isOpen)
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      // It reaches beyond the room of layers that are no groups.
      className="-mx-[3.25px] grid size-[24px] shrink-0 place-items-center rounded-sm text-ink-soft hover:bg-line hover:text-ink"
    >
      <ChevronRight
        aria-hidden
        className={`size-3.5 transition-transform ${isOpen ? 'rotate-90' : 'rtl:rotate-180'}`}
      />
    </button>
  )
}

/** One layer in the tree. */
export const LayerRow = memo(function LayerRow(props: RowProps) {
  const { row, isActive, isRenaming, isTarget, onToggle, onPress, onClick, onMenu, onRename, onRenamed, onFocus } =
    props
  const { id, level, isGroup, isOpen } = row
  const layer = useEditor(({ document }) => layerAt(document, id))
  const isSelected = useEditor(({ selection }) => selection.includes(id))
  const isHovered = useEditor(({ hovered }) => hovered === id)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const session = useSession()
  if (!layer) return null
  const Icon = iconOf(layer.type)
  const words = wordsOfUnnamed(layer)
  const mask = layer.mask?.layer
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      role="treeitem"
      aria-label={layer.name}
      aria-selected={isSelected}
      aria-level={level}
      aria-posinset={row.place}
      aria-setsize={row.count}
      aria-expanded={isGroup ? isOpen : undefined}
      data-row={id}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onFocus(id)}
      onPointerDown={(event) => onPress(event, id)}
      onClick={(event) => onClick(event, id)}
      onContextMenu={(event) => onMenu(event, id)}
      onDoubleClick={() => !isReadOnly && onRename(id)}
      onPointerEnter={() => !session.state.isHolding && session.set({ hovered: id })}
      onPointerLeave={() => session.set({ hovered: null })}
      style={{ height: ROW_PX, paddingInlineStart: 4 + (level - 1) * INDENT_PX }}
      className={classNames(
        'group/row flex items-center gap-1 pe-1.5 -outline-offset-2 select-none',
        isSelected ? 'bg-accent-soft text-accent-ink' : isHovered ? 'bg-hover' : 'hover:bg-hover',
        isTarget && 'ring-2 ring-accent ring-inset',
        row.isAround && 'text-ink-soft',
      )}
    >
      <Toggle row={row} onToggle={onToggle} />
      <Icon aria-hidden className={`size-3.5 shrink-0 ${isSelected ? '' : 'text-ink-soft'}`} />
      {isRenaming ? (
        <NameInput id={id} name={layer.name} onRename={onRename} onRenamed={onRenamed} />
      ) : (
        <span dir="auto" className={`min-w-0 grow truncate ps-0.5 ${isHidden(layer) ? 'opacity-60' : ''}`}>
          {layer.name}
          {words !== '' && <span className="ps-1.5 text-ink-soft">{words}</span>}
        </span>
      )}
      {mask !== undefined && !isRenaming && <MaskMark mask={mask} />}
      {!isRenaming && <Dots id={id} fields={boundFields(layer)} />}
      {!isReadOnly && !isRenaming && <RowButtons id={id} />}
    </div>
  )
})
