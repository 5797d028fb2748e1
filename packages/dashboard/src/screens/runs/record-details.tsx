import { Link } from '@tanstack/react-router'
import { ImageIcon } from 'lucide-react'
import type { RunRecord } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { CopyButton, CopyId } from '#dashboard/ui/copy.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { ImageTile } from '#dashboard/ui/image-tile.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { Time } from '#dashboard/ui/time.tsx'

interface RecordDetailsProps {
  record: RunRecord
  runId: string
  onClose: () => void
}

/** All about one record of a run: why it came out so, and its image. */
export function RecordDetails({ record, runId, onClose }: RecordDetailsProps) {
  const { image_id: imageId, image_url: url, finished_at: finishedAt } = record
  return (
    <Dialog open onClose={onClose} title={record.label} place="end">
      <div className="grid gap-4">
        <div>
          <Status state={record.state} />
        </div>
        {record.reason && (
          <p
            dir="auto"
            className={`rounded-lg p-3 break-words ${record.state === 'failed' ? 'bg-bad-soft text-bad' : 'bg-hover'}`}
          >
            {record.reason.message}
          </p>
        )}
        {record.warnings.length > 0 && (
          <ul className="grid gap-1 rounded-lg bg-warn-soft p-3 text-warn">
            {record.warnings.map((warning) => (
              <li key={warning}>{t(`warning.${warning}`)}</li>
            ))}
          </ul>
        )}
        {url !== null && <ImageTile state="done" url={url} label={record.label} />}
        {imageId !== null && url === null && <p className="text-ink-soft">{t('runs.image_gone')}</p>}
        {imageId !== null && url !== null && (
          <div className="flex flex-wrap gap-2">
            <Link to="/gallery" search={{ run: runId, image: imageId }} className={buttonClass('primary')}>
              <ImageIcon aria-hidden />
              {t('runs.open_image')}
            </Link>
          </div>
        )}
        <Facts>
          <Fact name={t('runs.place')}>
            <Quantity value={record.n + 1} />
          </Fact>
          <Fact name={t('runs.record_id')}>
            <CopyId id={record.record_id} />
          </Fact>
          {imageId !== null && (
            <Fact name={t('runs.image_id')}>
              <CopyId id={imageId} />
            </Fact>
          )}
          {url !== null && (
            <Fact name={t('runs.address')}>
              <span className="flex min-w-0 items-center gap-1">
                <span dir="ltr" className="truncate font-mono text-xs text-ink-soft">
                  {url}
                </span>
                <CopyButton text={url} />
              </span>
            </Fact>
          )}
          <Fact name={t('runs.written_back')}>{record.written_back ? t('runs.yes') : t('runs.no')}</Fact>
          {finishedAt && (
            <Fact name={t('runs.finished')}>
              <Time at={finishedAt} />
            </Fact>
          )}
        </Facts>
      </div>
    </Dialog>
  )
}
