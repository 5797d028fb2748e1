import {
  ancestorsOf,
  type EditorDocument,
  type LayerId,
  layerAt,
  layerInSource,
  placeInSource,
  sourceOf,
} from '@pictable/editor'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import type { Path } from '#dashboard/parts/source/json-tree.ts'
import { SourceEditor, type SourceHandle } from '#dashboard/parts/source/source-editor.tsx'
import { commandOf } from '#dashboard/screens/editor/commands/commands.ts'
import { DrawerEdge, useDrawerHeight } from '#dashboard/screens/editor/drawers/drawer-edge.tsx'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { revealSelection } from '#dashboard/screens/editor/session/view-actions.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { isPressed } from '#dashboard/ui/fields/keys.ts'
import { Errors } from './errors.tsx'
import { layerSchema } from './layer-schema.ts'
import { type Issue, readText } from './read-text.ts'
import { useSteadyDocument } from './use-steady-document.ts'
import type { TypedText } from './use-typed.ts'

const NO_ISSUES: readonly Issue[] = []

/** A layer that the cursor selected, inside the one whose text is shown. */
interface AtCursor {
  readonly shown: LayerId
  readonly selected: LayerId
}

/**
 * The layer whose text is shown; null: the whole design. What is typed stays, with an error until that is fixed; so does
 * the text of a group while the cursor selects layers in it.
 */
function useShownLayer({ text }: TypedText) {
  const [atCursor, setAtCursor] = useState<AtCursor | null>(null)
  const [only, ...others] = useEditor((state) => state.selection)
  const scope = useEditor((state) => state.source)
  const isInside = useEditor(
    ({ document }) => atCursor !== null && ancestorsOf(document, atCursor.selected).includes(atCursor.shown),
  )
  const isAtCursor = isInside && atCursor?.selected === only && others.length === 0
  // Selected again from elsewhere, a layer shows its own text.
  useEffect(() => {
    if (!isAtCursor) setAtCursor((latest) => (latest === atCursor ? null : latest))
  }, [isAtCursor, atCursor])
  const selected = scope !== 'layer' || only === undefined || others.length > 0 ? null : only
  const shown = selected !== null && isAtCursor && atCursor ? atCursor.shown : selected
  return { layer: text ? text.layer : shown, setAtCursor }
}

/** The text of the design, kept equal with the canvas in both directions. */
export function SourcePane({ typed }: { typed: TypedText }) {
  const session = useSession()
  const handle = useRef<SourceHandle>(null)
  const [height, setHeight] = useDrawerHeight('source')
  const { layer, setAtCursor } = useShownLayer(typed)
  const issues = typed.text?.issues ?? NO_ISSUES
  // It gets the focus when it opens, and not when another layer is selected.
  const isFresh = useRef(true)
  useReturningFocus()
  return (
    <div
      onFocusCapture={() => {
        isFresh.current = false
      }}
      className="grid min-h-0 grid-rows-[auto_auto_minmax(0,1fr)_auto]"
      style={{ height }}
      onKeyDownCapture={(event) => onKey(session, event, issues.length > 0)}
    >
      <DrawerEdge label={t('editor.source_height')} height={height} onChange={setHeight} />
      <Head typed={typed} layer={layer} />
      <Text key={layer} typed={typed} layer={layer} handle={handle} isFresh={isFresh} onSelect={setAtCursor} />
      <Errors
        title={t('editor.source_unapplied')}
        issues={issues}
        onReveal={(place) => handle.current?.reveal(place)}
      />
    </div>
  )
}

/** The keys of the editor that also work in the text: a text with an error has an undo of its own. */
function onKey(session: EditorSession, event: KeyboardEvent, hasIssues: boolean): void {
  const ids = hasIssues ? ['source'] : ['source', 'undo', 'redo']
  const command = ids.map(commandOf).find(({ keys }) => keys.some((each) => isPressed(event.nativeEvent, each)))
  if (!command) return
  event.preventDefault()
  event.stopPropagation()
  command.run(session)
}

/** Where the focus was before the drawer opened gets it back. */
function useReturningFocus(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      const target = before instanceof HTMLElement && before.isConnected ? before : null
      const canvas = document.querySelector<HTMLElement>('[role="application"]')
      const next = target && target !== document.body ? target : canvas
      next?.focus({ preventScroll: true })
    }
  }, [])
}

function Head({ typed, layer }: { typed: TypedText; layer: LayerId | null }) {
  const session = useSession()
  const name = useEditor(({ document }) => (layer === null ? undefined : layerAt(document, layer)?.name))
  const isOne = useEditor(({ selection }) => selection.length === 1)
  const hasIssues = (typed.text?.issues.length ?? 0) > 0
  const scopes = [
    { scope: 'layer', label: t('editor.source_layer') },
    { scope: 'design', label: t('editor.source_design') },
  ] as const
  return (
    <div className="flex h-9 items-center gap-2 border-b border-line px-3">
      <h2 className="font-semibold">{t('editor.source')}</h2>
      <span className="min-w-0 truncate text-ink-soft">{name}</span>
      <div className="grow" />
      {hasIssues ? (
        <Button size="small" look="danger" onClick={typed.discard}>
          {t('editor.source_discard')}
        </Button>
      ) : (
        <fieldset aria-label={t('editor.source_of')} className="flex gap-1">
          {scopes.map(({ scope, label }) => (
            <button
              key={scope}
              type="button"
              aria-pressed={(scope === 'layer') === (layer !== null)}
              disabled={scope === 'layer' && !isOne}
              onClick={() => session.set({ source: scope })}
              className="h-7 rounded-md px-2 text-ink-soft hover:bg-hover hover:text-ink disabled:opacity-50 aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-ink"
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
      <IconButton
        size="small"
        label={t('editor.source_close')}
        icon={<X />}
        onClick={() => session.set({ source: null })}
      />
    </div>
  )
}

/** The design has something that a text without errors lacks: the canonical text takes its place once it is shown. */
function isOutOfStep(
  { layer, base, applied }: NonNullable<TypedText['text']>,
  { shown, session }: { shown: EditorDocument; session: EditorSession },
): boolean {
  if (applied !== shown) return applied !== session.state.document
  return base !== sourceOf(applied, layer)
}

interface TextProps {
  typed: TypedText
  layer: LayerId | null
  handle: RefObject<SourceHandle | null>
  isFresh: RefObject<boolean>
  onSelect: (atCursor: AtCursor | null) => void
}

function Text({ typed, layer, handle, isFresh, onSelect }: TextProps) {
  const session = useSession()
  const schema = useQuery({ ...api.templates.schema.query(), staleTime: Number.POSITIVE_INFINITY })
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  const names = useEditor((state) => state.values)
  const document = useSteadyDocument()
  const { text } = typed
  const canonical = sourceOf(document, layer)
  const source = text && text.layer === layer ? text.text : canonical
  const { onCursor } = useCursor({ layer, handle, onSelect })

  const isOld = text !== null && text.issues.length === 0 && isOutOfStep(text, { shown: document, session })
  // Before the next key: what it types must not be dropped with the text before it.
  useLayoutEffect(() => {
    if (isOld) typed.set(null)
  })

  const change = (changed: string) => {
    if (changed === source || session.state.readOnly !== null) return
    const before = sourceOf(session.state.document, layer)
    const base = text?.layer === layer ? text.base : before
    const { read, issues } = readText(session.state.document, { layer, text: changed, base })
    if (read?.type === 'change') session.run(read.command, { merge: 'source' })
    const { document: applied } = session.state
    const isInStep = issues.length === 0 && base === before
    typed.set({ layer, text: changed, issues, base: isInStep ? sourceOf(applied, layer) : base, applied })
  }
  const format = () => text && text.issues.length === 0 && typed.set(null)

  if (schema.isLoadingError) return <Failure error={schema.error} again={() => schema.refetch()} />
  if (!schema.data) return <div />
  return (
    <div className="min-h-0" onBlurCapture={format}>
      <SourceEditor
        hasFocus={isFresh.current}
        source={source}
        onChange={change}
        onSave={format}
        onCursor={onCursor}
        notes={text?.issues ?? NO_ISSUES}
        schema={layerSchema(schema.data, layer !== null)}
        names={Object.keys(names)}
        isReadOnly={isReadOnly}
        handle={handle}
      />
    </div>
  )
}

/** The layer of the cursor is selected on the canvas, and the cursor goes to the layer that is selected there. */
function useCursor({ layer, handle, onSelect }: Pick<TextProps, 'layer' | 'handle' | 'onSelect'>) {
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const own = useRef<LayerId | null>(null)
  const onCursor = (path: Path) => {
    const { document, selection: before } = session.state
    const within = layer === null ? [] : (placeInSource(document, layer) ?? [])
    const found = layerInSource(document, [...within, ...path])
    own.current = found
    if (found === null || (before.length === 1 && before[0] === found)) return
    onSelect(layer === null ? null : { shown: layer, selected: found })
    select(session, [found])
    revealSelection(session)
  }
  useEffect(() => {
    const [only, ...others] = selection
    if (layer !== null || only === undefined || others.length > 0 || only === own.current) return
    own.current = only
    const place = placeInSource(session.state.document, only)
    if (place) handle.current?.show(place)
  }, [selection, layer, session, handle])
  return { onCursor }
}
