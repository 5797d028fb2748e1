import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import type { Values } from '#dashboard/parts/templates/template.ts'
import { toDesign } from '#dashboard/parts/templates/to-design.ts'
import { t } from '#dashboard/strings/versions.ts'
import type { Side } from './before-after.tsx'
import { Comparison, goneVersion } from './comparison.tsx'

interface Wanted {
  id: string
  version: number
  /** What fills it. */
  valuesOf: (design: object) => Values
}

/** A stored version, to be compared. */
export function useVersionSide({ id, version, valuesOf }: Wanted): { side: Side; error: Error | null } {
  const { data, error } = useQuery(api.templates.version.query({ params: { id, version } }))
  const design = data && toDesign(data.design)
  return { side: { label: t('templates.version', { version }), design, values: design ? valuesOf(design) : {} }, error }
}

interface VersionComparisonProps extends Pick<Wanted, 'id' | 'valuesOf'> {
  /** The older one. */
  from: number
  to: number
  onClose: () => void
}

/** Two versions of a template. */
export function VersionComparison({ id, from, to, valuesOf, onClose }: VersionComparisonProps) {
  const before = useVersionSide({ id, version: from, valuesOf })
  const after = useVersionSide({ id, version: to, valuesOf })
  const { data, error, refetch } = useQuery(api.templates.diff.query({ params: { id, version: from }, query: { to } }))
  const nameOf = (version: number) => t('versions.sentence_version', { version })
  return (
    <Comparison
      title={t('versions.compared', { from: nameOf(from), to: nameOf(to) })}
      before={before.side}
      after={after.side}
      diff={{ changes: data?.changes, error, again: () => void refetch() }}
      error={before.error ?? after.error}
      gone={goneVersion(from, before.error) ?? goneVersion(to, after.error)}
      onClose={onClose}
    />
  )
}
