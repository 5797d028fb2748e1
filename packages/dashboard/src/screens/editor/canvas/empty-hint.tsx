import { commandOf } from '#dashboard/screens/editor/commands/commands.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'
import { t } from '#dashboard/strings/editing.ts'
import { wordsOf } from '#dashboard/ui/fields/keys.ts'

const WAYS = ['text', 'rectangle', 'ellipse', 'image'].map(commandOf)

/** How to begin on an empty page. */
export function EmptyHint() {
  const isShown = useEditor(
    ({ document, readOnly, isHolding }) => document.design.layers.length === 0 && readOnly === null && !isHolding,
  )
  return isShown ? <Hint /> : null
}

function Hint() {
  const view = useEditor((state) => state.view)
  const { width, height } = useEditor(({ document }) => document.design)
  const { x, y } = toScreen(view, { x: width / 2, y: height / 2 })
  return (
    <div
      className="pointer-events-none absolute start-0 top-0 grid w-64 justify-items-center gap-2 rounded-xl border border-line bg-raised/95 p-4 text-center shadow-float"
      style={{ transform: `translate(${Math.round(x) - 128}px, ${Math.round(y)}px) translateY(-50%)` }}
    >
      <p className="font-semibold">{t('editor.empty')}</p>
      <p className="text-ink-soft">{t('editor.empty_help')}</p>
      <p className="grid grid-cols-[auto_auto] items-center gap-x-2 gap-y-1 pt-1 text-start text-xs text-ink-soft">
        {WAYS.map(({ id, title, keys: [key = ''] }) => (
          <span key={id} className="contents">
            <kbd className="rounded border border-line bg-sunken px-1.5 text-center font-sans">{wordsOf(key)}</kbd>
            {t(title)}
          </span>
        ))}
      </p>
    </div>
  )
}
