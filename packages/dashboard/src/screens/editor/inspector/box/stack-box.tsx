import { type Command, isFilled } from '@pictable/editor'
import { useId } from 'react'
import type { OwnControlProps } from '#dashboard/screens/editor/inspector/control-props.ts'
import { OwnFrame } from '#dashboard/screens/editor/inspector/grid/own-frame.tsx'
import { useOwnBinding } from '#dashboard/screens/editor/inspector/own-binding.tsx'
import { Property } from '#dashboard/screens/editor/inspector/property.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { BoxChoice } from './box-choice.tsx'
import { type PicturedPlace, stackPlaces } from './stack-places.ts'

const items = { start: 'items-start', center: 'items-center', end: 'items-end' } as const

function nameOf({ across, down }: PicturedPlace): string {
  const words = [down && t(`inspector.stack_down_${down}`), across && t(`inspector.stack_across_${across}`)]
  return words.filter((word) => word !== undefined).join(', ')
}

/** Three layers, as they lie. */
function Layers({ isRow, place }: { isRow: boolean; place: PicturedPlace }) {
  const isSpread = place.justify === undefined
  return (
    <span
      aria-hidden
      className={classNames('flex gap-0.5', isRow ? 'flex-row' : 'flex-col', items[place.align], isSpread && 'gap-4')}
    >
      {['h-3.5 w-3.5', 'h-2 w-2', 'h-2.5 w-2.5'].map((size) => (
        <span key={size} className={classNames('rounded-[1px] bg-accent', size, isRow ? 'max-w-1' : 'max-h-1')} />
      ))}
    </span>
  )
}

interface PlacesProps {
  readonly label: string
  readonly layout: 'row' | 'column'
  readonly isSpread: boolean
  readonly align: unknown
  readonly justify: unknown
  readonly onChoose: (place: PicturedPlace, merge?: 'merge') => void
}

/** The places of the box, one of which is chosen. */
function Places({ label, layout, isSpread, align, justify, onChoose }: PlacesProps) {
  const group = useId()
  return (
    <div
      role="radiogroup"
      // Places on a page count from the left.
      dir="ltr"
      aria-label={label}
      className={classNames(
        'grid h-20 rounded-md border border-line bg-sunken p-1',
        isSpread ? (layout === 'row' ? 'grid-rows-3' : 'grid-cols-3') : 'grid-cols-3 grid-rows-3',
      )}
    >
      {stackPlaces(layout, isSpread).map((place) => {
        const isChosen = align === place.align && (isSpread || justify === place.justify)
        return (
          <BoxChoice
            key={`${place.justify} ${place.align}`}
            group={group}
            label={nameOf(place)}
            isChosen={isChosen}
            onChoose={(merge) => onChoose(place, merge)}
          >
            {isChosen ? (
              <Layers isRow={layout === 'row'} place={place} />
            ) : (
              <span aria-hidden className="size-1 rounded-full bg-line-strong" />
            )}
          </BoxChoice>
        )
      })}
    </div>
  )
}

/** Where the layers of a row or column lie in its box: a picture of it, beside the numbers that belong to it. */
export function StackBox({ targets, shown, list }: OwnControlProps) {
  const session = useSession()
  const layout = useProperty(targets, 'layout').written
  const align = useProperty(targets, 'align').written ?? 'start'
  const justify = useProperty(targets, 'justify').written ?? 'start'
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const binding = useOwnBinding()
  const [isBinding] = binding.open
  const beside = list.filter(({ own }) => own === 'inside')
  const isStack = layout === 'row' || layout === 'column'
  if (!isStack || isReadOnly || isBinding || isFilled(align) || isFilled(justify)) {
    return [shown, ...beside].map((each) => (
      <Property
        key={each.name}
        targets={targets}
        shown={each}
        {...(each === shown && isStack && { binding: binding.open })}
      />
    ))
  }
  const isSpread = typeof justify === 'string' && justify.startsWith('space-')
  const choose = (place: PicturedPlace, merge?: 'merge') => {
    const commands = targets.flatMap((target): Command[] => [
      { type: 'set', target, path: ['align'], value: place.align },
      ...(place.justify === undefined
        ? []
        : [{ type: 'set' as const, target, path: ['justify'], value: place.justify }]),
    ])
    session.run({ type: 'batch', commands }, merge === undefined ? {} : { merge: `align ${targets.join(' ')}` })
  }
  return (
    <div className="col-span-2 grid grid-cols-2 gap-x-2">
      <div>
        <OwnFrame name={shown.name} binding={binding}>
          <Places label={titleOf(shown.name)} {...{ layout, isSpread, align, justify }} onChoose={choose} />
        </OwnFrame>
      </div>
      <div className="grid content-start gap-1.5">
        {beside.map((each) => (
          <Property key={each.name} targets={targets} shown={{ ...each, isHalf: true }} />
        ))}
      </div>
    </div>
  )
}
