import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { BackUpNow, ScheduleBackups } from './backup-dialogs.tsx'
import type { Backup, BackupSchedule } from './types.ts'

/** While one runs, the list shows how far it is. */
const progressMs = 1000

const line = `curl ${location.origin}/v1/backups -H "Authorization: Bearer $PICTABLE_KEY" \\
  -H 'Content-Type: application/json' -d '{"place": "/mnt/backups"}'`

function Row({ backup }: { backup: Backup }) {
  const { state, place, started_at: at, added_bytes: added, damaged_files: damaged, error } = backup
  const isRunning = state === 'running'
  return (
    <li className="grid gap-1.5 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status state={isRunning ? 'active' : state} />
        <span dir="ltr" className="min-w-0 grow truncate font-mono text-[13px]">
          {place}
        </span>
        {added !== null && (
          <span className="text-[13px] text-ink-soft">
            <Quantity value={added} unit="bytes" /> {t('settings.backup_added')}
          </span>
        )}
        <span className="text-[13px] text-ink-soft">
          <Time at={at} />
        </span>
      </div>
      {isRunning && (
        <Progress label={t('settings.backup_progress')} done={backup.done_bytes} total={backup.total_bytes} />
      )}
      {error !== null && <p className="text-[13px] text-bad">{error}</p>}
      {damaged.length > 0 && (
        <p className="text-[13px] text-warn">{t('settings.backup_damaged', { count: damaged.length })}</p>
      )}
    </li>
  )
}

function Schedule({ schedule, onChange }: { schedule: BackupSchedule | null; onChange: () => void }) {
  const queries = useQueryClient()
  const off = useMutation({
    ...api.backups.schedule.mutation(),
    onSuccess: () => queries.invalidateQueries({ queryKey: api.backups.list.key }),
  })
  return (
    <div className="grid gap-3 rounded-lg border border-line px-4 py-3 sm:flex sm:items-center">
      <p className="min-w-0 grow wrap-anywhere">
        {schedule === null
          ? t('settings.backup_unscheduled')
          : t('settings.backup_scheduled', {
              count: schedule.every_hours,
              place: schedule.place,
              keep: schedule.keep,
            })}
      </p>
      <div className="flex shrink-0 gap-2">
        <Button size="small" icon={<CalendarClock />} onClick={onChange}>
          {schedule === null ? t('settings.backup_schedule') : t('settings.backup_change')}
        </Button>
        {schedule !== null && (
          <Button size="small" busy={off.isPending} onClick={() => off.mutate({ body: { schedule: null } })}>
            {t('settings.backup_off')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Backups of the embedded database and all files while the server runs. */
export function HotBackups() {
  const [opened, setOpened] = useState<'now' | 'schedule' | null>(null)
  const { data, error, isLoadingError, refetch } = useQuery({
    ...api.backups.list.query(),
    refetchInterval: ({ state }) =>
      state.data?.results.some((backup) => backup.state === 'running') === true && progressMs,
  })
  if (isLoadingError) return <Failure error={error} again={() => refetch()} />
  if (data === undefined) return <Skeleton lines={4} />
  const { results, schedule } = data
  const place = schedule?.place ?? results[0]?.place ?? ''
  const close = () => setOpened(null)
  const start = (
    <Button look="primary" icon={<DatabaseBackup />} onClick={() => setOpened('now')}>
      {t('settings.backup_now')}
    </Button>
  )
  return (
    <Section title={t('settings.backup_hot')} aside={results.length > 0 && start}>
      <p className="text-ink-soft">{t('settings.backup_hot_help')}</p>
      <Schedule schedule={schedule} onChange={() => setOpened('schedule')} />
      {results.length === 0 ? (
        <EmptyState
          icon={<DatabaseBackup aria-hidden />}
          title={t('settings.backup_none')}
          help={t('settings.backup_none_help')}
          action={start}
          line={line}
        />
      ) : (
        <ul aria-label={t('settings.backup_list')} className="rounded-lg border border-line">
          {results.map((backup) => (
            <Row key={backup.id} backup={backup} />
          ))}
        </ul>
      )}
      {opened === 'now' && <BackUpNow place={place} onClose={close} />}
      {opened === 'schedule' && <ScheduleBackups schedule={schedule} place={place} onClose={close} />}
    </Section>
  )
}
