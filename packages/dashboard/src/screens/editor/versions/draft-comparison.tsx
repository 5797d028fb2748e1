import type { Values } from '#dashboard/parts/templates/template.ts'
import { Comparison, goneVersion } from '#dashboard/parts/versions/comparison.tsx'
import { useVersionSide } from '#dashboard/parts/versions/version-comparison.tsx'
import { useDraftDiff } from '#dashboard/screens/editor/drafts/use-draft-diff.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/versions.ts'

interface DraftComparisonProps {
  id: string
  from: number
  valuesOf: (design: object) => Values
  onClose: () => void
}

/** A version and the draft that is open. */
export function DraftComparison({ id, from, valuesOf, onClose }: DraftComparisonProps) {
  const design = useEditor(({ document }) => document.design)
  const before = useVersionSide({ id, version: from, valuesOf })
  const diff = useDraftDiff(id, from)
  const names = { from: t('versions.sentence_version', { version: from }), to: t('versions.sentence_draft') }
  return (
    <Comparison
      title={t('versions.compared', names)}
      before={before.side}
      after={{ label: t('versions.draft'), design, values: valuesOf(design) }}
      diff={diff}
      error={before.error}
      gone={goneVersion(from, before.error)}
      onClose={onClose}
    />
  )
}
