import { t } from '#dashboard/strings/sources.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import type { ConnectionJson } from './source.ts'

/** What the last test found, in a word. */
export function TestState({ test }: { test: ConnectionJson['last_test'] }) {
  if (test === null) return <Badge>{t('sources.untested')}</Badge>
  if (!test.ok) return <Badge tone="bad">{t('sources.broken')}</Badge>
  if (test.warnings.length > 0) return <Badge tone="warn">{t('sources.warned', { count: test.warnings.length })}</Badge>
  return <Badge tone="good">{t('sources.works')}</Badge>
}
