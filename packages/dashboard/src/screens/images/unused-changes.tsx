import { TriangleAlert, X } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { changeTitle } from './change-control.tsx'
import { type Modification, type UnusedChange, unusedValues, withoutUnused } from './changeable.ts'

interface UnusedChangesProps {
  unused: readonly UnusedChange[]
  modifications: readonly Modification[]
  onChange: (modifications: Modification[]) => void
}

const valueWords = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Stored changes without an effect, such as those of a layer that the template has lost, each with its reason. */
export function UnusedChanges({ unused, modifications, onChange }: UnusedChangesProps) {
  const left = unused.filter((each) => unusedValues(modifications, each).length > 0)
  if (left.length === 0) return null
  return (
    <ul aria-label={t('images.unused')} className="grid gap-2">
      {left.map((each) => {
        const { name, output, property, reason, used_elsewhere: isUsed } = each
        const layer = output === null ? name : `${name} (${output})`
        const values = unusedValues(modifications, each).map(
          ([key, value]) => `${changeTitle(key)}: ${valueWords(value)}`,
        )
        return (
          <li
            key={`${name} ${output} ${property} ${reason}`}
            className="flex items-start gap-3 rounded-lg bg-warn-soft p-3 text-warn"
          >
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <div className="min-w-0 grow">
              <p dir="auto" className="wrap-anywhere">
                <span className="font-medium">{layer}</span> · {values.join(' · ')}
              </p>
              <p dir="auto" className="text-[13px] wrap-anywhere">
                {reason}
              </p>
            </div>
            {!isUsed && (
              <Button
                size="small"
                icon={<X />}
                aria-label={t('images.unused_remove_of', { name: layer })}
                onClick={() => onChange(withoutUnused(modifications, each))}
              >
                {t('images.unused_remove')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
