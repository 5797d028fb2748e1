import { Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { TemplateHeading } from '#dashboard/screens/editor/session/template-heading.tsx'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editor.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { wordsOf } from '#dashboard/ui/fields/keys.ts'
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
      <button
        type="button"
        dir="ltr"
        disabled={readOnly !== null}
        title={readOnly === null ? t('editor.page_size') : undefined}
        onClick={() => session.set({ dialog: 'page-size' })}
        className="hidden rounded-md px-1.5 py-1 whitespace-nowrap text-ink-soft tabular-nums enabled:hover:bg-hover enabled:hover:text-ink xl:inline"
      >
        {width} × {height}
      </button>
      {readOnly === null && (
        <div className="flex">
          <IconButton
            label={t('editor.undo')}
            data-tooltip={`${t('editor.undo')} (${wordsOf('Mod+z')})`}
            icon={<Undo2 />}
            disabled={!canUndo}
            onClick={() => session.undo()}
          />
          <IconButton
            label={t('editor.redo')}
            data-tooltip={`${t('editor.redo')} (${wordsOf('Mod+Shift+z')})`}
            icon={<Redo2 />}
            disabled={!canRedo}
            onClick={() => session.redo()}
          />
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
