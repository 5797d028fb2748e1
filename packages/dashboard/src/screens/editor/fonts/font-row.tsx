import type { FontSample } from '@pictable/renderer/font-samples'
import { Check, Download, LoaderCircle } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { ListOption } from '#dashboard/screens/editor/popovers/list-option.tsx'
import { t } from '#dashboard/strings/fonts.ts'
import { locale } from '#dashboard/strings/t.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { type FamilyRow, hasSample, isInstalled } from './font-rows.ts'
import { lettersOutside, mainScript } from './letters-of-scripts.ts'
import { picturedFamilies, picturedScripts } from './pictured-families.ts'
import { sampleOf } from './sample-text.ts'
import type { Samples } from './samples.ts'

/** How a text looks in a family: loaded when it is seen. */
export function useSample(samples: Samples | null, family: string | null, text: string): FontSample | undefined {
  const [found, setFound] = useState<{ samples: Samples; sample: FontSample }>()
  useEffect(() => {
    if (samples === null || family === null) return
    let isGone = false
    samples.get({ family, weight: 400, italic: false, text }).then(
      (sample) => isGone || setFound({ samples, sample }),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [samples, family, text])
  return found?.samples === samples ? found?.sample : undefined
}

const MAX_LETTERS = 5

/** The first characters that a family lacks. */
export const firstLetters = (missing: readonly string[]) => missing.slice(0, MAX_LETTERS).join(' ')

/** The characters that a family lacks, in words. */
function lackedLetters(missing: readonly string[]): string {
  const letters = firstLetters(missing)
  const count = missing.length - MAX_LETTERS
  return count > 0 ? t('fonts.lacks_more', { letters, count }) : t('fonts.lacks', { letters })
}

const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })

/** Weights, axes and slants. */
function facesOf({ family }: FamilyRow): string {
  if (family === undefined) return t('fonts.missing_family')
  const italic = family.styles.includes('italic') ? `, ${t('fonts.italic')}` : ''
  const axes = family.axes.map(({ tag, min, max }) => `${tag} ${Math.round(min)}–${Math.round(max)}`).join(', ')
  const own = axes === '' ? t('fonts.weights', { count: family.weights.length }) : t('fonts.variable', { axes })
  return `${own}${italic}`
}

function actionOf({ section, family }: FamilyRow): string | undefined {
  if (section === 'google') return t('fonts.add')
  if (family === undefined || !('installed' in family) || family.installed === 'yes') return undefined
  if (family.installed === 'partly') return t('fonts.finish')
  return t('fonts.install', { size: megabytes.format((family.download_bytes ?? 0) / 1e6) })
}

/** Of the rows of pictures of families, in CSS pixels. */
const [PICTURE_WIDTH_PX, PICTURE_ROW_PX] = [240, 28]
const SAMPLE_LOOK = {
  ...{ width: PICTURE_WIDTH_PX, height: PICTURE_ROW_PX },
  ...{ maskSize: `${PICTURE_WIDTH_PX}px auto`, maskRepeat: 'no-repeat' },
}

/**
 * A family that is not installed, in its own font: a row of a picture that was made before. Words in the main
 * script of the text, or else the name of the family.
 */
function PicturedSample({ family, text }: { family: string; text: string }) {
  const main = useMemo(() => mainScript(text), [text])
  const inScript = picturedScripts.findIndex(([name, script]) => name === family && script === main)
  const [picture, row] =
    inScript >= 0 ? ['/font-script-samples.webp', inScript] : ['/font-samples.webp', picturedFamilies.indexOf(family)]
  return (
    <span
      aria-hidden
      className="block min-w-0 bg-ink forced-color-adjust-none"
      style={{ ...SAMPLE_LOOK, maskImage: `url(${picture})`, maskPosition: `0 -${row * PICTURE_ROW_PX}px` }}
    />
  )
}

/** A family that is not installed: how it looks, where a picture shows it, and what it cannot have of the text. */
function AbsentSample({ row, text }: { row: FamilyRow; text: string }) {
  const scripts = row.family?.scripts ?? null
  const missing = useMemo(() => lettersOutside(scripts, text), [scripts, text])
  return (
    <div className="flex min-w-0 items-center justify-between gap-2">
      {hasSample(row) && <PicturedSample family={row.name} text={text} />}
      {row.section === 'google' && (
        <span className="truncate text-xs text-ink-soft">{t('fonts.google_no_sample')}</span>
      )}
      <Lacked missing={missing} />
    </div>
  )
}

function Lacked({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null
  const words = lackedLetters(missing)
  return (
    <span title={words} className="max-w-32 shrink-0 truncate text-xs text-warn">
      {words}
    </span>
  )
}

interface FontRowProps {
  readonly listId: string
  readonly at: number
  readonly row: FamilyRow
  readonly text: string
  readonly samples: Samples | null
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly isInstalling: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

/** A family in its own font. */
export function FontRow(props: FontRowProps) {
  const { listId, at, row, text, samples, isActive, isChosen, isInstalling, onPoint, onChoose } = props
  const isThere = isInstalled(row.family) && row.section !== 'google'
  const shown = sampleOf(text, row.name)
  const sample = useSample(samples, isThere ? row.name : null, text === '' ? row.name : text)
  const action = actionOf(row)
  return (
    <ListOption
      {...{ listId, at, isActive, isChosen, onPoint, onChoose }}
      className="grid h-full cursor-default content-center gap-0.5 rounded-md px-2.5 select-none data-highlighted:bg-hover"
    >
      <div className="flex min-w-0 items-center gap-2 text-xs text-ink-soft">
        <span dir="auto" className="truncate font-medium text-ink">
          {row.name}
        </span>
        <span className="min-w-0 grow truncate">{facesOf(row)}</span>
        {isChosen && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
        {action !== undefined && (
          <span className="inline-flex shrink-0 items-center gap-1 text-accent-ink [&_svg]:size-3.5">
            {isInstalling ? <LoaderCircle aria-hidden className="animate-spin" /> : <Download aria-hidden />}
            {isInstalling ? t('fonts.installing') : action}
          </span>
        )}
      </div>
      {!isThere && <AbsentSample row={row} text={text} />}
      {isThere && (
        <div className="flex min-w-0 items-baseline gap-2">
          <span
            dir="auto"
            style={sample && { fontFamily: sample.cssFamily || undefined }}
            className={classNames('grow truncate text-xl leading-7', sample === undefined && 'opacity-0')}
          >
            {shown}
          </span>
          <Lacked missing={sample?.missing ?? []} />
        </div>
      )}
    </ListOption>
  )
}
