import { TriangleAlert } from 'lucide-react'
import { t } from '#dashboard/strings/fonts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Checkbox } from '#dashboard/ui/fields/checkbox.tsx'
import { firstLetters, useSample } from './font-row.tsx'
import type { Samples } from './samples.ts'

interface MissingNoticeProps {
  readonly chosen: string | undefined
  readonly text: string
  readonly samples: Samples | null
  readonly isOnlyComplete: boolean
  readonly isChecking: boolean
  readonly onOnlyComplete: (isOn: boolean) => void
}

/** What the chosen font lacks of the text, and a way to the fonts that have it. */
export function MissingNotice(props: MissingNoticeProps) {
  const { chosen, text, samples, isOnlyComplete, isChecking, onOnlyComplete } = props
  const missing = useSample(samples, text === '' ? null : (chosen ?? null), text)?.missing ?? []
  if (isOnlyComplete) {
    return (
      <label className="flex items-center gap-2 text-[13px]" htmlFor="only-complete">
        <Checkbox
          id="only-complete"
          aria-label={t('fonts.only_complete')}
          checked
          onChange={() => onOnlyComplete(false)}
        />
        <span className="grow">{t('fonts.only_complete')}</span>
        <span role="status" className="text-xs text-ink-soft">
          {isChecking && t('fonts.checking')}
        </span>
      </label>
    )
  }
  if (chosen === undefined || missing.length === 0) return null
  return (
    <div role="status" className="grid gap-2 rounded-md bg-warn-soft p-2 text-[13px]">
      <p className="flex gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-warn">
        <TriangleAlert aria-hidden />
        {t('fonts.current_lacks', { family: chosen, letters: firstLetters(missing) })}
      </p>
      <div>
        <Button size="small" onClick={() => onOnlyComplete(true)}>
          {t('fonts.use_complete')}
        </Button>
      </div>
    </div>
  )
}
