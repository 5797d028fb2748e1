import { isFilled } from '@pictable/editor'
import { useId, useMemo, useRef, useState } from 'react'
import { type Edit, mapEdit, type Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { OwnFrame } from '#dashboard/screens/editor/inspector/grid/own-frame.tsx'
import { useOwnBinding } from '#dashboard/screens/editor/inspector/own-binding.tsx'
import { Property } from '#dashboard/screens/editor/inspector/property.tsx'
import { PropertyRow, ResetButton } from '#dashboard/screens/editor/inspector/property-row.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import { type Shown, shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { isMixed, sharedValue } from '#dashboard/screens/editor/properties/values.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { type ReplacedColor, replacedColors, replacementOf, withReplacement } from './replaced-colors.ts'

/** A drawing with more colours shows those that are used most. */
const MAX_SHOWN = 12

/** The colours of each drawing. While it is drawn again, such as in another colour, the last ones are known. */
function useDrawnColors(targets: readonly Target[]): readonly (readonly string[])[] {
  const seen = useRef(new Map<Target, readonly string[]>())
  const now = useEditor((state) =>
    JSON.stringify(
      targets.map((target) => {
        const place = placeOf(state, target)
        if (place && !place.isLoading) seen.current.set(target, place.colors ?? [])
        return seen.current.get(target) ?? []
      }),
    ),
  )
  return useMemo(() => JSON.parse(now), [now])
}

const colorSchema = { type: 'string', kind: 'color' } as const

interface RowProps {
  readonly color: ReplacedColor
  readonly shown: Shown
  readonly edit: Edit
}

/** One colour of a drawing, typed or picked. */
function DrawingColor({ color: { own, replacement }, shown, edit }: RowProps) {
  const id = useId()
  const label = t('inspector.drawing_color', { color: own })
  return (
    <li className="flex items-start gap-0.5">
      <div className="min-w-0 grow">
        <PropertyRow
          id={id}
          label={label}
          shown={shownPart(shown.name, own, colorSchema)}
          written={replacement}
          value={replacement ?? own}
          edit={edit}
          isOptional
          isComputable
          isBare
        />
      </div>
      <span className="w-7">
        {replacement !== undefined && !isFilled(replacement) && <ResetButton label={label} edit={edit} />}
      </span>
    </li>
  )
}

/** The colours in the drawings that are selected, each of which another one can replace. */
export function DrawingColors({ targets, shown }: { targets: readonly Target[]; shown: Shown }) {
  const { written, edit } = useProperty(targets, shown.name)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const [isWhole, setWhole] = useState(false)
  const drawn = useDrawnColors(targets)
  const binding = useOwnBinding()
  const [isBinding] = binding.open
  if (isReadOnly || isBinding || isFilled(written)) {
    return <Property targets={targets} shown={shown} binding={binding.open} />
  }
  const each = isMixed(written) ? written.values : targets.map(() => written)
  const lists = targets.map((_, at) => replacedColors(drawn[at] ?? [], each[at]))
  const own = [...new Set(lists.flatMap((list) => list.map((color) => color.own)))]
  const editColor = (color: string) =>
    mapEdit(
      edit,
      (change) => (before, target) => {
        // Another drawing that is selected may not have it.
        const hasColor = lists[targets.indexOf(target)]?.some((one) => one.own === color)
        return hasColor ? withReplacement(before, color, change(replacementOf(before, color), target)) : before
      },
      [...edit.path, color],
    )
  const colors = own.map((color): ReplacedColor => {
    const found = lists.flatMap((list) => list.find((one) => one.own === color) ?? [])
    const values = found.map(({ replacement }) => replacement ?? color)
    const isReplaced = found.some(({ replacement }) => replacement !== undefined)
    return { own: color, replacement: isReplaced ? sharedValue(values) : undefined }
  })
  const count = colors.length - MAX_SHOWN
  if (colors.length === 0) return null
  return (
    <OwnFrame name={shown.name} title={t('inspector.drawing_colors')} binding={binding}>
      <ul className="grid gap-1.5">
        {(isWhole ? colors : colors.slice(0, MAX_SHOWN)).map((color) => (
          <DrawingColor key={color.own} color={color} shown={shown} edit={editColor(color.own)} />
        ))}
      </ul>
      {count > 0 && !isWhole && (
        <Button size="small" look="quiet" onClick={() => setWhole(true)}>
          {t('inspector.show_more', { count })}
        </Button>
      )}
    </OwnFrame>
  )
}
