import { ImageOff } from 'lucide-react'
import type { RunRecord } from '#dashboard/api/types.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { Preview } from '#dashboard/ui/preview.tsx'

/** The image of a record in a row, or its place. */
export function RecordPicture({ record }: { record: RunRecord }) {
  const { state, preview_url: url } = record
  return (
    <span
      className={classNames(
        'relative grid h-10 w-18 place-items-center overflow-hidden rounded border border-line bg-sunken',
        state === 'pending' && 'animate-pulse',
      )}
    >
      {url !== null && <Preview url={url} alt="" />}
      {state === 'failed' && <ImageOff aria-hidden className="size-4 text-bad" />}
    </span>
  )
}
