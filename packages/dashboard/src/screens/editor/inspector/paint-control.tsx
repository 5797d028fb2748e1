import { isFilled } from '@pictable/editor'
import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { Minus, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { formsOf } from '#dashboard/parts/templates/schema-forms.ts'
import {
  addStopAfter,
  MAX_STOPS,
  type PaintKind,
  paintKindOf,
  paintKinds,
  removeStop,
  stopsOf,
  toKind,
} from '#dashboard/screens/editor/gradients/gradient.ts'
import { shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { isMixed, partAt, sharedValue } from '#dashboard/screens/editor/properties/values.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { ChoiceControl } from './choice-control.tsx'
import { ColorControl } from './color-control.tsx'
import type { ControlProps } from './control-props.ts'
import { editPart, mapEdit } from './edit.ts'
import { MixedEntries } from './mixed-entries.tsx'
import { NumberControl } from './number-control.tsx'
import { PartRows } from './part-rows.tsx'
import { PropertyRow } from './property-row.tsx'
import { StopsBar } from './stops-bar.tsx'

const kindWords = (kind: unknown) => t(`inspector.paint_${paintKinds.find((each) => each === kind) ?? 'none'}`)

/** The form of a gradient of a kind, as the format knows it. */
const formOf = (schema: PropertySchema, kind: PaintKind): PropertySchema | undefined =>
  formsOf(schema).find(({ properties }) => properties?.type?.const === kind)

interface StopsProps extends Omit<ControlProps, 'shown'> {
  /** Where the gradient is written. */
  readonly paint: string
}

/** The stops of a gradient: the bar, and the colour and place of the chosen one. */
function Stops({ id, label, value, edit, paint, isComputable = false }: StopsProps) {
  const session = useSession()
  const wanted = useEditor((state) => (state.paint?.path === paint ? state.paint.stop : 0))
  const setChosen = (stop: number) => session.set({ paint: { path: paint, stop } })
  const stops = stopsOf(value)
  const chosen = Math.min(wanted, stops.length - 1)
  const at = { at: chosen + 1 }
  const list = mapEdit(edit, (change) => (before, target) => change(stopsOf({ stops: before }), target))
  const stop = editPart(list, chosen)
  const color = stops[chosen]?.color
  const entry = {
    ...{ id: `${id}-stop`, label: t('inspector.stop_color', at), edit: editPart(stop, 'color') },
    shown: shownPart('stops', 'color', { type: 'string', kind: 'color' }),
  }
  const place = shownPart('stops', 'offset', { type: 'number', minimum: 0, maximum: 1 })
  return (
    <div className="grid gap-2">
      <StopsBar stops={stops} chosen={chosen} onChoose={setChosen} edit={list} />
      <div className="flex flex-wrap items-start gap-0.5">
        <div className={isFilled(color) ? 'basis-full' : 'min-w-0 grow basis-20'}>
          <PropertyRow {...entry} written={color} value={color} isOptional={false} isComputable={isComputable} isBare />
        </div>
        <div className="w-14">
          <label htmlFor={`${id}-place`} className="sr-only">
            {t('inspector.stop_place', at)}
          </label>
          <NumberControl
            id={`${id}-place`}
            label={label}
            kind={{ kind: 'number', minimum: 0, maximum: 1, isWhole: false }}
            shown={place}
            value={stops[chosen]?.offset}
            edit={editPart(stop, 'offset')}
          />
        </div>
        <IconButton
          label={t('inspector.stop_add', at)}
          icon={<Plus />}
          disabled={stops.length >= MAX_STOPS}
          onClick={() => {
            const added = addStopAfter(stops, chosen)
            list.set(() => added.stops)
            setChosen(added.at)
          }}
        />
        <IconButton
          label={t('inspector.stop_remove', at)}
          icon={<Minus />}
          disabled={stops.length <= 2}
          onClick={() => list.set(() => removeStop(stops, chosen))}
        />
      </div>
    </div>
  )
}

/** A colour, a gradient or a picture. */
export function PaintControl(props: ControlProps) {
  const { id, label, value, edit, shown, isOptional = false, isComputable } = props
  const kindOf = (each: unknown) => (each === undefined || isFilled(each) ? each : paintKindOf(each))
  const shared = isMixed(value) ? sharedValue(value.values.map(kindOf)) : kindOf(value)
  const kind = paintKinds.find((each) => each === shared)
  const form = kind && formOf(shown.schema, kind)
  const stops = partAt(value, 'stops')
  const kinds = paintKinds.filter((each) => each === 'none' || each === 'solid' || formOf(shown.schema, each))
  const { type: _, stops: __, ...others } = form?.properties ?? {}
  const paint = edit.path.join('.')
  const session = useSession()
  // The canvas shows the handles of the gradient that is worked on.
  const onFocus = () => session.state.paint?.path === paint || session.set({ paint: { path: paint, stop: 0 } })
  useEffect(() => () => session.set({ paint: null }), [session])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what has the focus inside is worked on
    <div className="grid gap-2" onFocus={onFocus}>
      <div className="grid grid-cols-[88px_minmax(0,1fr)] items-start gap-1">
        <ChoiceControl
          {...props}
          id={`${id}-kind`}
          label={t('inspector.paint_kind', { name: label })}
          value={shared}
          shown={{ ...shown, schema: { ...shown.schema, default: 'solid' } }}
          edit={mapEdit(edit, (change) => (before, target) => {
            const wanted = change(paintKindOf(before), target)
            return toKind(before ?? shown.schema.default, paintKinds.find((each) => each === wanted) ?? 'solid')
          })}
          options={kinds}
          words={kindWords}
        />
        {(kind === 'solid' || kind === undefined) && <ColorControl {...props} isOptional={isOptional} />}
      </div>
      {form && (
        <>
          {form.properties?.stops &&
            (isMixed(stops) ? (
              <MixedEntries
                id={`${id}-stops`}
                mixed={stops}
                label={t('inspector.stops')}
                edit={editPart(edit, 'stops')}
              />
            ) : (
              <Stops {...{ id, label, paint, isComputable }} value={{ stops }} edit={editPart(edit, 'stops')} />
            ))}
          <PartRows parent={shown.name} properties={others} value={value} edit={edit} isComputable={isComputable} />
        </>
      )}
    </div>
  )
}
