import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import type { Run } from '#dashboard/api/types.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { t } from '#dashboard/strings/t.ts'
import { Section } from '#dashboard/ui/page.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Time } from '#dashboard/ui/time.tsx'

/** What is being made at this moment. */
export function LiveRuns() {
  const runs = useQuery(api.runs.list.query({ query: { state: 'active', limit: 5 } })).data?.results ?? []
  const live = runs.filter(({ state }) => state === 'active')
  return live.length > 0 && <Live runs={live} />
}

function Live({ runs }: { runs: readonly Run[] }) {
  const actions = useActions()
  const titleOf = ({ action_id: id }: Run) => actions.find((action) => action.id === id)?.title ?? id
  return (
    <Section title={t('home.live')}>
      <ul className="grid gap-3">
        {runs.map((run) => (
          <li key={run.id}>
            <Link
              to="/runs/$id"
              params={{ id: run.id }}
              className="grid gap-1.5 rounded-lg border border-line p-3 hover:bg-hover"
            >
              <span dir="auto" className="truncate font-medium">
                {titleOf(run)}
              </span>
              <Progress
                label={titleOf(run)}
                done={run.planned_at === null ? null : run.total - run.pending}
                total={run.total}
              />
              <span className="flex justify-between gap-2 text-[13px] text-ink-soft">
                {t('home.progress', { done: run.total - run.pending, total: run.total })}
                <Time at={run.created_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
