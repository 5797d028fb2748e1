import { type RunRecordState, runRecordStates, warningCodes } from '@pictable/model/run'
import { getRouteApi, Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Run } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { chipClass } from '#dashboard/ui/badge.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import type { WarningFilter } from './search.ts'

const route = getRouteApi('/frame/runs/$id')

/** The counts of a run, each of which shows its records; by outcome, by warning, or both. */
export function RecordFilters({ run }: { run: Run }) {
  const { outcome, warning, reason } = route.useSearch()
  const states = runRecordStates.filter((state) => run[state] > 0 || outcome === state)
  const found = warningCodes.filter((name) => (run.warnings[name] ?? 0) > 0 || warning === name)
  return (
    <div className="grid gap-2">
      <nav aria-label={t('runs.filter_outcome')} className="flex flex-wrap gap-1.5">
        <Chip
          run={run}
          isOn={outcome === undefined && reason === undefined}
          filter={{ outcome: undefined }}
          count={run.total}
        >
          {t('runs.all')}
        </Chip>
        {states.map((state) => (
          <Chip key={state} run={run} isOn={outcome === state} filter={{ outcome: state }} count={run[state]}>
            {t(`status.${state}`)}
          </Chip>
        ))}
      </nav>
      {(found.length > 0 || warning) && (
        <nav aria-label={t('runs.filter_warning')} className="flex flex-wrap gap-1.5">
          {(found.length > 1 || warning === 'any') && (
            <Chip run={run} isOn={warning === 'any'} filter={{ warning: warning === 'any' ? undefined : 'any' }}>
              <TriangleAlert aria-hidden className="size-3.5 text-warn" />
              {t('runs.any_warning')}
            </Chip>
          )}
          {found.map((name) => (
            <Chip
              key={name}
              run={run}
              isOn={warning === name}
              filter={{ warning: warning === name ? undefined : name }}
              count={run.warnings[name] ?? 0}
            >
              <TriangleAlert aria-hidden className="size-3.5 text-warn" />
              {t(`warning.${name}`)}
            </Chip>
          ))}
        </nav>
      )}
    </div>
  )
}

interface ChipProps {
  run: Run
  isOn: boolean
  filter: { outcome: RunRecordState | undefined } | { warning: WarningFilter | undefined }
  count?: number
  children: ReactNode
}

function Chip({ run, isOn, filter, count, children }: ChipProps) {
  return (
    <Link
      to="/runs/$id"
      params={{ id: run.id }}
      search={(before) => ({ ...before, ...filter, reason: undefined, record: undefined })}
      resetScroll={false}
      aria-current={isOn ? 'true' : undefined}
      className={chipClass(isOn)}
    >
      {children}
      {count !== undefined && <Quantity value={count} />}
    </Link>
  )
}
