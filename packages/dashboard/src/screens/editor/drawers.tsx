import { Suspense, useLayoutEffect } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { useDrawerHeight } from './drawers/drawer-edge.tsx'
import { useEditor, useSession } from './session/use-editor.ts'
import { hasNothing } from './sheet/has-nothing.ts'
import { restoreSheet } from './sheet/sheet-switch.ts'
import { SourceDrawer } from './source/source-drawer.tsx'

const ContactSheet = lazily(() => import('./sheet/contact-sheet.tsx'), 'ContactSheet')

/** As high as what comes, so that the canvas moves once. */
function SheetRoom() {
  const [height] = useDrawerHeight('sheet')
  const isLow = useEditor(hasNothing)
  return <div style={isLow ? {} : { height }} className="min-h-0" />
}

/** Below the canvas, which always keeps some room: the contact sheet, and the source. */
export function Drawers({ templateId }: { templateId: string }) {
  const session = useSession()
  const hasSheet = useEditor((state) => state.hasSheet === true)
  useLayoutEffect(() => restoreSheet(session), [session])
  return (
    <div className="col-span-3 flex min-h-0 flex-col" style={{ maxHeight: 'calc(100dvh - 180px)' }}>
      {hasSheet && (
        <Suspense fallback={<SheetRoom />}>
          <ContactSheet />
        </Suspense>
      )}
      <SourceDrawer templateId={templateId} />
    </div>
  )
}
