import { useState } from 'react'
import { labelOf } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import type { Conflict } from './draft/action-draft.ts'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { useTableFields } from './draft/use-table.ts'

/** `mapping/title` reads "Mapping: title". */
function placeWords(path: string): string {
  const [part = '', ...name] = path.split('/')
  if (part === 'place') return t('actions.table')
  return name.length === 0 ? labelOf(part, {}) : `${labelOf(part, {})}: ${name.join('/')}`
}

interface SideProps {
  label: string
  words: string
  isChosen: boolean
  onChoose: () => void
}

function Side({ label, words, isChosen, onChoose }: SideProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        'grid min-w-0 content-start gap-1 rounded-lg border p-3 text-start',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
      )}
    >
      <span className={classNames('text-xs', isChosen ? 'text-accent-ink' : 'text-ink-soft')}>{label}</span>
      <span dir="auto" className="max-h-24 overflow-hidden break-words">
        {words}
      </span>
    </button>
  )
}

/** Somebody else saved the same action meanwhile: what of it counts, place by place. */
export function MergeDialog({ editor, conflicts }: { editor: ActionEditor; conflicts: readonly Conflict[] }) {
  const [yielded, setYielded] = useState<ReadonlySet<string>>(new Set())
  const fields = useTableFields(editor.draft.place).data?.results ?? []
  const nameOf = (id: unknown) => fields.find((field) => field.id === id)?.name
  const wordsOf = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return t('actions.nothing')
    if (typeof value !== 'object') return nameOf(value) ?? String(value)
    if ('table_name' in value) return String(value.table_name)
    const keys = Object.keys(value)
    if ('field' in value && keys.every((key) => key === 'field' || key === 'formatted'))
      return nameOf(value.field) ?? String(value.field)
    return 'value' in value && keys.length === 1 ? wordsOf(value.value) : JSON.stringify(value)
  }
  const choose = (path: string, isTheirs: boolean) => {
    const next = new Set(yielded)
    if (isTheirs) next.add(path)
    else next.delete(path)
    setYielded(next)
  }
  return (
    <Dialog
      open
      stays
      wide
      onClose={editor.postpone}
      title={t('actions.merge_title')}
      description={t('actions.merge_help')}
    >
      <div className="grid gap-4">
        {editor.error && <Failure error={editor.error} />}
        {conflicts.map(({ path, mine, theirs }) => (
          <fieldset key={path} className="grid min-w-0 grid-cols-2 gap-2">
            <legend className="mb-1.5 font-medium">{placeWords(path)}</legend>
            <Side
              label={t('actions.mine')}
              words={wordsOf(mine)}
              isChosen={!yielded.has(path)}
              onChoose={() => choose(path, false)}
            />
            <Side
              label={t('actions.theirs')}
              words={wordsOf(theirs)}
              isChosen={yielded.has(path)}
              onChoose={() => choose(path, true)}
            />
          </fieldset>
        ))}
        <DialogActions>
          <Button onClick={editor.postpone}>{t('ui.cancel')}</Button>
          <Button look="primary" busy={editor.isSaving} onClick={() => editor.resolve(yielded)}>
            {t('actions.merge_save')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
