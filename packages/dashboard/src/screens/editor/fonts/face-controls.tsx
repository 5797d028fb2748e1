import { isFilled, type LayerId, layerAt } from '@pictable/editor'
import { layerProperties } from '@pictable/renderer/property-schemas'
import { useId } from 'react'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/fonts.ts'
import { otherAxes, placeOnAxis, weightsOf, withAxis } from './face-choices.ts'
import type { Family } from './font-rows.ts'
import { weightName } from './weight-name.ts'

/** The selected layers that have a property which no record fills. */
function targetsOf({ document, selection }: EditorState, name: string): readonly LayerId[] {
  return selection.filter((id) => {
    const layer = layerAt(document, id)
    return layer && name in layerProperties(layer.type) && !isFilled(Reflect.get(layer, name))
  })
}

function readValue({ document }: EditorState, target: LayerId, name: string): unknown {
  return Reflect.get(layerAt(document, target) ?? {}, name)
}

/** The weight of a layer: its own, or the usual one of its kind. */
function readWeight(state: EditorState, target: LayerId, name: string): unknown {
  const layer = layerAt(state.document, target)
  return readValue(state, target, name) ?? (layer && layerProperties(layer.type)[name]?.default)
}

/** Sets a property of all of them; what follows closely is the same step. */
function setAll(session: EditorSession, name: string, change: (before: unknown) => unknown): void {
  const { state } = session
  const commands = targetsOf(state, name).map((target) => ({
    ...{ type: 'set' as const, target, path: [name], value: change(readValue(state, target, name)) },
  }))
  session.run({ type: 'batch', commands }, { merge: `font ${name}` })
}

interface FaceControlsProps {
  /** The family that is chosen now. */
  readonly family: Family
  /** What names it: `headerFontFamily` has `headerFontWeight` beside it. */
  readonly property: string
}

/** The weight of the chosen family, and its place on the axes of a variable one. */
export function FaceControls({ family, property }: FaceControlsProps) {
  const weight = property.replace(/Family$/, 'Weight')
  const variations = property.replace(/Family$/, 'Variations')
  const hasWeight = useEditor((state) => targetsOf(state, weight).length > 0)
  const hasVariations = useEditor((state) => targetsOf(state, variations).length > 0)
  const weights = hasWeight ? weightsOf(family) : []
  const axes = hasVariations ? otherAxes(family) : []
  if (weights.length < 2 && axes.length === 0) return null
  return (
    <div className="grid max-h-40 gap-2 overflow-y-auto border-t border-line p-2">
      {weights.length > 1 && <Weights weights={weights} property={weight} />}
      {axes.map((axis) => (
        <Axis key={axis.tag} axis={axis} property={variations} />
      ))}
    </div>
  )
}

function Weights({ weights, property }: { weights: readonly number[]; property: string }) {
  const session = useSession()
  // All that are selected have it, or none is pressed.
  const present = useEditor((state) => {
    const found = targetsOf(state, property).map((target) => readWeight(state, target, property))
    return found.every((each) => each === found[0]) ? found[0] : undefined
  })
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t('fonts.weight')}</legend>
      {weights.map((weight) => (
        <button
          key={weight}
          type="button"
          aria-pressed={weight === present}
          onClick={() => setAll(session, property, () => weight)}
          className="min-h-[24px] rounded-md border border-line bg-raised px-1.5 text-xs text-ink-soft hover:bg-hover hover:text-ink aria-pressed:border-accent/40 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        >
          {t('fonts.weight_of', { name: weightName(weight), weight: String(weight) })}
        </button>
      ))}
    </fieldset>
  )
}

const axisKeys = {
  wdth: 'fonts.axis_width',
  slnt: 'fonts.axis_slant',
  opsz: 'fonts.axis_optical_size',
  GRAD: 'fonts.axis_grade',
} as const

function Axis({ axis, property }: { axis: Family['axes'][number]; property: string }) {
  const session = useSession()
  const id = useId()
  const place = useEditor((state) => {
    const [first] = targetsOf(state, property)
    return placeOnAxis(first === undefined ? undefined : readValue(state, first, property), axis)
  })
  const key = Object.entries(axisKeys).find(([tag]) => tag === axis.tag)?.[1]
  return (
    <div className="grid grid-cols-[80px_minmax(0,1fr)_40px] items-center gap-2 text-xs">
      <label htmlFor={id} className="truncate text-ink-soft">
        {key === undefined ? axis.tag : t(key)}
      </label>
      <input
        id={id}
        type="range"
        min={axis.min}
        max={axis.max}
        step={axis.max - axis.min > 10 ? 1 : 0.01}
        value={place}
        onChange={({ target }) => setAll(session, property, (before) => withAxis(before, axis, target.valueAsNumber))}
        className="min-w-0 accent-accent"
      />
      <output htmlFor={id} className="text-end tabular-nums">
        {place}
      </output>
    </div>
  )
}
