import { layerAt } from '@pictable/editor'
import { Suspense } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { useDrawerHeight } from '#dashboard/screens/editor/drawers/drawer-edge.tsx'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { type TypedText, useTyped } from './use-typed.ts'

const SourcePane = lazily(() => import('./source-pane.tsx'), 'SourcePane')

/** The JSON of the design below the canvas; a text that is not valid yet is kept while the drawer is closed. */
export function SourceDrawer({ templateId }: { templateId: string }) {
  const source = useEditor((state) => state.source)
  const typed = useTyped(templateId)
  if (source === null) return <Kept typed={typed} />
  return (
    <section data-part aria-label={t('editor.source')} className="grid min-h-0 border-t border-line bg-ground">
      <Suspense fallback={<Room />}>
        <SourcePane typed={typed} />
      </Suspense>
    </section>
  )
}

/** As high as what comes, so that the canvas moves once. */
function Room() {
  const [height] = useDrawerHeight('source')
  return <div style={{ height }} />
}

/** Says that there is a text which is not applied. */
function Kept({ typed: { text, discard } }: { typed: TypedText }) {
  const session = useSession()
  const document = useEditor((state) => state.document)
  if (text === null || text.issues.length === 0) return null
  const { layer } = text
  const name = layer === null ? undefined : layerAt(document, layer)?.name
  const open = () => {
    if (layer !== null) select(session, [layer])
    session.set({ source: layer === null ? 'design' : 'layer' })
  }
  return (
    <section
      aria-label={t('editor.source')}
      className="flex items-center gap-2 border-t border-line bg-bad-soft px-3 py-1 text-bad"
    >
      <p className="min-w-0 grow truncate">{t('editor.source_kept', { name: name ?? t('editor.source_design') })}</p>
      <Button size="small" onClick={open}>
        {t('editor.source_open')}
      </Button>
      <Button size="small" look="danger" onClick={discard}>
        {t('editor.source_discard')}
      </Button>
    </section>
  )
}
