import { CircleAlert, CircleCheck, Upload, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorWords, fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/settings.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { FileButton } from '#dashboard/ui/fields/file-button.tsx'
import { FileDrop } from '#dashboard/ui/fields/file-drop.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import type { UploadState, useUploads } from './use-uploads.ts'

interface UploadBoxProps {
  label: string
  help: string
  /** As of `<input accept>`. */
  accept: string
  uploads: ReturnType<typeof useUploads>
  /** A way on beside an upload that failed. */
  wayOn?: (upload: UploadState) => ReactNode
}

/** Files by drop or by choice, and what becomes of each. */
export function UploadBox({ label, help, accept, uploads, wayOn }: UploadBoxProps) {
  return (
    <div className="grid gap-3">
      <FileDrop onFiles={uploads.add}>
        <FileButton multiple accept={accept} icon={<Upload />} onFiles={uploads.add}>
          {label}
        </FileButton>
        <p className="text-[13px] text-ink-soft">{help}</p>
      </FileDrop>
      {uploads.uploads.length > 0 && (
        <ul aria-live="polite" className="divide-y divide-line rounded-lg border border-line">
          {uploads.uploads.map((upload) => (
            <Line key={upload.key} upload={upload} onDismiss={() => uploads.dismiss(upload.key)}>
              {upload.state === 'failed' && wayOn?.(upload)}
            </Line>
          ))}
        </ul>
      )}
    </div>
  )
}

interface LineProps {
  upload: UploadState
  onDismiss: () => void
  children: ReactNode
}

function whyOf(error: unknown): string {
  const [detail] = fieldErrors(error).values()
  const words = errorWords(error)
  return detail === undefined || words.toLowerCase().includes(detail.toLowerCase()) ? words : `${words} ${detail}`
}

function Line({ upload: { file, part, state, error }, onDismiss, children }: LineProps) {
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      {state === 'failed' && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />}
      {state === 'done' && <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />}
      <div className="grid min-w-0 grow gap-1.5">
        <span dir="auto" className="truncate">
          {file.name}
        </span>
        {(state === 'waiting' || state === 'sending') && (
          <Progress
            label={t('settings.uploading', { name: file.name })}
            // The server still looks at what it has got.
            done={part < 1 ? part * 100 : null}
            total={100}
          />
        )}
        {state === 'failed' && <p className="text-[13px] break-words text-bad">{whyOf(error)}</p>}
        {children}
      </div>
      {(state === 'failed' || state === 'done') && (
        <IconButton size="small" label={t('settings.dismiss')} icon={<X />} onClick={onDismiss} />
      )}
    </li>
  )
}
