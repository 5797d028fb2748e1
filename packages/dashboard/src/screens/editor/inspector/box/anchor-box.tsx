import { isFilled } from '@pictable/editor'
import { useId } from 'react'
import type { Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { PartRows } from '#dashboard/screens/editor/inspector/part-rows.tsx'
import { AdditionParts } from '#dashboard/screens/editor/inspector/properties.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { type AnchorPlace, anchorAt, anchorPlaces, isAt } from './anchor-place.ts'
import { BoxChoice } from './box-choice.tsx'

function nameOf({ side, align }: AnchorPlace): string {
  const place = t(`inspector.anchor_${side}`)
  if (align === undefined) return place
  const axis = side === 'above' || side === 'below' ? 'across' : 'down'
  return t('inspector.anchor_aligned', { side: place, edges: t(`inspector.anchor_${axis}_${align}`) })
}

/** A layer beside the other one: a bar on its side, or a small box at one of its edges. */
function Mark({ place: { side, align }, isChosen }: { place: AnchorPlace; isChosen: boolean }) {
  const isAcross = side === 'above' || side === 'below'
  const shape = align === undefined ? (isAcross ? 'h-1 w-8 rounded-full' : 'h-8 w-1 rounded-full') : 'h-2.5 w-3.5'
  const ink = isChosen ? 'border-accent bg-accent' : 'border-line-strong'
  const fill = align === undefined && !isChosen ? 'bg-line-strong' : ''
  return <span aria-hidden className={classNames('block rounded-[3px] border-[1.5px]', shape, ink, fill)} />
}

/** Where a layer is beside the one that it is anchored to, in a picture of both. */
export function AnchorBox({ targets, shown }: { targets: readonly Target[]; shown: Shown }) {
  const group = useId()
  const { written, edit } = useProperty(targets, shown.name)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  if (isReadOnly || isFilled(written)) return <AdditionParts shown={shown} written={written} edit={edit} />
  const { side: _, align: __, ...others } = shown.schema.properties ?? {}
  const layer = partAt(written, 'layer')
  const name = typeof layer === 'string' ? layer : t('inspector.mixed')
  return (
    <div className="col-span-2 grid gap-2">
      <div
        role="radiogroup"
        // Places on a page count from the left.
        dir="ltr"
        aria-label={t('inspector.anchor_place', { layer: name })}
        className="grid grid-cols-[24px_24px_repeat(3,minmax(0,1fr))_24px_24px] grid-rows-[24px_24px_repeat(3,24px)_24px_24px] rounded-md border border-line bg-sunken"
      >
        <span
          aria-hidden
          dir="auto"
          className="col-start-3 col-end-6 row-start-3 row-end-6 grid place-items-center overflow-hidden rounded-sm border-[1.5px] border-dashed border-line-strong bg-ground px-1 text-xs text-ink-soft"
        >
          <span className="max-w-full truncate">{name}</span>
        </span>
        {anchorPlaces.map((place) => {
          const isChosen = isAt(written, place)
          return (
            <BoxChoice
              key={`${place.side} ${place.align}`}
              group={group}
              label={nameOf(place)}
              isChosen={isChosen}
              onChoose={(merge) => edit.set((before) => anchorAt(before, place), merge)}
              style={{ gridRow: place.row, gridColumn: place.column }}
            >
              <Mark place={place} isChosen={isChosen} />
            </BoxChoice>
          )
        })}
      </div>
      <PartRows
        parent={shown.name}
        properties={others}
        required={shown.schema.required}
        value={written}
        edit={edit}
        isComputable={false}
      />
    </div>
  )
}
