import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/settings.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { HotBackups } from './hot-backups.tsx'

function Step({ title, help, code, children }: { title: string; help: string; code: string; children?: ReactNode }) {
  return (
    <Section title={title}>
      <p className="text-ink-soft">{help}</p>
      <CodeBlock samples={[{ name: 'shell', code }]} />
      {children}
    </Section>
  )
}

const exportLine = 'npx pictable export backup.tar'
const keyLine = 'cp "$PICTABLE_DATA_DIR/secret.key" secret.key.backup'
const restoreLine = 'PICTABLE_DATA_DIR=restored npx pictable restore --from /mnt/backups'
const importLines = `mkdir restored && cp secret.key.backup restored/secret.key
PICTABLE_DATA_DIR=restored npx pictable import backup.tar`
const dumpLine = 'pg_dump --format=custom --file=pictable.dump "$PICTABLE_DATABASE_URL"'

/** How this installation is backed up, by the commands that fit it. */
export function BackupsTab() {
  const isOwner = useMay('admin')
  const settings = useQuery(api.settings.get.query())
  if (settings.isLoadingError) return <Failure error={settings.error} again={() => settings.refetch()} />
  if (settings.data === undefined) return <Skeleton lines={6} />
  const { database, storage, secret_key: key } = settings.data
  const isEmbedded = database.kind === 'embedded'
  return (
    <div className="grid max-w-3xl gap-8">
      {isEmbedded && isOwner && <HotBackups />}
      {key.from === 'data_folder' ? (
        <Step title={t('settings.backup_key')} help={t('settings.backup_key_help')} code={keyLine} />
      ) : (
        <Section title={t('settings.backup_key')}>
          <p className="text-ink-soft">{t('settings.backup_key_setting')}</p>
        </Section>
      )}
      {isEmbedded && (
        <Step
          title={t('settings.backup_restore_hot')}
          help={t('settings.backup_restore_hot_help')}
          code={restoreLine}
        />
      )}
      <Step
        title={t('settings.backup_all')}
        help={isEmbedded ? t('settings.backup_stop_first') : t('settings.backup_may_run')}
        code={exportLine}
      >
        {storage.kind === 's3' && <p className="text-[13px] text-ink-soft">{t('settings.backup_bucket')}</p>}
      </Step>
      {!isEmbedded && <Step title={t('settings.backup_dump')} help={t('settings.backup_dump_help')} code={dumpLine} />}
      <Step title={t('settings.backup_restore')} help={t('settings.backup_restore_help')} code={importLines} />
    </div>
  )
}
