import { isFilled, layerAt, pathOf } from '@pictable/editor'
import { type TextCures, textCures } from '@pictable/renderer/browser'
import { Plus } from 'lucide-react'
import { FontButton } from '#dashboard/screens/editor/fonts/font-button.tsx'
import type { Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import { type LayerMessage, layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import { messageLooks } from '#dashboard/screens/editor/messages/message-looks.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { addedFont } from './added-font.ts'

/** Lets another font provide the letters that the fonts of the layer lack. */
function AddFont({ letters, targets }: { letters: string; targets: readonly Target[] }) {
  const session = useSession()
  const isPossible = useEditor(({ document }) => targets.some((target) => addedFont(document, target, '').length > 0))
  if (!isPossible) return null
  const add = (family: string) => {
    const commands = targets.flatMap((target) => addedFont(session.state.document, target, family))
    session.run({ type: 'batch', commands })
  }
  return (
    <FontButton chosen={undefined} lacking={letters} onChoose={add} className={buttonClass('plain', 'small')}>
      <Plus aria-hidden />
      {t('inspector.add_font', { count: [...letters].length })}
    </FontButton>
  )
}

/** Makes the letters as small as their box needs them. */
function ShrinkText({ targets }: { targets: readonly Target[] }) {
  const session = useSession()
  const { written, edit } = useProperty(targets, 'fit')
  if (isFilled(written) || written === undefined || written === 'shrink') return null
  const shrink = () => {
    edit.set(() => undefined)
    // The button is gone then.
    session.state.editing?.focus()
  }
  return (
    <Button size="small" onClick={shrink}>
      {t('inspector.shrink_text')}
    </Button>
  )
}

const cures = [
  ['smaller', (cure: TextCures) => cure.smaller && t('inspector.shrink_more', { size: cure.smaller.minFontSize })],
  ['more', (cure: TextCures) => cure.more && t('inspector.more_lines', { count: cure.more.maxLines })],
  ['larger', (cure: TextCures) => cure.larger && t('inspector.larger_box', { height: cure.larger.height })],
] as const

/** What makes the text of a layer fit, each by one press: smaller letters, more lines, a larger box. */
function FitText({ target }: { target: Target }) {
  const session = useSession()
  const frame = useEditor((state) => state.frame)
  const { document } = session.state
  const path = pathOf(document, target)
  const found = frame?.laidOut && path && textCures(frame.laidOut, path)
  if (!found) return null
  const own = layerAt(document, target)
  const apply = (values: object) => {
    const commands = Object.entries(values).map(([name, value]) => ({
      type: 'set' as const,
      target,
      path: [name],
      value,
    }))
    session.run({ type: 'batch', commands })
    session.state.editing?.focus()
  }
  return cures.map(([name, wordsOf]) => {
    const values = found[name]
    // What a field fills is not changed here.
    if (!values || Object.keys(values).some((key) => isFilled(own && Reflect.get(own, key)))) return null
    return (
      <Button key={name} size="small" onClick={() => apply(values)}>
        {wordsOf(found)}
      </Button>
    )
  })
}

interface FixProps {
  readonly message: LayerMessage
  readonly targets: readonly Target[]
}

function Fix({ message: { topic, letters = '' }, targets }: FixProps) {
  const [first = ''] = targets
  const type = useEditor(({ document }) => layerAt(document, first)?.type)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  if (isReadOnly) return null
  if (topic === 'glyphs') return <AddFont letters={letters} targets={targets} />
  if (type !== 'text') return null
  if (topic !== 'cut' && topic !== 'overflow') return null
  return (
    <span className="flex flex-wrap gap-1">
      <ShrinkText targets={targets} />
      <FitText target={first} />
    </span>
  )
}

/** What is to be said about the selected layer, or about the page, with what helps. */
export function LayerWarnings({ targets }: { targets: readonly Target[] }) {
  const [layer, ...others] = targets
  const all = useEditor(layerMessages)
  const messages = all.filter(({ layer: about, kind }) => about === layer && kind !== 'loading')
  if (others.length > 0 || messages.length === 0) return null
  return (
    <ul
      aria-label={t('inspector.messages')}
      className="grid max-h-[40vh] gap-2 overflow-y-auto border-t border-line px-3 py-2"
    >
      {messages.map((message) => {
        const { kind, text, topic } = message
        const { icon: Icon, ink } = messageLooks[kind]
        return (
          <li key={topic ?? text} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 gap-y-1 text-xs">
            <Icon aria-hidden className={`mt-px size-3.5 ${ink}`} />
            <span dir="auto" className="wrap-anywhere">
              {text}
            </span>
            <span className="col-start-2 empty:hidden">
              <Fix message={message} targets={targets} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
