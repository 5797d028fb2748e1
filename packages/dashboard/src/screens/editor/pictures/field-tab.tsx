import { Image } from 'lucide-react'
import { cellWords, thumbnailOf } from '#dashboard/parts/cells/cell-value.ts'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import type { PickPicture } from '#dashboard/screens/editor/session/state.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { itemClass } from '#dashboard/ui/popup.ts'

const PICTURE_KINDS: ReadonlySet<string> = new Set(['attachments', 'url'])

/** Fields of the records, those that hold pictures first. */
export function FieldTab({ onPick }: { onPick: PickPicture }) {
  const fields = useEditor((state) => state.recordSource.fields)
  const values = useEditor((state) => state.values)
  if (fields === null || fields.length === 0) return <p className="text-ink-soft">{t('data.no_source')}</p>
  const sorted = fields.toSorted(
    (one, other) => Number(PICTURE_KINDS.has(other.kind)) - Number(PICTURE_KINDS.has(one.kind)),
  )
  return (
    <ul aria-label={t('data.fields')} className="grid max-h-96 overflow-y-auto">
      {sorted.map(({ name, kind }) => {
        const value = partAt(values, name)
        const small = typeof value === 'string' ? thumbnailOf({ url: value }) : null
        return (
          <li key={name}>
            <button
              type="button"
              onClick={() => onPick({ bind: name })}
              className={`${itemClass} w-full text-start hover:bg-hover`}
            >
              <span className="grid size-8 shrink-0 place-items-center">
                {small === null ? (
                  <Image aria-hidden className={PICTURE_KINDS.has(kind) ? undefined : 'opacity-30'} />
                ) : (
                  <img src={small} alt="" className="size-8 rounded-sm object-cover" />
                )}
              </span>
              <span dir="auto" className="shrink-0 font-medium">
                {name}
              </span>
              <span dir="auto" className="truncate text-ink-soft">
                {small === null && (cellWords(kind, value).slice(0, 120) || t('inspector.field_empty'))}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
