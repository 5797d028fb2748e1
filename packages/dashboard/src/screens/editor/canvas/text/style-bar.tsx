import { TOGGLES, type Toggle, withMark } from '@pictable/editor/text'
import { Bold, Italic, Strikethrough, Underline } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { wordsOf } from '#dashboard/screens/editor/commands/keys.ts'
import { opaqueHex } from '#dashboard/screens/editor/inspector/color-control.tsx'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'
import type { TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { compactClass } from '#dashboard/ui/fields/input.tsx'
import { useText } from './use-text.ts'

const ICONS = { bold: Bold, italic: Italic, underline: Underline, strike: Strikethrough }
const NAMES = {
  bold: 'editor.text_bold',
  italic: 'editor.text_italic',
  underline: 'editor.text_underline',
  strike: 'editor.text_strike',
} as const
const KEYS: Partial<Record<Toggle, string>> = { bold: 'Mod+b', italic: 'Mod+i', underline: 'Mod+u' }

/** The value that all of the styles have; undefined for several. */
function common<Value>(values: readonly Value[]): Value | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined
}

/** The style of what is selected in a text, or of what is typed next. */
export function TextStyle({ editor }: { editor: TextEditor }) {
  const { styles, base } = editor
  const color = common(styles.map((style) => style.color ?? base.color))
  const size = common(styles.map((style) => Math.round((style.size ?? 1) * base.fontSize * 100) / 100))
  return (
    <>
      {TOGGLES.map((toggle) => {
        const Icon = ICONS[toggle]
        const keys = KEYS[toggle]
        const name = t(NAMES[toggle])
        return (
          <button
            key={toggle}
            type="button"
            aria-label={name}
            aria-pressed={editor.isOn(toggle)}
            data-tooltip={keys === undefined ? name : `${name} (${wordsOf(keys)})`}
            onClick={() => {
              editor.toggle(toggle)
              editor.focus()
            }}
            className="inline-flex size-7 items-center justify-center rounded-md text-ink-soft hover:bg-hover hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink [&_svg]:size-4"
          >
            <Icon aria-hidden />
          </button>
        )
      })}
      <ColorOfPart editor={editor} color={color} />
      <SizeOfPart editor={editor} size={size} />
    </>
  )
}

function ColorOfPart({ editor, color }: { editor: TextEditor; color: string | undefined }) {
  return (
    <span
      className="relative size-7 shrink-0 overflow-hidden rounded-md border border-line focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent"
      data-tooltip={t('editor.text_color')}
    >
      <span
        aria-hidden
        className="absolute inset-1 rounded-sm forced-color-adjust-none"
        style={{ background: color }}
      />
      <input
        ref={(picker) => {
          const choose = () => editor.focus()
          picker?.addEventListener('change', choose)
          return () => picker?.removeEventListener('change', choose)
        }}
        type="color"
        aria-label={t('editor.text_color')}
        value={opaqueHex(color)}
        onChange={({ target }) =>
          editor.restyle((style) => withMark(style, 'color', target.value), `color ${editor.layer}`)
        }
        className="absolute -inset-2 size-12 cursor-pointer opacity-0"
      />
    </span>
  )
}

/** What marks can say, relative to the size of the layer. */
const RATIO = { least: 0.05, most: 20 }

function SizeOfPart({ editor, size }: { editor: TextEditor; size: number | undefined }) {
  const [typed, setTyped] = useState<string | null>(null)
  function apply(): void {
    setTyped(null)
    const wanted = Number(typed?.replace(',', '.'))
    if (!(wanted > 0) || wanted === size) return
    const ratio = Math.min(RATIO.most, Math.max(RATIO.least, Math.round((wanted / editor.base.fontSize) * 1000) / 1000))
    editor.restyle((style) => withMark(style, 'size', ratio === 1 ? undefined : ratio))
  }
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      aria-label={t('editor.text_size')}
      data-tooltip={t('editor.text_size')}
      value={typed ?? size ?? ''}
      placeholder={t('inspector.mixed')}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Escape') flushSync(() => setTyped(null))
        // What is typed still is applied as the field is left.
        editor.focus()
      }}
      className={`${compactClass} h-7 !w-14 text-end tabular-nums`}
    />
  )
}

const BAR_PX = { width: 260, height: 38, gap: 12 }

/** The same, above the text that is typed into. */
export function StyleBar() {
  const session = useSession()
  const editor = useText()
  const view = useEditor((state) => state.view)
  const window = useEditor((state) => state.window)
  useEditor((state) => state.frame)
  const bounds = editor && placeOf(session.state, editor.layer)?.bounds
  if (!editor?.text?.markup || !bounds) return null
  const start = toScreen(view, bounds)
  const below = start.y + bounds.height * view.zoom + BAR_PX.gap
  const above = start.y - BAR_PX.height - BAR_PX.gap
  const within = (value: number, most: number) => Math.max(8, Math.min(most - 8, value))
  const x = within(start.x, window.width - BAR_PX.width)
  const y = within(above < 8 ? below : above, window.height - BAR_PX.height)
  return (
    <div
      role="toolbar"
      aria-label={t('editor.text_style')}
      // The field keeps the focus when a button is pressed.
      onPointerDown={(event) => event.target instanceof HTMLInputElement || event.preventDefault()}
      className="absolute start-0 top-0 flex items-center gap-1 rounded-lg border border-line bg-raised p-1 shadow-float"
      style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }}
    >
      <TextStyle editor={editor} />
    </div>
  )
}
