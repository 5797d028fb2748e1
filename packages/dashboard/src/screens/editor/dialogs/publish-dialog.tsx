import { hasUnsaved } from '@pictable/editor'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { PublishEffects } from '#dashboard/parts/versions/publish-effects.tsx'
import { PublishForm } from '#dashboard/parts/versions/publish-form.tsx'
import { type NextStep, useNextSteps } from '#dashboard/screens/editor/data/next-steps.ts'
import { useDraftState, useSync } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { useDraftDiff } from '#dashboard/screens/editor/drafts/use-draft-diff.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { useShownRecords } from './shown-records.ts'

/** What the draft changes of the version that actions use, or, before there is one, of that which it began with. */
function Effects({ template: { id, published_version: published } }: { template: OpenTemplate }) {
  const base = useDraftState((state) => state.baseVersion)
  const design = useEditor(({ document }) => document.design)
  const from = published ?? base
  const diff = useDraftDiff(id, from)
  const records = useShownRecords()
  return <PublishEffects {...{ id, from, diff, records }} isUsed={published !== null} after={design} />
}

interface NextStepsProps {
  steps: readonly NextStep[]
  onChoose: () => void
}

/** What the published version is for. */
function NextSteps({ steps, onChoose }: NextStepsProps) {
  return (
    <span className="mt-1.5 flex flex-wrap gap-1.5">
      {steps.map(({ key, label, Icon, go }) => (
        <Button
          key={key}
          size="small"
          icon={<Icon />}
          onClick={() => {
            onChoose()
            go()
          }}
        >
          <bdi className="max-w-64 truncate">{label}</bdi>
        </Button>
      ))}
    </span>
  )
}

/** Makes the draft the version that actions use. */
export function PublishDialog({ template }: { template: OpenTemplate }) {
  const [session, sync] = [useSession(), useSync()]
  const version = useDraftState((state) => state.baseVersion)
  const hasChanges = useDraftState((state) => state.hasChanges || hasUnsaved(state))
  const steps = useNextSteps(template.id)
  const close = () => {
    sync.dispatch({ type: 'publish-cancelled' })
    session.set({ dialog: null })
  }
  return (
    <PublishForm
      title={t('versions.publish_title')}
      publish={(note) => sync.publish(note)}
      // A shortcut opens it also when there is nothing to publish.
      isPublished={!hasChanges && version === template.published_version}
      onClose={close}
      next={(closeToast) => <NextSteps steps={steps} onChoose={closeToast} />}
    >
      <Effects template={template} />
    </PublishForm>
  )
}
