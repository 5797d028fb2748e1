import type { CallAnswer, Contract } from '@pictable/client'
import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Setting, SettingList } from './installation-facts.tsx'

type Installation = CallAnswer<Contract['settings']['get']>

type Size = CallAnswer<Contract['images']['count']>

function countText({ count, accuracy }: Size): string {
  return accuracy === 'exact'
    ? t('settings.storage_count', { count })
    : t(`settings.storage_count_${accuracy}`, { count })
}

function Places({ installation: { storage, database, secret_key: key } }: { installation: Installation }) {
  const size = useQuery(api.images.count.query()).data
  return (
    <SettingList>
      <Setting name={t('settings.storage_images')}>
        {size === undefined ? (
          '…'
        ) : (
          <>
            {countText(size)} · <Quantity value={size.bytes} unit="bytes" />
          </>
        )}
      </Setting>
      <Setting name={t('settings.storage_files')} from="PICTABLE_STORAGE">
        <span dir="ltr" className="block font-mono text-[13px] break-all">
          {storage.place}
        </span>
      </Setting>
      <Setting name={t('settings.storage_database')} from="PICTABLE_DATABASE_URL">
        {t(`settings.database_${database.kind}`)}
      </Setting>
      <Setting name={t('settings.storage_key')} from="PICTABLE_SECRET_KEY">
        {t(`settings.key_${key.from}`)}
      </Setting>
    </SettingList>
  )
}

function Retention({ retention }: Pick<Installation, 'retention'>) {
  const { per_record: perRecord, keep_current: keepsCurrent } = retention
  const ageText = (days: number | null) =>
    days === null ? t('settings.retention_for_ever') : t('settings.retention_days', { count: days })
  return (
    <SettingList>
      <Setting name={t('settings.retention_age')} from="PICTABLE_RETENTION_DAYS">
        {ageText(retention.max_age_days)}
      </Setting>
      <Setting name={t('settings.retention_record')} from="PICTABLE_RETENTION_PER_RECORD">
        {perRecord ?? t('settings.retention_all')}
      </Setting>
      <Setting name={t('settings.retention_current')} from="PICTABLE_RETENTION_KEEP_CURRENT">
        {keepsCurrent ? t('settings.yes') : t('settings.no')}
      </Setting>
      <Setting name={t('settings.retention_runs')} from="PICTABLE_RETENTION_RUNS_DAYS">
        {ageText(retention.runs_max_age_days)}
      </Setting>
      <Setting name={t('settings.retention_deliveries')} from="PICTABLE_RETENTION_DELIVERIES_DAYS">
        {ageText(retention.deliveries_max_age_days)}
      </Setting>
    </SettingList>
  )
}

function Reach({ installation: { limits, public_url: url, public_url_problem: why } }: { installation: Installation }) {
  return (
    <SettingList>
      <Setting name={t('settings.public_url')} from="PICTABLE_PUBLIC_URL">
        <span dir="ltr" className="break-all">
          {url}
        </span>
        {why !== null && <p className="text-[13px] text-warn">{t('settings.public_url_problem', { why })}</p>}
      </Setting>
      <Setting name={t('settings.limit_upload')}>
        <Quantity value={limits.upload_bytes} unit="bytes" />
      </Setting>
      <Setting name={t('settings.limit_json')}>
        <Quantity value={limits.json_bytes} unit="bytes" />
      </Setting>
      <Setting name={t('settings.limit_calls')}>
        <Quantity value={limits.calls_per_minute} />
      </Setting>
      <Setting name={t('settings.limit_session')}>
        {t('settings.limit_session_is', { idle: limits.session_idle_days, most: limits.session_days })}
      </Setting>
    </SettingList>
  )
}

/** Where everything is kept, for how long, and how much there is. */
export function StorageTab() {
  const { data, error, isLoadingError, refetch } = useQuery(api.settings.get.query())
  if (isLoadingError) return <Failure error={error} again={() => refetch()} />
  if (data === undefined) return <Skeleton lines={6} />
  return (
    <div className="grid gap-8">
      <p className="text-ink-soft">{t('settings.read_only')}</p>
      <Section title={t('settings.storage_kept')}>
        <Places installation={data} />
      </Section>
      <Section title={t('settings.retention')}>
        <Retention retention={data.retention} />
      </Section>
      <Section title={t('settings.reach')}>
        <Reach installation={data} />
      </Section>
    </div>
  )
}
