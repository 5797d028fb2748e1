import { useQuery } from '@tanstack/react-query'
import { Braces } from 'lucide-react'
import { type RefObject, Suspense, useRef } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { pageShown } from '#dashboard/api/page-shown.ts'
import type { SourceHandle } from '#dashboard/parts/source/source-editor.tsx'
import { designIn, sourceOf } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
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

/** The source, and what is wrong with it. */
function SourcePane({ state, drawn, filling, isReadOnly, onSave, handle }: DesignTabProps & { handle: SourceRef }) {
  const schema = useQuery({ ...api.templates.schema.query(), staleTime: Number.POSITIVE_INFINITY })
  const { source } = state.draft
  const design = designIn(source)
  const bound = drawn.drawn?.variables.map(({ name }) => name) ?? []
  return (
    <section
      aria-label={t('templates.source')}
      className="order-2 grid min-w-0 content-start gap-2 lg:col-start-1 lg:row-span-2 lg:row-start-1"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('templates.source')}</h2>
        {!isReadOnly && (
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
              handle={handle}
            />
          </Suspense>
        )}
      </div>
      <Mistakes drawn={drawn} onReveal={(place) => handle.current?.reveal(place)} />
    </section>
  )
}

/** The source, and beside it what comes of it. */
export function DesignTab(props: DesignTabProps) {
  const { state, drawn, filling, isReadOnly } = props
  const handle: SourceRef = useRef(null)
  const reveal = (layer: string) => {
    const path = pathOfLayer(designIn(state.draft.source), layer)
    if (path) handle.current?.reveal(path)
  }
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)] lg:grid-rows-[auto_1fr]">
      <SourcePane {...props} handle={handle} />
      <div className="order-1 min-w-0 lg:col-start-2">
        <Preview state={drawn} onReveal={reveal} />
      </div>
      <div className="order-3 grid min-w-0 content-start gap-6 lg:col-start-2">
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
  onReveal: (place: Remark['place']) => void
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
