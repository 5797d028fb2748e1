import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ImageIcon, Wrench } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import type { Run, RunRecord } from '#dashboard/api/types.ts'
import { reasonWords } from '#dashboard/parts/runs/reason-words.ts'
import { recordWords } from '#dashboard/parts/runs/run-words.ts'
import { EditDesign } from '#dashboard/parts/templates/edit-design.tsx'
import { t } from '#dashboard/strings/t.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { CopyButton, CopyId } from '#dashboard/ui/copy.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { ImageTile } from '#dashboard/ui/image-tile.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { Time } from '#dashboard/ui/time.tsx'

const FixDialog = lazily(() => import('#dashboard/parts/runs/fix-dialog.tsx'), 'FixDialog')

interface RecordDetailsProps {
  record: RunRecord
  run: Run
  onClose: () => void
}

/** All about one record of a run: why it came out so, how it is mended, and its image. */
export function RecordDetails({ record, run, onClose }: RecordDetailsProps) {
  return (
    <Dialog open onClose={onClose} title={record.label} place="end">
      <div className="grid gap-4">
        <div>
          <Status state={record.state} />
        </div>
        <Why record={record} />
        {record.state === 'failed' && <Fix record={record} run={run} />}
        <Picture record={record} run={run} />
        <Design record={record} run={run} />
        <Outputs record={record} run={run} />
        <RecordFacts record={record} />
      </div>
    </Dialog>
  )
}

function Why({ record }: { record: RunRecord }) {
  const { state, warnings } = record
  const words = state === 'skipped' ? recordWords(record) : reasonWords(record)
  return (
    <>
      {words && (
        <p
          dir="auto"
          className={`rounded-lg p-3 break-words ${state === 'failed' ? 'bg-bad-soft text-bad' : 'bg-hover'}`}
        >
          {words}
        </p>
      )}
      {warnings.length > 0 && (
        <ul className="grid gap-1 rounded-lg bg-warn-soft p-3 text-warn">
          {warnings.map((warning) => (
            <li key={warning}>{t(`warning.${warning}`)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Leads to the run that tries it again, where one sees what becomes of it. */
function Fix({ record, run }: Pick<RecordDetailsProps, 'record' | 'run'>) {
  const mayRun = useMay('trigger')
  const navigate = useNavigate()
  const action = useQuery(api.actions.get.query({ params: { id: run.action_id } })).data
  const [isOpen, setOpen] = useState(false)
  if (!mayRun || !action) return null
  return (
    <div>
      <Button look="primary" icon={<Wrench />} onClick={() => setOpen(true)}>
        {t('runs.fix')}
      </Button>
      <Suspense>
        {isOpen && (
          <FixDialog
            action={action}
            record={record}
            onRetried={({ id }) => navigate({ to: '/runs/$id', params: { id } })}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** The editor with this record, where what is wrong with it is seen on its layer. */
function Design({ record, run }: Pick<RecordDetailsProps, 'record' | 'run'>) {
  const mayWrite = useMay('write')
  const action = useQuery(api.actions.get.query({ params: { id: run.action_id } })).data
  if (!mayWrite || !action) return null
  return (
    <div>
      <EditDesign templateId={action.template_id} action={action.id} record={record.record_id} />
    </div>
  )
}

function Picture({ record, run }: Pick<RecordDetailsProps, 'record' | 'run'>) {
  const { image_id: imageId, preview_url: url, label } = record
  if (url === null) return imageId !== null && <p className="text-ink-soft">{t('runs.image_gone')}</p>
  return (
    <>
      <ImageTile state="done" url={url} label={label} />
      {imageId !== null && (
        <div>
          <Link to="/gallery" search={{ run: run.id, image: imageId }} className={buttonClass('primary')}>
            <ImageIcon aria-hidden />
            {t('runs.open_image')}
          </Link>
        </div>
      )}
    </>
  )
}

/** What became of each output, where there are several. */
function Outputs({ record, run }: Pick<RecordDetailsProps, 'record' | 'run'>) {
  if (record.outputs.length === 0) return null
  return (
    <ul aria-label={t('runs.outputs')} className="divide-y divide-line rounded-lg border border-line">
      {record.outputs.map(({ name, state, image_id: imageId, reason }) => (
        <li key={name} className="grid gap-1 px-3 py-2">
          <span className="flex flex-wrap items-center gap-2">
            <span dir="auto" className="min-w-0 grow truncate font-medium">
              {name}
            </span>
            <Status state={state} />
            {imageId !== null && (
              <Link to="/gallery" search={{ run: run.id, image: imageId }} className="text-accent-ink underline">
                {t('runs.open_image')}
              </Link>
            )}
          </span>
          {reason !== null && (
            <span dir="auto" className="text-[13px] break-words text-bad">
              {reason.message}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function RecordFacts({ record }: { record: RunRecord }) {
  const { image_id: imageId, image_url: url, finished_at: finishedAt } = record
  return (
    <Facts>
      <Fact name={t('runs.place')}>
        <Quantity value={record.n + 1} />
      </Fact>
      {record.reason && (
        <Fact name={t('runs.error_code')}>
          <code>{record.reason.code}</code>
        </Fact>
      )}
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
  )
}
