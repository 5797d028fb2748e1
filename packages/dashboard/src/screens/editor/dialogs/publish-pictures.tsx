import { useState } from 'react'
import { BeforeAfter, type Side } from '#dashboard/parts/versions/before-after.tsx'
import { usePicture } from '#dashboard/parts/versions/use-picture.ts'
import { sentValues } from '#dashboard/screens/editor/engine/sent-values.ts'
import { toDesign } from '#dashboard/screens/editor/session/open-session.ts'
import { recordName } from '#dashboard/screens/editor/session/record-actions.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'

const RECORDS = 3
/** Twice as wide as they are shown, for fine screens. */
const WIDTH_PX = 640

interface Shown {
  readonly key: string
  readonly name: string
  readonly values: EditorState['values']
}

/** The record that is looked at, then the first others; the sample values where there is none. */
function shownRecords({ records, record, sample }: EditorState): readonly Shown[] {
  const looked = record === null ? undefined : records[record]
  const others = records.filter((each) => each !== looked)
  const chosen = [...(looked ? [looked] : []), ...others].slice(0, RECORDS)
  if (chosen.length === 0) return [{ key: '', name: recordName(null), values: sample }]
  return chosen.map((each) => ({ key: each.record_id, name: recordName(each), values: each.values }))
}

function Picture({ label, design, values }: Side) {
  const { data, error } = usePicture({ design, values, widthPx: WIDTH_PX })
  const reason = error?.message ?? data?.error?.message
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
  before: Side
  after: Side
  /** One below the other: wide pages in a narrow place. */
  isStacked: boolean
}

/** One record before and after; a press opens both under a slider. */
function Pair({ name, before, after, isStacked }: PairProps) {
  const [isOpen, setOpen] = useState(false)
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
          <Picture {...before} />
          <Picture {...after} />
        </span>
      </button>
      {isOpen && (
        <Dialog open place="full" onClose={() => setOpen(false)} title={name}>
          <BeforeAfter before={before} after={after} />
        </Dialog>
      )}
    </li>
  )
}

interface PublishPicturesProps {
  /** Undefined until it is known. */
  before: object | undefined
  after: object
}

/** Three records as they are drawn now, and as they will be. */
export function PublishPictures({ before, after }: PublishPicturesProps) {
  const { state } = useSession()
  const [records] = useState(() => shownRecords(state))
  const { width, height } = toDesign(after)
  const sideOf = (label: string, design: object | undefined, values: EditorState['values']): Side => {
    const sized = design && toDesign(design)
    return { label, design: sized, values: sized ? sentValues(sized, values) : {} }
  }
  return (
    <ul
      aria-label={t('versions.slider')}
      className={`grid gap-x-3 gap-y-2 ${records.length > 1 ? 'sm:grid-cols-3' : ''}`}
    >
      {records.map(({ key, name, values }) => (
        <Pair
          key={key}
          name={name}
          isStacked={records.length > 1 && width > height}
          before={sideOf(t('versions.before'), before, values)}
          after={sideOf(t('versions.after'), after, values)}
        />
      ))}
    </ul>
  )
}
