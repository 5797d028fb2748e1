import type { CallAnswer, Contract } from '@pictable/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Time } from '#dashboard/ui/time.tsx'

type FileCheck = NonNullable<CallAnswer<Contract['settings']['get']>['file_check']>

function OwnerLink({ kind, id }: FileCheck['broken'][number]) {
  if (kind === 'image')
    return (
      <Link to="/gallery" search={{ image: id }} className="rounded underline">
        {id}
      </Link>
    )
  return (
    <Link to="/settings" search={{ tab: kind === 'asset' ? 'assets' : 'fonts' }} className="rounded underline">
      {id}
    </Link>
  )
}

function BrokenFiles({ broken, broken_count: count }: FileCheck) {
  return (
    <ul className="grid w-full gap-2 text-[13px]">
      {broken.map((file) => (
        <li key={`${file.key} ${file.id}`}>
          <OwnerLink {...file} /> · {t(`settings.file_${file.problem}`)}
          <span dir="ltr" className="block font-mono break-all text-ink-soft">
            {file.key}
          </span>
          <span className="block text-ink-soft">{file.cure}</span>
        </li>
      ))}
      {count > broken.length && <li>{t('settings.files_more', { count: count - broken.length })}</li>}
    </ul>
  )
}

/** Result of the background check of all stored files, as a line of the health checks. */
export function FileCheckLine() {
  const settings = useQuery(api.settings.get.query()).data
  if (settings === undefined) return null
  const { file_check: check } = settings
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
      {t('settings.files')}
      {check === null && <Badge tone="neutral">{t('settings.files_unchecked')}</Badge>}
      {check !== null && (
        <Badge tone={check.broken_count > 0 ? 'bad' : 'good'}>
          {check.broken_count > 0
            ? t('settings.files_broken', { count: check.broken_count })
            : t('settings.files_whole')}
        </Badge>
      )}
      {check !== null && (
        <p className="w-full text-[13px] text-ink-soft">
          {t('settings.files_checked', { count: check.files_checked })} · {t('settings.files_last')}{' '}
          {check.finished_at === null ? t('settings.files_never') : <Time at={check.finished_at} />}
        </p>
      )}
      {check !== null && check.broken_count > 0 && <BrokenFiles {...check} />}
    </li>
  )
}
