import { Suspense, useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { designIn, type OpenTemplate, sourceOf } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/template-page.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const Compare = lazily(() => import('#dashboard/parts/source/compare.tsx'), 'Compare')

interface MergeDialogProps {
  theirs: OpenTemplate
  mine: string
  isSaving: boolean
  onSave: (source: string) => void
  /** Theirs is taken, and mine goes. */
  onTakeTheirs: () => void
  /** Nothing is decided yet; what was merged so far is mine from now on. */
  onClose: (source: string) => void
}

/** Somebody else saved a version since: theirs beside mine. */
export function MergeDialog({ theirs, mine, isSaving, onSave, onTakeTheirs, onClose }: MergeDialogProps) {
  // Written like theirs, so that only what was meant differs.
  const [begin] = useState(() => sourceOf(designIn(mine)))
  const [merged, setMerged] = useState(begin)
  return (
    <Dialog
      open
      stays
      place="full"
      onClose={() => onClose(merged)}
      title={t('templates.merge_title', { version: theirs.latest_version })}
      description={t('templates.merge_help')}
    >
      <div className="grid gap-4">
        <Suspense fallback={<Skeleton lines={10} />}>
          <Compare
            before={{ label: t('templates.theirs'), source: sourceOf(theirs.design) }}
            after={{ label: t('templates.mine'), source: begin }}
            onChange={setMerged}
          />
        </Suspense>
        {designIn(merged) === null && (
          <p role="alert" className="text-bad">
            {t('ui.not_json')}
          </p>
        )}
        <DialogActions>
          <Button onClick={onTakeTheirs}>{t('templates.take_theirs')}</Button>
          <Button look="primary" busy={isSaving} disabled={designIn(merged) === null} onClick={() => onSave(merged)}>
            {t('templates.save_merged')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
