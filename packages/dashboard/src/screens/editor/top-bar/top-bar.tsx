import { Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { TemplateHeading } from '#dashboard/screens/editor/session/template-heading.tsx'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editor.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { DraftStatus } from './draft-status.tsx'

interface TopBarProps {
  template: OpenTemplate
  /** Which record is shown. */
  records: ReactNode
  children: ReactNode
}

/** Where it is, what was done and what is looked at. */
export function TopBar({ template, records, children }: TopBarProps) {
  const width = useEditor(({ document }) => document.design.width)
  const height = useEditor(({ document }) => document.design.height)
  const session = useSession()
  const canUndo = useEditor((state) => state.canUndo)
  const canRedo = useEditor((state) => state.canRedo)
  const readOnly = useEditor((state) => state.readOnly)
  return (
    <header className="col-span-3 flex items-center overflow-x-auto overflow-y-hidden gap-3 border-b border-line px-2">
      <TemplateHeading
        template={template}
        grows={false}
        onRename={readOnly === null ? () => session.set({ dialog: 'rename' }) : undefined}
      />
      <span dir="ltr" className="hidden whitespace-nowrap text-ink-soft tabular-nums xl:inline">
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
      {records}
      <div className="grow" />
      {children}
    </header>
  )
}
