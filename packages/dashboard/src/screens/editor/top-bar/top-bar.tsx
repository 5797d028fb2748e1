import { Link } from '@tanstack/react-router'
import { ArrowLeft, Redo2, Undo2 } from 'lucide-react'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editor.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { DraftStatus } from './draft-status.tsx'
import { PublishButton } from './publish-button.tsx'
import { RecordStepper } from './record-stepper.tsx'
import { ZoomMenu } from './zoom-menu.tsx'

/** Where it is, what was done and what is looked at. */
export function TopBar({ template }: { template: OpenTemplate }) {
  const { width, height } = useEditor(({ document }) => document.design)
  const session = useSession()
  const canUndo = useEditor((state) => state.canUndo)
  const canRedo = useEditor((state) => state.canRedo)
  const readOnly = useEditor((state) => state.readOnly)
  return (
    <header className="col-span-3 flex items-center overflow-x-auto overflow-y-hidden gap-3 border-b border-line px-2">
      <Link
        to="/templates/$id"
        params={{ id: template.id }}
        aria-label={t('editor.back')}
        data-tooltip={t('editor.back')}
        className="grid size-8 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink [&_svg]:size-4"
      >
        <ArrowLeft aria-hidden className="rtl:rotate-180" />
      </Link>
      <h1 id="page-title" dir="auto" className="min-w-0 truncate font-semibold">
        {template.name}
      </h1>
      <span dir="ltr" className="text-ink-soft tabular-nums">
        {width} × {height}
      </span>
      {readOnly === null && (
        <div className="flex">
          <IconButton label={t('editor.undo')} icon={<Undo2 />} disabled={!canUndo} onClick={() => session.undo()} />
          <IconButton label={t('editor.redo')} icon={<Redo2 />} disabled={!canRedo} onClick={() => session.redo()} />
        </div>
      )}
      <DraftStatus />
      <div className="grow" />
      <RecordStepper />
      <div className="grow" />
      <ZoomMenu />
      <PublishButton template={template} />
    </header>
  )
}
