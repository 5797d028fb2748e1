import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMay } from '#dashboard/api/session.ts'
import { type OpenTemplate, thumbnailOf } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/editor.ts'
import { Canvas } from './canvas/canvas.tsx'
import { Dialogs } from './dialogs/dialogs.tsx'
import type { Draft } from './drafts/server-draft.ts'
import { SyncContext, useDraftSync } from './drafts/use-draft-sync.ts'
import { openEngine } from './engine/engine.ts'
import { InspectorPanel } from './inspector/inspector-panel.tsx'
import { LeftPanel } from './left-panel.tsx'
import { startDrawing } from './session/draw-loop.ts'
import { openSession } from './session/open-session.ts'
import { SessionContext } from './session/use-editor.ts'
import { useRecords } from './session/use-records.ts'
import { SourceDrawer } from './source/source-drawer.tsx'
import { TopBar } from './top-bar/top-bar.tsx'

const route = getRouteApi('/frame/templates/$id/edit')

function Records({ templateId }: { templateId: string }) {
  const { action, record } = route.useSearch()
  useRecords({ templateId, action, record })
  return null
}

/** The parts of the screen, around one session. */
export function Editor({ template, draft }: { template: OpenTemplate; draft: Draft }) {
  const mayWrite = useMay('write')
  const [session] = useState(() => openSession(template, draft.design))
  const sync = useDraftSync({ templateId: template.id, session, readOnly: mayWrite ? null : 'role' })
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    openEngine().then(
      (engine) => {
        if (!isGone) stop = startDrawing(session, engine)
      },
      (error: unknown) => session.set({ drawError: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [session])
  return (
    <SessionContext value={session}>
      <SyncContext value={sync}>
        <title>{`${template.name} · ${t('frame.product')}`}</title>
        <Records templateId={template.id} />
        <div className="grid h-dvh grid-cols-[240px_minmax(0,1fr)_280px] grid-rows-[44px_minmax(0,1fr)_auto] overflow-hidden bg-ground text-[13px]">
          <TopBar template={template} />
          <LeftPanel />
          <Canvas picture={thumbnailOf(template)} />
          <InspectorPanel />
          <SourceDrawer />
        </div>
        <Dialogs template={template} />
      </SyncContext>
    </SessionContext>
  )
}
