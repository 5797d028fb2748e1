import { useState } from 'react'
import { BeforeAfter, type Side } from '#dashboard/parts/versions/before-after.tsx'
import { PicturesAgain } from '#dashboard/parts/versions/pictures-again.tsx'
import { type Picture, reasonOf, usePicture } from '#dashboard/parts/versions/use-picture.ts'
import { sentValues } from '#dashboard/screens/editor/engine/sent-values.ts'
import { toDesign } from '#dashboard/screens/editor/session/open-session.ts'
import { recordName } from '#dashboard/screens/editor/session/record-actions.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
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
function shownRecords({ records, record, document }: EditorState): readonly Shown[] {
  const looked = record === null ? undefined : records[record]
  const others = records.filter((each) => each !== looked)
  const chosen = [...(looked ? [looked] : []), ...others].slice(0, RECORDS)
  if (chosen.length === 0) return [{ key: '', name: recordName(null), values: document.sample }]
  return chosen.map((each) => ({ key: each.record_id, name: recordName(each), values: each.values }))
}

/** Once there are records, the chosen ones stay. */
function useShownRecords(): readonly Shown[] {
  const session = useSession()
  const hasRecords = useEditor((state) => state.records.length > 0)
  const [shown, setShown] = useState(() => ({ hasRecords, records: shownRecords(session.state) }))
  if (hasRecords && !shown.hasRecords) setShown({ hasRecords, records: shownRecords(session.state) })
  return shown.records
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
  before: Side
  after: Side
  /** One below the other: wide pages in a narrow place. */
  isStacked: boolean
}

/** One record before and after; a press opens both under a slider. */
function Pair({ name, before, after, isStacked }: PairProps) {
  const [isOpen, setOpen] = useState(false)
  const first = usePicture({ ...before, widthPx: WIDTH_PX })
  const second = usePicture({ ...after, widthPx: WIDTH_PX })
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
  /** Undefined until it is known. */
  before: object | undefined
  after: object
}

/** Three records as they are drawn now, and as they will be. */
export function PublishPictures({ before, after }: PublishPicturesProps) {
  const records = useShownRecords()
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
