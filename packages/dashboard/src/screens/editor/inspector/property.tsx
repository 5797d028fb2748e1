import { parentOf } from '@pictable/editor'
import { type Shown, wholeOf } from '#dashboard/screens/editor/properties/presentation.ts'
import { effective } from '#dashboard/screens/editor/properties/values.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import type { OpenBinding } from './control-props.ts'
import type { Target } from './edit.ts'
import { placedOf } from './placed.ts'
import { PropertyRow } from './property-row.tsx'
import { useProperty } from './use-property.ts'

/** Of the page, the properties that a record may fill. */
const FILLED_ON_PAGE: ReadonlySet<string> = new Set(['background', 'locale'])
/** Of a layer, those that no record fills. */
const FIXED: ReadonlySet<string> = new Set(['anchor', 'mask', 'onInvalid'])

/** Whether a field or an expression may take the place of a property. */
const isBindable = (target: Target | undefined, name: string): boolean =>
  target === 'page' ? FILLED_ON_PAGE.has(name) : !FIXED.has(name)

interface PropertyProps {
  readonly targets: readonly Target[]
  readonly shown: Shown
  readonly binding?: OpenBinding
}

/** One property of everything that is selected. */
export function Property({ targets, shown, binding }: PropertyProps) {
  const session = useSession()
  const { written, edit } = useProperty(targets, shown.name)
  const reason = useEditor((state) => placedOf(state, targets, shown.name)?.reason)
  const placed = useEditor((state) => placedOf(state, targets, shown.name)?.value)
  const whole = useHandler((target: Target) => {
    const { state } = session
    const parent = parentOf(state.document, target)
    const around = parent === null ? undefined : placeOf(state, parent)
    return wholeOf(shown.name, around ?? state.document.design)
  })
  return (
    <PropertyRow
      shown={shown}
      written={written}
      value={placed ?? effective(shown.schema, written)}
      edit={edit}
      isOptional={!['x', 'y', 'width', 'height'].includes(shown.name)}
      isCalm={targets[0] === 'page'}
      isComputable={isBindable(targets[0], shown.name)}
      reason={reason}
      whole={whole}
      binding={binding}
    />
  )
}
