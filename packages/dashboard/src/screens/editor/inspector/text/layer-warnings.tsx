import { type Command, isFilled, layerAt, pathOf } from '@pictable/editor'
import { type TextCures, textCures } from '@pictable/renderer/browser'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FontButton } from '#dashboard/screens/editor/fonts/font-button.tsx'
import type { Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import { type LayerMessage, layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import { messageLooks } from '#dashboard/screens/editor/messages/message-looks.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toCanvas, usePassOnFocus } from '#dashboard/screens/editor/sheet/pass-on-focus.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { addedFont } from './added-font.ts'
import { atRest } from './at-rest.ts'
import { largerBox } from './larger-box.ts'

/** Has a button that is gone once it has helped: the keyboard is at the canvas then. */
function Helping({ children }: { children: ReactNode }) {
  const own = useRef<HTMLSpanElement>(null)
  usePassOnFocus(own, toCanvas)
  return (
    <span ref={own} className="contents">
      {children}
    </span>
  )
}

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
    <Helping>
      <FontButton chosen={undefined} lacking={letters} onChoose={add} className={buttonClass('plain', 'small')}>
        <Plus aria-hidden />
        {t('inspector.add_font', { count: [...letters].length })}
      </FontButton>
    </Helping>
  )
}

/** Makes the letters as small as their box needs them. */
function ShrinkText({ targets }: { targets: readonly Target[] }) {
  const session = useSession()
  const { written, edit } = useProperty(targets, 'fit')
  if (isFilled(written) || written === undefined || written === 'shrink') return null
  const shrink = () => {
    edit.set(() => undefined)
    session.state.editing?.focus()
  }
  return (
    <Helping>
      <Button size="small" onClick={shrink}>
        {t('inspector.shrink_text')}
      </Button>
    </Helping>
  )
}

/** What makes a text fit. It is laid out for that several times: not while something is held, typed or composed. */
function useCures(target: Target): TextCures | undefined {
  const session = useSession()
  const frame = useEditor((state) => state.frame)
  const [cures, setCures] = useState<TextCures>()
  useEffect(
    () =>
      atRest(session, () => {
        const path = pathOf(session.state.document, target)
        setCures(frame?.laidOut && path && textCures(frame.laidOut, path))
      }),
    [frame, session, target],
  )
  return cures
}

/** The changes of one cure, and what its button says; undefined where it is none. */
function curesFor(state: EditorState, target: Target, { smaller, more, larger }: TextCures) {
  const own = layerAt(state.document, target)
  const set = (name: string, value: unknown): Command[] | undefined =>
    isFilled(own && Reflect.get(own, name)) ? undefined : [{ type: 'set', target, path: [name], value }]
  const lines = larger?.maxLines === undefined ? [] : set('maxLines', larger.maxLines)
  const box = larger && largerBox(state, target, larger)
  return [
    smaller && {
      commands: set('minFontSize', smaller.minFontSize),
      words: t('inspector.shrink_more', { size: smaller.minFontSize }),
    },
    more && { commands: set('maxLines', more.maxLines), words: t('inspector.more_lines', { count: more.maxLines }) },
    larger && {
      commands: box && lines && [...box, ...lines],
      words: t('inspector.larger_box', { height: larger.height }),
    },
  ]
}

/** What makes the text of a layer fit, each by one press: smaller letters, more lines, a larger box. */
function FitText({ target }: { target: Target }) {
  const session = useSession()
  const cures = useCures(target)
  if (!cures) return null
  return curesFor(session.state, target, cures).map((cure) => {
    const { commands, words } = cure ?? {}
    if (!commands) return null
    const apply = () => {
      session.run({ type: 'batch', commands })
      session.state.editing?.focus()
    }
    return (
      <Helping key={words}>
        <Button size="small" onClick={apply}>
          {words}
        </Button>
      </Helping>
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
      <FitText key={first} target={first} />
    </span>
  )
}

const isOfFit = ({ topic }: LayerMessage) => topic === 'cut' || topic === 'overflow'

/** The same buttons help with both. */
const isCuredAbove = (messages: readonly LayerMessage[], message: LayerMessage) =>
  isOfFit(message) && messages.find(isOfFit) !== message

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
              {!isCuredAbove(messages, message) && <Fix message={message} targets={targets} />}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
