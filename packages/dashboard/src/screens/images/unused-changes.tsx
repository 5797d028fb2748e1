import { TriangleAlert, X } from 'lucide-react'
import { t } from '#dashboard/strings/images.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { changeTitle } from './change-control.tsx'
import { type Modification, type UnusedChange, unusedLeft, unusedValues, withoutUnused } from './changeable.ts'

interface UnusedChangesProps {
  stored: { unused: readonly UnusedChange[]; modifications: readonly Modification[] }
  modifications: readonly Modification[]
  onChange: (modifications: Modification[]) => void
}

const valueWords = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** What has the focus after a button that goes: another one of the list, else the first field of the form. */
function focusNext(button: HTMLButtonElement): void {
  const buttons = [...(button.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(button)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? button.form?.querySelector('input')
  next?.focus()
}

/** Stored changes without an effect, such as those of a layer that the template has lost, each with its reason. */
export function UnusedChanges({ stored, modifications, onChange }: UnusedChangesProps) {
  const left = unusedLeft(modifications, stored)
  if (left.length === 0) return null
  return (
    <ul aria-label={t('images.unused')} className="grid gap-2">
      {left.map((each) => {
        const { name, output, property, reason, used_elsewhere: isUsed } = each
        const layer = output === null ? name : `${name} (${output})`
        const values = unusedValues(modifications, each)
        const titles = values.map(([key]) => changeTitle(key))
        return (
          <li
            key={`${name} ${output} ${property} ${reason}`}
            className="flex items-start gap-3 rounded-lg bg-warn-soft p-3 text-warn"
          >
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <div className="min-w-0 grow">
              <p dir="auto" className="wrap-anywhere">
                <span className="font-medium">{layer}</span> ·{' '}
                {values.map(([key, value]) => `${changeTitle(key)}: ${valueWords(value)}`).join(' · ')}
              </p>
              <p dir="auto" className="text-[13px] wrap-anywhere">
                {reason}
              </p>
            </div>
            {!isUsed && (
              <Button
                size="small"
                icon={<X />}
                aria-label={t('images.unused_remove_of', { name: `${layer}: ${titles.join(', ')}` })}
                onClick={({ currentTarget }) => {
                  focusNext(currentTarget)
                  onChange(withoutUnused(modifications, each))
                }}
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
