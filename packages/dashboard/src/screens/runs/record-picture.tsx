import { ImageOff } from 'lucide-react'
import { ownPath } from '#dashboard/api/own-path.ts'
import type { RunRecord } from '#dashboard/api/types.ts'
import { classNames } from '#dashboard/ui/class-names.ts'

/** Formats that a browser does not show as a picture. */
const documents = /\.pdf$/

/** The image of a record in a row, or its place. */
export function RecordPicture({ record }: { record: RunRecord }) {
  const { state, image_url: url } = record
  const isPicture = url !== null && !documents.test(url)
  return (
    <span
      className={classNames(
        'grid h-10 w-18 place-items-center overflow-hidden rounded border border-line bg-sunken',
        state === 'pending' && 'animate-pulse',
      )}
    >
      {isPicture && (
        <img src={ownPath(url)} alt="" loading="lazy" decoding="async" className="size-full object-contain" />
      )}
      {state === 'failed' && <ImageOff aria-hidden className="size-4 text-bad" />}
    </span>
  )
}
