import { isFilled } from '@pictable/editor'
import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { ArrowLeftRight, Minus, Plus } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { formsOf } from '#dashboard/parts/templates/schema-forms.ts'
import {
  addStopAfter,
  MAX_STOPS,
  type PaintKind,
  paintKindOf,
  paintKinds,
  removeStop,
  reverseStops,
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
import { OwnBind, useOwnBinding } from './own-binding.tsx'
import { PartRows } from './part-rows.tsx'
import { PropertyRow } from './property-row.tsx'
import { StopsBar } from './stops-bar.tsx'

const kindWords = (kind: unknown) => t(`inspector.paint_${paintKinds.find((each) => each === kind) ?? 'none'}`)

/** The form of a gradient of a kind, as the format knows it. */
const formOf = (schema: PropertySchema, kind: PaintKind): PropertySchema | undefined =>
  formsOf(schema).find(({ properties }) => properties?.type?.const === kind)

/** What the format knows of each part of a stop. */
const stopSchemas = (stops: PropertySchema) => formsOf(stops).find(({ items }) => items)?.items?.properties ?? {}

const asEntry = { isOptional: false, isBare: true } as const

interface StopsProps extends Omit<ControlProps, 'label'> {
  /** Where the gradient is written. */
  readonly paint: string
  /** The button that binds all of them. */
  readonly bind: ReactNode
}

/** The stops of a gradient: the bar, and the colour and place of the chosen one. */
function Stops({ id, shown, value, edit, paint, bind, isComputable = false }: StopsProps) {
  const session = useSession()
  const wanted = useEditor((state) => (state.paint?.path === paint ? state.paint.stop : 0))
  const setChosen = (stop: number) => session.set({ paint: { path: paint, stop } })
  const stops = stopsOf(value)
  const chosen = Math.min(wanted, stops.length - 1)
  const at = { at: chosen + 1 }
  const list = mapEdit(edit, (change) => (before, target) => change(stopsOf({ stops: before }), target))
  const stop = editPart(list, chosen)
  const schemas = stopSchemas(shown.schema)
  const part = (key: 'color' | 'offset', title: string) => {
    const written = stops[chosen]?.[key]
    const row = { id: `${id}-${key}`, label: title, shown: shownPart('stops', key, schemas[key] ?? {}) }
    return (
      <PropertyRow {...row} {...{ written, isComputable }} value={written} edit={editPart(stop, key)} {...asEntry} />
    )
  }
  const add = () => {
    const added = addStopAfter(stops, chosen)
    list.set(() => added.stops)
    setChosen(added.at)
  }
  const { color, offset } = stops[chosen] ?? {}
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-0.5">
        <div className="me-4 grow">
          <StopsBar stops={stops} chosen={chosen} onChoose={setChosen} edit={list} />
        </div>
        <IconButton
          size="small"
          label={t('inspector.stop_add', at)}
          icon={<Plus />}
          disabled={stops.length >= MAX_STOPS}
          onClick={add}
        />
        <IconButton
          size="small"
          label={t('inspector.stop_remove', at)}
          icon={<Minus />}
          disabled={stops.length <= 2}
          onClick={() => list.set(() => removeStop(stops, chosen))}
        />
        <IconButton
          size="small"
          label={t('inspector.stops_reverse')}
          icon={<ArrowLeftRight />}
          onClick={() => list.set(() => reverseStops(stops))}
        />
        {bind}
      </div>
      <div className="flex flex-wrap items-start gap-1">
        <div className={isFilled(color) ? 'basis-full' : 'min-w-0 grow basis-20'}>
          {part('color', t('inspector.stop_color', at))}
        </div>
        <div className={isFilled(offset) ? 'basis-full' : 'w-24'}>{part('offset', t('inspector.stop_place', at))}</div>
      </div>
    </div>
  )
}

/** The stops of a gradient: one by one, or what a record makes all of. */
function AllStops({ value, shown, ...props }: ControlProps & Pick<StopsProps, 'paint'>) {
  const { id, label, edit, isComputable = false } = props
  const binding = useOwnBinding()
  if (isMixed(value)) return <MixedEntries id={`${id}-stops`} mixed={value} {...{ label, edit }} />
  if (binding.open[0] || isFilled(value)) {
    const row = { shown, label, value, edit, isComputable, binding: binding.open, ...asEntry }
    return <PropertyRow {...row} written={value} />
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the button does the same
    <div className="has-tools" onKeyDown={isComputable ? binding.onKeyDown : undefined}>
      <Stops
        {...props}
        shown={shown}
        value={{ stops: value }}
        bind={isComputable && <OwnBind name={label} binding={binding} />}
      />
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
    <div className="@container grid gap-2" onFocus={onFocus}>
      {/* In an entry of a list there is no room for the word of the kind. */}
      <div className="grid grid-cols-[88px_minmax(0,1fr)] items-start gap-1 @max-[12rem]:grid-cols-[32px_minmax(0,1fr)]">
        <div className="@max-[12rem]:[&_[role=combobox]>span:first-child]:hidden">
          <ChoiceControl
            {...props}
            id={`${id}-kind`}
            label={t('inspector.paint_kind', { name: label })}
            value={shared}
            shown={{ ...shown, name: 'paint', schema: { ...shown.schema, default: 'solid' } }}
            edit={mapEdit(edit, (change) => (before, target) => {
              const wanted = change(paintKindOf(before), target)
              return toKind(before ?? shown.schema.default, paintKinds.find((each) => each === wanted) ?? 'solid')
            })}
            options={kinds}
            words={kindWords}
            onChosen={(wanted) => {
              if (wanted === 'picture')
                session.set({ picking: { onPick: (src) => editPart(edit, 'src').replace(() => src) } })
            }}
          />
        </div>
        {(kind === 'solid' || kind === undefined) && <ColorControl {...props} isOptional={isOptional} />}
      </div>
      {form && (
        <>
          {form.properties?.stops && (
            <AllStops
              {...{ id, paint, isComputable }}
              label={t('inspector.stops')}
              shown={shownPart(shown.name, 'stops', form.properties.stops)}
              value={stops}
              edit={editPart(edit, 'stops')}
            />
          )}
          <PartRows parent={shown.name} properties={others} value={value} edit={edit} isComputable={isComputable} />
        </>
      )}
    </div>
  )
}
