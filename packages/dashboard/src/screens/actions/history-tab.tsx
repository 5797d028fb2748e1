import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { api, longPage } from '#dashboard/api/api.ts'
import type { Run } from '#dashboard/api/types.ts'
import { useLongList } from '#dashboard/api/use-long-list.ts'
import { DownloadImages } from '#dashboard/parts/images/download-images.tsx'
import { RunTable } from '#dashboard/parts/runs/run-table.tsx'
import { t } from '#dashboard/strings/actions.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'

/** Every run of the action, live. */
export function HistoryTab({ actionId }: { actionId: string }) {
  const list = useLongList<Run>((after) =>
    api.runs.list.query({ query: { limit: longPage, ...after, action_id: actionId } }),
  )
  return (
    <Section
      title={t('actions.runs')}
      aside={
        <div className="flex flex-wrap gap-2">
          <Link to="/gallery" search={{ action: actionId }} className={buttonClass('plain', 'small')}>
            {t('actions.images')}
          </Link>
          <DownloadImages size="small" query={{ action_id: actionId }} />
        </div>
      }
    >
      <Listing
        list={list}
        lines={6}
        empty={
          <EmptyState
            icon={<History aria-hidden />}
            title={t('actions.never_run')}
            help={t('actions.never_run_help')}
          />
        }
      >
        <RunTable runs={list.items} onSight={list.look} />
      </Listing>
    </Section>
  )
}
