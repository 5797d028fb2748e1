import { hasUnsaved } from '@pictable/editor'
import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import { sentValues } from '#dashboard/parts/templates/sent-values.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { toDesign } from '#dashboard/parts/templates/to-design.ts'
import { reasonOf, usePicture } from '#dashboard/parts/versions/use-picture.ts'
import { VersionComparison } from '#dashboard/parts/versions/version-comparison.tsx'
import { type Compared, VersionList } from '#dashboard/parts/versions/version-list.tsx'
import { NoPicture, PictureFrame } from '#dashboard/parts/versions/version-picture.tsx'
import { useDraftState } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { DraftComparison } from './draft-comparison.tsx'

/** With the sample values, as the versions below it. */
function DraftPicture() {
  const design = useEditor(({ document }) => document.design)
  const sample = useEditor(({ document }) => document.sample)
  const picture = usePicture({ design, values: sample, widthPx: 320 })
  const reason = reasonOf(picture)
  const image = picture.data?.image
  return (
    <PictureFrame>
      {reason !== undefined && <NoPicture reason={reason} />}
      {reason === undefined && image && (
        <img src={image.data} alt="" className="max-h-full max-w-full object-contain shadow-sm" />
      )}
    </PictureFrame>
  )
}

/** Every version of the open template, beside the page. */
export function VersionsDialog({ template }: { template: OpenTemplate }) {
  const { id } = template
  const session = useSession()
  const navigate = useNavigate({ from: '/templates/$id/edit' })
  const values = useEditor((state) => state.values)
  const isEditing = useEditor(({ readOnly }) => readOnly === null)
  const since = useDraftState((state) => state.baseVersion)
  const hasChanges = useDraftState((state) => state.hasChanges || hasUnsaved(state))
  const [compared, setCompared] = useState<Compared | null>(null)
  const close = () => session.set({ dialog: null })
  const restore = (version: number) => {
    close()
    void navigate({ search: (before) => ({ ...before, restore: version }), replace: true, resetScroll: false })
  }
  const valuesOf = (design: object) => sentValues(toDesign(design), values)
  const { older, newer } = compared ?? {}
  const shared = { id, valuesOf, onClose: () => setCompared(null) }
  return (
    <Dialog open place="end" onClose={close} title={t('versions.title')}>
      <VersionList
        template={template}
        {...(hasChanges && { draft: { picture: <DraftPicture />, since } })}
        onCompare={setCompared}
        actionsOf={({ version }) =>
          isEditing &&
          (hasChanges || version !== since) && (
            <Button size="small" icon={<History />} hint={t('versions.restore_help')} onClick={() => restore(version)}>
              {t('versions.restore')}
            </Button>
          )
        }
      />
      {typeof older === 'number' &&
        (newer === 'draft' ? (
          <DraftComparison {...shared} from={older} />
        ) : (
          newer !== undefined && <VersionComparison {...shared} from={older} to={newer} />
        ))}
    </Dialog>
  )
}
