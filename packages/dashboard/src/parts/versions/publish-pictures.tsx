import type { Values as RecordValues } from '@pictable/renderer/browser'
import { useState } from 'react'
import { sentValues } from '#dashboard/parts/templates/sent-values.ts'
import { toDesign } from '#dashboard/parts/templates/to-design.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { BeforeAfter, type Side } from './before-after.tsx'
import { PicturesAgain } from './pictures-again.tsx'
import { type Picture, reasonOf, usePicture } from './use-picture.ts'

/** Twice as wide as they are shown, for fine screens. */
const WIDTH_PX = 640

/** What a design is looked at with. */
export interface ShownRecord {
  readonly key: string
  readonly name: string
  readonly values: RecordValues
}

function SmallPicture({ label, picture }: { label: string; picture: Picture }) {
  const reason = reasonOf(picture)
  const { data } = picture
  return (
    <span className="grid min-w-0 gap-1">
      <span className="text-xs text-ink-soft">{label}</span>
      <span className="grid h-36 grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden rounded-md border border-line bg-sunken p-1.5">
        {data?.image ? (
          <img src={data.image.data} alt="" className="max-h-full max-w-full object-contain shadow-sm" />
        ) : (
          <span
            className={`grid size-full place-items-center overflow-hidden rounded-sm text-center text-xs text-bad ${reason === undefined ? 'animate-pulse bg-hover' : ''}`}
          >
            {reason}
          </span>
        )}
      </span>
    </span>
  )
}

interface PairProps {
  name: string
  /** null: there is nothing to compare with. */
  before: Side | null
  after: Side
  /** One below the other: wide pages in a narrow place. */
  isStacked: boolean
}

const NOTHING = { design: undefined, values: {} }

/** One record before and after; a press opens both under a slider. */
function Pair({ name, before, after, isStacked }: PairProps) {
  const [isOpen, setOpen] = useState(false)
  const first = usePicture({ ...(before ?? NOTHING), widthPx: WIDTH_PX })
  const second = usePicture({ ...after, widthPx: WIDTH_PX })
  if (before === null) {
    return (
      <li className="min-w-0 p-1.5">
        <SmallPicture label={name} picture={second} />
        <PicturesAgain pictures={[second]} />
      </li>
    )
  }
  return (
    <li className="min-w-0">
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="grid w-full gap-1 rounded-lg p-1.5 text-start hover:bg-hover"
      >
        <span className="truncate text-[13px] font-medium">
          <span className="sr-only">{t('versions.compare')} </span>
          <bdi>{name}</bdi>
        </span>
        <span className={isStacked ? 'grid gap-2' : 'grid grid-cols-2 gap-2'}>
          <SmallPicture label={before.label} picture={first} />
          <SmallPicture label={after.label} picture={second} />
        </span>
      </button>
      <PicturesAgain pictures={[first, second]} />
      {isOpen && (
        <Dialog open place="full" onClose={() => setOpen(false)} title={name}>
          <BeforeAfter before={before} after={after} />
        </Dialog>
      )}
    </li>
  )
}

interface PublishPicturesProps {
  /** Undefined until it is known; null: there is none. */
  before: object | null | undefined
  /** Undefined until it is known, as are the records. */
  after: object | undefined
  records: readonly ShownRecord[] | undefined
}

/** A few records as they are drawn now, and as they will be. */
export function PublishPictures({ before, after, records }: PublishPicturesProps) {
  if (!after || !records) return <div className="h-40 animate-pulse rounded-lg bg-hover" />
  const { width, height } = toDesign(after)
  const sideOf = (label: string, design: object | undefined, values: RecordValues): Side => {
    const sized = design && toDesign(design)
    return { label, design: sized, values: sized ? sentValues(sized, values) : {} }
  }
  return (
    <ul
      aria-label={t(before === null ? 'versions.preview' : 'versions.slider')}
      className={`grid gap-x-3 gap-y-2 ${records.length > 1 ? 'sm:grid-cols-3' : ''}`}
    >
      {records.map(({ key, name, values }) => (
        <Pair
          key={key}
          name={name}
          isStacked={records.length > 1 && width > height}
          before={before === null ? null : sideOf(t('versions.before'), before, values)}
          after={sideOf(t('versions.after'), after, values)}
        />
      ))}
    </ul>
  )
}
