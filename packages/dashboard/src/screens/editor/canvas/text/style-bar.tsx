import { type LayerId, layerAt } from '@pictable/editor'
import { CHIP, TOGGLES, type Toggle, withMark } from '@pictable/editor/text'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { readColor } from '@pictable/renderer/template'
import { Bold, Italic, Link, type LucideIcon, Strikethrough, Underline } from 'lucide-react'
import { memo, type SyntheticEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Note } from '#dashboard/screens/editor/canvas/layer-notes.tsx'
import { ColorButton } from '#dashboard/screens/editor/colors/color-button.tsx'
import { toHex } from '#dashboard/screens/editor/colors/color-text.ts'
import { partKeys } from '#dashboard/screens/editor/commands/part-keys.ts'
import { numberControlOf } from '#dashboard/screens/editor/inspector/controls.ts'
import { NumberControl } from '#dashboard/screens/editor/inspector/number-control.tsx'
import { layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import { sharedValue } from '#dashboard/screens/editor/properties/values.ts'
import { LiveChange } from '#dashboard/screens/editor/session/live-change.ts'
import { shownRecordId } from '#dashboard/screens/editor/session/record-actions.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { nameOfChip } from '#dashboard/screens/editor/typing/fill-chip.ts'
import type { Selection, TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { type Keys, wordsOf } from '#dashboard/ui/fields/keys.ts'
import { useRovingFocus } from '#dashboard/ui/fields/use-roving-focus.ts'
import { BesideText } from './beside-text.tsx'
import { editOfPart, ownOfParts, shownParts, sizeOfPart } from './edit-of-part.ts'
import { LinkField } from './link-field.tsx'
import { RecordValue } from './record-value.tsx'
import { useText } from './use-text.ts'

const KEYS: Partial<Record<Toggle, { readonly keys: readonly Keys[] }>> = partKeys.text

const ICONS = { bold: Bold, italic: Italic, underline: Underline, strike: Strikethrough }
const NAMES = {
  bold: 'editor.text_bold',
  italic: 'editor.text_italic',
  underline: 'editor.text_underline',
  strike: 'editor.text_strike',
} as const

/** The value that all of the styles have; undefined for several. */
function common<Value>(values: readonly Value[]): Value | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined
}

interface StyleButtonProps {
  readonly label: string
  readonly keys?: string | undefined
  readonly icon: LucideIcon
  readonly isOn: boolean
  /** Of a button that opens something. */
  readonly isOpen?: boolean
  readonly onPress: () => void
}

function StyleButton({ label, keys, icon: Icon, isOn, isOpen, onPress }: StyleButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      aria-expanded={isOpen}
      data-tooltip={keys === undefined ? label : `${label} (${wordsOf(keys)})`}
      onClick={onPress}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-hover hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink [&_svg]:size-4"
    >
      <Icon aria-hidden />
    </button>
  )
}

interface ToggleButtonProps {
  editor: TextEditor
  toggle: Toggle
  isOn: boolean
}

/** Not drawn again at each key, as are the other parts of the toolbar that stay the same. */
const ToggleButton = memo(function ToggleButton({ editor, toggle, isOn }: ToggleButtonProps) {
  return (
    <StyleButton
      label={t(NAMES[toggle])}
      keys={KEYS[toggle]?.keys[0]}
      icon={ICONS[toggle]}
      isOn={isOn}
      onPress={() => {
        editor.toggle(toggle)
        editor.focus()
      }}
    />
  )
})

/** The style of what is selected in a text, or of what is typed next. */
function TextStyle({ editor }: { editor: TextEditor }) {
  const { styles, base } = editor
  const color = common(styles.map((style) => style.color ?? base.color))
  return (
    <>
      {TOGGLES.map((toggle) => (
        <ToggleButton key={toggle} editor={editor} toggle={toggle} isOn={editor.isOn(toggle)} />
      ))}
      <ColorOfPart editor={editor} color={color} />
      <SizeOfPart editor={editor} />
    </>
  )
}

interface ColorOfPartProps {
  editor: TextEditor
  color: string | undefined
}

const ColorOfPart = memo(function ColorOfPart({ editor, color }: ColorOfPartProps) {
  const session = useSession()
  const step = useMemo(() => new LiveChange(session, 'color of part'), [session])
  const restyle = (picked: string) => {
    const read = readColor(picked)
    // Markup takes words without spaces.
    if (read) editor.restyleLive((style) => withMark(style, 'color', toHex(read)), step)
  }
  return (
    <ColorButton
      label={t('editor.text_color')}
      color={color}
      path={['text', 'color']}
      parts={() => ownOfParts(editor)}
      side="bottom"
      onLive={restyle}
      onDone={() => step.done()}
      onUndo={() => step.undo()}
      onFocusBack={() => editor.focus()}
      className="size-7 shrink-0 border border-line"
    />
  )
})

function SizeOfPart({ editor }: { editor: TextEditor }) {
  const session = useSession()
  const id = useId()
  const label = t('editor.text_size')
  const edit = useMemo(() => editOfPart(session, editor, sizeOfPart), [session, editor])
  const { styles, base, range } = editor
  const shown = useMemo(() => shownParts(base.fontSize).get(sizeOfPart.name), [base.fontSize])
  const kind = shown && numberControlOf(shown.schema)
  const present = sharedValue(styles.map((style) => sizeOfPart.read(style, editor) ?? base.fontSize))
  return (
    kind && (
      <span className="relative w-20 shrink-0">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <NumberControl
          {...{ id, label, shown, kind, edit }}
          subject={`${range.from} ${range.to}`}
          value={present}
          // What is typed next has no style to go back to.
          isCalm={range.from === range.to}
          isOptional
          hint={label}
          // Below the toolbar, whose height stays.
          noteClass="absolute top-full z-10 w-56 rounded-md border border-line bg-raised p-1.5 shadow-float"
          onEnd={() => {
            // What is typed is applied once.
            flushSync(() => {})
            editor.focus()
          }}
        />
      </span>
    )
  )
}

/** What is to be said of the text while it is typed into: how it fits its box, and which letters no font has. */
function TextNotes({ layer }: { layer: LayerId }) {
  const messages = useEditor(layerMessages)
  return messages
    .filter((message) => message.layer === layer)
    .map(({ kind, text }) => <Note key={text} kind={kind} text={text} isWhole />)
}

/** Of the toolbar. */
const BAR_PX = 38

/** Beside the text that is typed into: the style of what is selected, its link, and how the text fits. */
export function StyleBar() {
  const session = useSession()
  const editor = useText()
  useEditor((state) => state.frame)
  const bounds = editor && placeOf(session.state, editor.layer)?.bounds
  if (!editor?.text || !bounds) return null
  const layer = layerAt(session.state.document, editor.layer)
  return (
    <BesideText bounds={bounds} heightPx={BAR_PX}>
      {editor.text.markup && <Toolbar editor={editor} selection={editor.selection} layer={layer} />}
      <ChipValue editor={editor} />
      <TextNotes layer={editor.layer} />
    </BesideText>
  )
}

/** Of a field that is selected alone, or is all of the text. */
function ChipValue({ editor }: { editor: TextEditor }) {
  const recordId = useEditor(shownRecordId)
  const { range, text } = editor
  const isAlone = text?.plain === CHIP
  const source = isAlone || range.to - range.from === 1 ? text?.chips.get(isAlone ? 0 : range.from) : undefined
  const name = source === undefined ? undefined : nameOfChip(source)
  return (
    name !== undefined && (
      // biome-ignore lint/a11y/noStaticElementInteractions: what the button does is its own
      <div
        data-panel
        // The text keeps the focus when the button is pressed, and gets it back from there.
        onPointerDown={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          editor.focus()
        }}
        className="pointer-events-auto rounded-lg shadow-float empty:hidden"
      >
        <RecordValue name={name} recordId={recordId} />
      </div>
    )
  )
}

interface ToolbarProps {
  editor: TextEditor
  /** Other ones after each change of what it shows. */
  selection: Selection
  layer: TemplateLayer | undefined
}

const Toolbar = memo(function Toolbar({ editor }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  /** How often the field for the link was opened; 0 while it is closed. */
  const [opened, setOpened] = useState(0)
  const { onFocus, onKeyDown } = useRovingFocus(bar)
  // For React, a picker that is open is inside of the toolbar as well.
  const isInside = ({ target }: SyntheticEvent) => target instanceof Node && bar.current?.contains(target) === true
  function closeLink(): void {
    setOpened(0)
    editor.focus()
  }
  useEffect(() => {
    editor.editLink = () => setOpened((count) => count + 1)
    return () => {
      editor.editLink = () => {}
    }
  }, [editor])
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('editor.text_style')}
      // The field keeps the focus when a button is pressed.
      onPointerDown={(event) => {
        if (isInside(event) && !(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
      onFocus={(event) => isInside(event) && onFocus(event)}
      onKeyDown={(event) => {
        if (!isInside(event)) return
        onKeyDown(event)
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.preventDefault()
          closeLink()
        }
      }}
      className="pointer-events-auto rounded-lg border border-line bg-raised p-1 shadow-float"
    >
      <div className="flex items-center gap-1">
        <TextStyle editor={editor} />
        <StyleButton
          label={t('editor.text_link')}
          keys={partKeys.text.link.keys[0]}
          icon={Link}
          isOn={editor.link !== undefined}
          isOpen={opened > 0}
          onPress={() => setOpened(opened > 0 ? 0 : 1)}
        />
      </div>
      {opened > 0 && <LinkField key={opened} editor={editor} onDone={closeLink} />}
    </div>
  )
})
