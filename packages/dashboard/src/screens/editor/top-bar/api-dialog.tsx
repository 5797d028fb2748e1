import { hasUnsaved } from '@pictable/editor'
import { sentValues } from '#dashboard/parts/templates/sent-values.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { requestSamples } from '#dashboard/parts/templates/use-samples.ts'
import { useDraftState } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { recordName, shownRecordId } from '#dashboard/screens/editor/session/record-actions.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'

/** What a request renders: the published version, which may lack what is seen. */
function useVersionNote({ published_version: published }: OpenTemplate): string | null {
  const isEdited = useDraftState((state) => state.hasChanges || hasUnsaved(state) || state.baseVersion !== published)
  if (published === null) return t('editor.api_unpublished')
  return isEdited ? t('editor.api_published', { version: published }) : null
}

/** A request that renders this template with the values that are shown, and the ids that it needs. */
export function ApiDialog({ template, onClose }: { template: OpenTemplate; onClose: () => void }) {
  const design = useEditor(({ document }) => document.design)
  const values = useEditor((state) => state.values)
  const record = useEditor((state) => (state.record === null ? null : state.records[state.record]))
  const recordId = useEditor(shownRecordId)
  const note = useVersionNote(template)
  const ids = [
    { title: t('editor.api_template'), id: template.id },
    ...(recordId === undefined ? [] : [{ title: t('editor.api_record'), id: recordId }]),
  ]
  return (
    <Dialog open wide onClose={onClose} title={t('editor.api_title')}>
      <div className="grid gap-4">
        <p className="text-ink-soft">
          {t('editor.api_help')} <bdi>{t('editor.api_values', { record: recordName(record) })}</bdi>
        </p>
        {note !== null && (
          <p role="note" className="rounded-md bg-warn-soft p-2 text-[13px]">
            {note}
          </p>
        )}
        <CodeBlock samples={requestSamples({ templateId: template.id, values: sentValues(design, values) })} />
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-[13px]">
          {ids.map(({ title, id }) => (
            <div key={title} className="contents">
              <dt className="text-ink-soft">{title}</dt>
              <dd>
                <CopyId id={id} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}
