import { MAX_OUTPUTS } from '@pictable/model/output-limits'
import { Plus } from 'lucide-react'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import type { ActionEditor } from './draft/use-action-draft.ts'

interface OutputChoiceProps {
  editor: ActionEditor
  mayWrite: boolean
  /** Of the output that is shown, from 0. */
  place: number
  onChoose: (place: number) => void
  onAdd: () => void
}

/** The outputs of the action: which one is shown, and one more. */
export function OutputChoice({ editor, mayWrite, place, onChoose, onAdd }: OutputChoiceProps) {
  const { output_name: first, more } = editor.draft
  const names = [first, ...more.map(({ name }) => name)]
  if (names.length === 1 && !mayWrite) return null
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">{t('actions.outputs')}</legend>
      {names.length > 1 &&
        names.map((name, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed
            key={index}
            type="button"
            dir="auto"
            aria-pressed={index === place}
            onClick={() => onChoose(index)}
            className={classNames(
              'max-w-48 truncate rounded-lg border px-3 py-1',
              index === place ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
            )}
          >
            {name || t('actions.output_unnamed')}
          </button>
        ))}
      {mayWrite && names.length < MAX_OUTPUTS && (
        <Button size="small" icon={<Plus />} hint={t('actions.add_output_help')} onClick={onAdd}>
          {t('actions.add_output')}
        </Button>
      )}
    </fieldset>
  )
}
