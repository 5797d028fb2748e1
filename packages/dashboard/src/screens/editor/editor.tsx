import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { type OpenTemplate, thumbnailOf } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/editor.ts'
import { Canvas } from './canvas/canvas.tsx'
import { CanvasMenus } from './canvas-menus.tsx'
import type { Draft } from './drafts/server-draft.ts'
import { SyncContext } from './drafts/use-draft.ts'
import { useDraftSync } from './drafts/use-draft-sync.ts'
import { LateCanvasWork } from './late-canvas-work.tsx'
import { LatePart } from './late-part.tsx'
import { openSession } from './session/open-session.ts'
import { isSnappingOn } from './session/snap-switch.ts'
import { useAddress } from './session/use-address.ts'
import { FollowsContext, SessionContext } from './session/use-editor.ts'
import { useEngine } from './session/use-engine.ts'
import { useRecords } from './session/use-records.ts'
import { RecordStepper } from './top-bar/record-stepper.tsx'
import { TopBar } from './top-bar/top-bar.tsx'
import { UnreadableNotice } from './unreadable-notice.tsx'

const PhonePreview = lazily(() => import('./phone-preview.tsx'), 'PhonePreview')

/** Of the page, until its code is there. */
function Heading({ name }: { name: string }) {
  return (
    <h1 id="page-title" className="sr-only">
      {name}
    </h1>
  )
}

const route = getRouteApi('/frame/templates/$id/edit')

/** The address says what is shown, and follows it. */
function Address({ template }: { template: OpenTemplate }) {
  const { action, record } = route.useSearch()
  useRecords({ template, action, record })
  useAddress()
  return null
}

function Workbench({ template }: { template: OpenTemplate }) {
  return (
    // What a narrow window cannot show is reached by scrolling.
    <div className="h-dvh overflow-x-auto overflow-y-hidden">
      <div className="relative grid h-full min-w-[720px] grid-cols-[240px_minmax(0,1fr)_280px] grid-rows-[44px_auto_minmax(0,1fr)_auto] overflow-hidden bg-ground text-[13px]">
        <TopBar
          template={template}
          records={
            <LatePart room={<RecordStepper />}>
              {({ RecordAndSheet }) => <RecordStepper chooser={<RecordAndSheet />} />}
            </LatePart>
          }
        >
          <LatePart>{({ TopActions }) => <TopActions template={template} />}</LatePart>
        </TopBar>
        <UnreadableNotice />
        <LatePart room={<div className="border-e border-line" />}>{({ LeftPanel }) => <LeftPanel />}</LatePart>
        <FollowsContext value={false}>
          <Canvas picture={thumbnailOf(template)} Work={LateCanvasWork} Menus={CanvasMenus} />
        </FollowsContext>
        <LatePart>{({ Coach }) => <Coach template={template} />}</LatePart>
        <LatePart room={<div className="border-s border-line" />}>
          {({ InspectorPanel }) => <InspectorPanel />}
        </LatePart>
        <LatePart>{({ Drawers }) => <Drawers templateId={template.id} />}</LatePart>
      </div>
    </div>
  )
}

interface EditorProps {
  template: OpenTemplate
  draft: Draft
  /** Too narrow to edit: the design and its values are shown. */
  isPhone: boolean
}

/** The parts of the screen, around one session. */
export function Editor({ template, draft, isPhone }: EditorProps) {
  const mayWrite = useMay('write')
  const [session] = useState(() => {
    const opened = openSession(template, draft.design)
    opened.set({ isSnapping: isSnappingOn() })
    return opened
  })
  const readOnly = isPhone ? 'phone' : mayWrite ? null : 'role'
  const sync = useDraftSync({ templateId: template.id, session, readOnly })
  useEngine(session)
  return (
    <SessionContext value={session}>
      <SyncContext value={sync}>
        <title>{`${template.name} · ${t('frame.product')}`}</title>
        <Address template={template} />
        <FollowsContext value={true}>
          <Suspense fallback={<Heading name={template.name} />}>
            {isPhone ? <PhonePreview template={template} /> : <Workbench template={template} />}
          </Suspense>
          <LatePart>
            {({ UploadList, PicturePicker, Dialogs }) => (
              <>
                <UploadList />
                <PicturePicker />
                <Dialogs template={template} />
              </>
            )}
          </LatePart>
        </FollowsContext>
      </SyncContext>
    </SessionContext>
  )
}
