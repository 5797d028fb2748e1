import { t } from '#dashboard/strings/t.ts'
import { NumberField } from '#dashboard/ui/fields/number-field.tsx'
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

interface SizeProps {
  size: ChosenSize
  isChosen: boolean
  onChoose: () => void
}

function Size({ size, isChosen, onChoose }: SizeProps) {
  return (
    <label className="flex cursor-pointer items-center gap-2 rounded-lg border border-line px-2.5 py-1.5 text-[13px] text-ink-soft transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent">
      <input type="radio" name="page-size" checked={isChosen} onChange={onChoose} className="sr-only" />
      <Shape {...size} />
      <span className="font-medium text-ink">{t(`templates.size_${size.name}`)}</span>
      {size.name !== 'custom' && (
        <span dir="ltr" className="tabular-nums">
          {size.width} × {size.height}
        </span>
      )}
    </label>
  )
}

interface SizeChoiceProps {
  chosen: ChosenSize
  onChoose: (size: ChosenSize) => void
}

/** How large the page is: by what it is for, or in pixels. */
export function SizeChoice({ chosen, onChoose }: SizeChoiceProps) {
  const { width, height } = chosen
  const isCustom = chosen.name === 'custom'
  const error = (side: number) => (side > MAX_SIDE_PX ? t('templates.size_limit', { side: MAX_SIDE_PX }) : undefined)
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 font-medium">{t('templates.size')}</legend>
      {PAGE_SIZES.map(({ use, sizes }) => (
        <div key={use} className="grid gap-1.5 sm:grid-cols-[4.5rem_minmax(0,1fr)] sm:items-center">
          <span className="text-[13px] text-ink-soft">{t(`templates.use_${use}`)}</span>
          <div className="flex flex-wrap gap-1.5">
            {sizes.map((size) => (
              <Size key={size.name} size={size} isChosen={size.name === chosen.name} onChoose={() => onChoose(size)} />
            ))}
          </div>
        </div>
      ))}
      <div className="grid gap-1.5 sm:grid-cols-[4.5rem_minmax(0,1fr)] sm:items-start">
        <span className="text-[13px] text-ink-soft sm:pt-2">{t('templates.use_other')}</span>
        <div className="flex flex-wrap items-start gap-3">
          <Size
            size={{ name: 'custom', width, height }}
            isChosen={isCustom}
            onChoose={() => onChoose({ name: 'custom', width, height })}
          />
          {isCustom && (
            <div className="grid grid-cols-2 gap-2">
              <NumberField
                label={t('templates.size_width')}
                error={error(width)}
                value={width}
                onChange={(side) => onChoose({ ...chosen, width: side })}
              />
              <NumberField
                label={t('templates.size_height')}
                error={error(height)}
                value={height}
                onChange={(side) => onChoose({ ...chosen, height: side })}
              />
            </div>
          )}
        </div>
      </div>
    </fieldset>
  )
}
