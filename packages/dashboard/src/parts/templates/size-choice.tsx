import { t } from '#dashboard/strings/new-template.ts'
import { NumberField } from '#dashboard/ui/fields/number-field.tsx'
import { Choice } from './choice.tsx'
import { MAX_SIDE_PX, PAGE_SIZES, type PageSize, type SizeName } from './page-sizes.ts'

/** A page of a known use, or one of a width and height of its own. */
export interface ChosenSize extends PageSize {
  readonly name: SizeName | 'custom'
}

const FRAME_PX = 22

/** The shape of a page, to be told from others at a glance. */
function Shape({ width, height }: PageSize) {
  const scale = FRAME_PX / Math.max(width, height)
  return (
    <span aria-hidden className="grid size-6 shrink-0 place-items-center">
      <span
        className="rounded-[2px] border-[1.5px] border-current"
        style={{ width: Math.max(4, width * scale), height: Math.max(4, height * scale) }}
      />
    </span>
  )
}

interface SizeChoiceProps {
  chosen: ChosenSize
  onChoose: (size: ChosenSize) => void
}

function CustomSize({ chosen, onChoose }: SizeChoiceProps) {
  const error = (side: number) => (side > MAX_SIDE_PX ? t('new.size_limit', { side: MAX_SIDE_PX }) : undefined)
  return (
    <div className="grid max-w-xs grid-cols-2 gap-2">
      {(['width', 'height'] as const).map((side) => (
        <NumberField
          key={side}
          label={t(`new.size_${side}`)}
          error={error(chosen[side])}
          value={chosen[side]}
          onChange={(value) => onChoose({ ...chosen, [side]: value })}
        />
      ))}
    </div>
  )
}

/** How large the page is: by what it is for, or in pixels. */
export function SizeChoice({ chosen, onChoose }: SizeChoiceProps) {
  const group = PAGE_SIZES.find(({ sizes }) => sizes.some(({ name }) => name === chosen.name))
  const custom: ChosenSize = { ...chosen, name: 'custom' }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{t('new.size')}</legend>
      <div role="radiogroup" aria-label={t('new.use')} className="flex flex-wrap gap-1.5">
        {PAGE_SIZES.map(({ use, sizes: [first] }) => (
          <Choice key={use} group="page-use" isChosen={use === group?.use} onChoose={() => onChoose(first)}>
            <span className="font-medium">{t(`new.use_${use}`)}</span>
          </Choice>
        ))}
        <Choice group="page-use" isChosen={!group} onChoose={() => onChoose(custom)}>
          <span className="font-medium">{t('new.use_custom')}</span>
        </Choice>
      </div>
      {group ? (
        <div role="radiogroup" aria-label={t('new.size')} className="flex flex-wrap gap-1.5">
          {group.sizes.map((size) => (
            <Choice
              key={size.name}
              group="page-size"
              isChosen={size.name === chosen.name}
              onChoose={() => onChoose(size)}
            >
              <Shape {...size} />
              <span className="font-medium text-ink">{t(`new.size_${size.name}`)}</span>
              <span dir="ltr" className="tabular-nums">
                {size.width} × {size.height}
              </span>
            </Choice>
          ))}
        </div>
      ) : (
        <CustomSize chosen={chosen} onChoose={onChoose} />
      )}
    </fieldset>
  )
}
