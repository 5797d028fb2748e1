import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'

const AngleDialog = lazily(() => import('./angle-dialog.tsx'), 'AngleDialog')
const DiscardDialog = lazily(() => import('./discard-dialog.tsx'), 'DiscardDialog')
const ExportDialog = lazily(() => import('#dashboard/screens/editor/export/export-dialog.tsx'), 'ExportDialog')
const GuidesDialog = lazily(() => import('./guides-dialog.tsx'), 'GuidesDialog')
const KeysDialog = lazily(() => import('./keys-dialog.tsx'), 'KeysDialog')
const MergeDialog = lazily(() => import('./merge-dialog.tsx'), 'MergeDialog')
const PageSizeDialog = lazily(() => import('./page-size-dialog.tsx'), 'PageSizeDialog')
const PublishDialog = lazily(() => import('./publish-dialog.tsx'), 'PublishDialog')
const RenameTemplate = lazily(() => import('#dashboard/parts/templates/rename-template.tsx'), 'RenameTemplate')
const RestoreDialog = lazily(() => import('#dashboard/screens/editor/versions/restore-dialog.tsx'), 'RestoreDialog')
const VersionsDialog = lazily(() => import('#dashboard/screens/editor/versions/versions-dialog.tsx'), 'VersionsDialog')

const route = getRouteApi('/frame/templates/$id/edit')

/** What is open above the editor. */
export function Dialogs({ template }: { template: OpenTemplate }) {
  const session = useSession()
  const dialog = useEditor((state) => state.dialog)
  const { restore } = route.useSearch()
  return (
    <Suspense>
      {dialog === 'keys' && <KeysDialog />}
      {dialog === 'angle' && <AngleDialog />}
      {dialog === 'guides' && <GuidesDialog />}
      {dialog === 'page-size' && <PageSizeDialog />}
      {dialog === 'publish' && <PublishDialog template={template} />}
      {dialog === 'discard' && <DiscardDialog />}
      {dialog === 'rename' && <RenameTemplate template={template} onClose={() => session.set({ dialog: null })} />}
      {dialog === 'export' && <ExportDialog template={template} />}
      {dialog === 'versions' && <VersionsDialog template={template} />}
      {restore !== undefined && <RestoreDialog key={restore} id={template.id} version={restore} />}
      {dialog === 'merge' && <MergeDialog template={template} />}
    </Suspense>
  )
}
