import { useQuery } from '@tanstack/react-query'
import { Braces, ChevronDown, ChevronRight } from 'lucide-react'
import { type RefObject, Suspense, useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { kept } from '#dashboard/api/kept.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { pageShown } from '#dashboard/api/page-shown.ts'
import type { SourceHandle } from '#dashboard/parts/source/source-editor.tsx'
import { designIn, sourceOf } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { FillingPane } from './filling-pane.tsx'
import { NamedParts } from './named-parts.tsx'
import { Preview } from './preview.tsx'
import type { DraftState } from './use-draft.ts'
import { type DrawnState, pathOfLayer, type Remark } from './use-drawn.ts'
import type { Filling } from './use-filling.ts'

/** Until it has come, the source is there to be read. */
const SourceEditor = lazily(
  () => pageShown.then(() => import('#dashboard/parts/source/source-editor.tsx')),
  'SourceEditor',
)

type SourceRef = RefObject<SourceHandle | null>

interface DesignTabProps {
  state: DraftState
  drawn: DrawnState
  filling: Filling
  isReadOnly: boolean
  onSave: () => void
}

type Place = Remark['place']

/** Whether the source is shown is kept from template to template: most people never need it. */
const openAs = 'pictable.source_open'

/** Whether the source is shown, and where it opens. */
function useSourceShown(handle: SourceRef) {
  const [isOpen, setOpen] = useState(() => kept.get(openAs) !== null)
  const [startsAt, setStartsAt] = useState<Place>()
  const show = (open: boolean, place?: Place) => {
    kept.set(openAs, open ? 'yes' : null)
    setStartsAt(place)
    setOpen(open)
  }
  const reveal = (place: Place) => (isOpen ? handle.current?.reveal(place) : show(true, place))
  return { isOpen, startsAt, toggle: () => show(!isOpen), reveal }
}

interface SourceProps extends DesignTabProps {
  handle: SourceRef
  shown: ReturnType<typeof useSourceShown>
}

/** The source, which people open who want it, and what is wrong with it. */
function SourcePane(props: SourceProps) {
  const { state, drawn, isReadOnly, shown } = props
  const { source } = state.draft
  const design = designIn(source)
  const Chevron = shown.isOpen ? ChevronDown : ChevronRight
  return (
    <section
      aria-label={t('templates.source')}
      className={classNames(
        'grid min-w-0 content-start gap-2 lg:col-start-1',
        shown.isOpen ? 'order-2 lg:row-span-2 lg:row-start-1' : 'order-4 lg:row-start-2',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>
          <button
            type="button"
            aria-expanded={shown.isOpen}
            onClick={shown.toggle}
            className="flex items-center gap-1.5 rounded font-semibold"
          >
            <Chevron aria-hidden className="size-4 text-ink-soft rtl:-scale-x-100" />
            {t('templates.source_json')}
          </button>
        </h2>
        {shown.isOpen && !isReadOnly && (
          <Button
            size="small"
            icon={<Braces />}
            disabled={design === null || source === sourceOf(design)}
            onClick={() => state.setSource(sourceOf(design))}
          >
            {t('templates.format')}
          </Button>
        )}
      </div>
      {shown.isOpen && <OpenSource {...props} />}
      <Mistakes drawn={drawn} onReveal={shown.reveal} />
    </section>
  )
}

function OpenSource({ state, drawn, filling, isReadOnly, onSave, handle, shown: { startsAt } }: SourceProps) {
  const schema = useQuery({ ...api.templates.schema.query(), staleTime: Number.POSITIVE_INFINITY })
  const { source } = state.draft
  const bound = drawn.drawn?.variables.map(({ name }) => name) ?? []
  return (
    <>
      {schema.isLoadingError && <Failure error={schema.error} again={() => schema.refetch()} />}
      <div className="h-[32rem] overflow-hidden rounded-lg border border-line lg:h-[calc(100dvh-16rem)] lg:min-h-96">
        {schema.data && (
          <Suspense
            fallback={
              <pre dir="ltr" className="h-full overflow-hidden p-3 font-mono text-[13px]">
                {source}
              </pre>
            }
          >
            <SourceEditor
              source={source}
              onChange={state.setSource}
              onSave={onSave}
              notes={drawn.notes}
              schema={schema.data}
              names={[...new Set([...Object.keys(filling.values), ...bound])]}
              isReadOnly={isReadOnly}
              hasFocus={startsAt !== undefined}
              startsAt={startsAt}
              handle={handle}
            />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** The picture and what fills it, large; beside the source once that is open. */
export function DesignTab(props: DesignTabProps) {
  const { state, drawn, filling, isReadOnly } = props
  const handle: SourceRef = useRef(null)
  const shown = useSourceShown(handle)
  const reveal = (layer: string) => {
    const path = pathOfLayer(designIn(state.draft.source), layer)
    if (path) shown.reveal(path)
  }
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)] lg:grid-rows-[auto_1fr]">
      <SourcePane {...props} handle={handle} shown={shown} />
      <div className={classNames('order-1 min-w-0', shown.isOpen ? 'lg:col-start-2' : 'lg:col-start-1 lg:row-start-1')}>
        <Preview state={drawn} onReveal={reveal} />
      </div>
      <div
        className={classNames(
          'order-3 grid min-w-0 content-start gap-6 lg:col-start-2',
          !shown.isOpen && 'lg:row-span-2 lg:row-start-1',
        )}
      >
        <FillingPane
          templateId={state.base.id}
          filling={filling}
          drawn={drawn.drawn}
          sample={state.draft.sample}
          isReadOnly={isReadOnly}
          onSample={state.setSample}
        />
        {drawn.drawn && <NamedParts drawn={drawn.drawn} />}
      </div>
    </div>
  )
}

interface MistakesProps {
  drawn: DrawnState
  onReveal: (place: Place) => void
}

/** What has to be mended before it can be saved. */
function Mistakes({ drawn, onReveal }: MistakesProps) {
  const errors = drawn.notes.filter(({ severity }) => severity === 'error')
  return (
    <div aria-live="polite">
      {errors.length > 0 && (
        <ul aria-label={t('templates.mistakes')} className="grid gap-1 text-[13px]">
          {errors.map(({ place, where, message }) => (
            <li key={`${where} ${message}`}>
              <button
                type="button"
                onClick={() => onReveal(place)}
                className="w-full rounded-md bg-bad-soft px-2.5 py-1 text-start break-words text-bad hover:underline"
              >
                <code dir="ltr">{where}</code> {message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
