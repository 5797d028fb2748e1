import type { Mixed } from '#dashboard/screens/editor/properties/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { ControlProps } from './control-props.ts'

/** Focuses the first field of the list that has this id or has it in it after the next drawing; in an empty list, what adds one. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => {
    const list = document.getElementById(id)?.closest('fieldset')
    const field = list?.querySelector<HTMLElement>('input:not([aria-hidden]), textarea')
    const first = field ?? list?.querySelector('button')
    first?.focus()
  })
}

/** Lists of several layers that differ: those of the first can be given to all, and changed from there. */
export function MixedEntries({
  id,
  label,
  edit,
  mixed,
}: Pick<ControlProps, 'id' | 'label' | 'edit'> & { mixed: Mixed }) {
  const [first] = mixed.values
  return (
    <div className="flex min-h-7 items-center justify-between gap-2">
      <span className="text-ink-soft">{t('inspector.mixed')}</span>
      <Button
        id={id}
        size="small"
        look="quiet"
        aria-label={t('inspector.use_first_of', { name: label })}
        onClick={() => {
          // What a record fills is one of the values that differ; as a whole around them it stays.
          if (edit.path.length === 1) edit.replace(() => first)
          else edit.set(() => first)
          focusSoon(id)
        }}
      >
        {t('inspector.use_first')}
      </Button>
    </div>
  )
}
