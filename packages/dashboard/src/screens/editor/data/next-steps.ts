import { useNavigate } from '@tanstack/react-router'
import { type LucideIcon, Play, Zap } from 'lucide-react'
import { useMay } from '#dashboard/api/session.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'

export interface NextStep {
  readonly key: string
  readonly label: string
  readonly Icon: LucideIcon
  go(): void
}

const MAX_RUNS = 3

/** What a published template is for: to run actions that use it, or to create one, with the table whose records are shown. */
export function useNextSteps(templateId: string): readonly NextStep[] {
  const navigate = useNavigate()
  const actions = useActions()
  const of = useEditor(({ recordSource }) => recordSource.of)
  const [mayWrite, mayRun] = [useMay('write'), useMay('trigger')]
  const place = of && ('action_id' in of ? actions.find(({ id }) => id === of.action_id) : of)
  const table = place && {
    ...{ connection: place.connection_id, base: place.base_id, table: place.table_id },
    view: place.view_id ?? undefined,
  }
  const create: NextStep = {
    key: 'new',
    label: t('editor.use'),
    Icon: Zap,
    go: () => void navigate({ to: '/actions/new', search: { template: templateId, ...table } }),
  }
  const runs = actions
    .filter((action) => usesTemplate(action, templateId))
    .slice(0, MAX_RUNS)
    .map(({ id, title }) => ({
      key: id,
      label: t('actions.run_of', { title }),
      Icon: Play,
      go: () => void navigate({ to: '/actions/$id', params: { id }, search: { run: true } }),
    }))
  return [...(mayRun ? runs : []), ...(mayWrite ? [create] : [])]
}
