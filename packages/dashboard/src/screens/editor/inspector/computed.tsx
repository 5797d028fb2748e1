import { localeOf } from '@pictable/renderer/template'
import { SquareFunction, Unlink } from 'lucide-react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { computed, editExpression } from './braces.ts'
import type { ControlProps } from './control-props.ts'
import { TextControl } from './text-control.tsx'
import { valueWords } from './value-words.ts'

interface ComputedProps extends Pick<ControlProps, 'id' | 'label' | 'shown' | 'edit'> {
  readonly expression: string
  /** Gives the property a value of its own again. */
  readonly onUnlink: () => void
}

/** An expression that a property is computed by, and what it is now. */
export function Computed({ id, label, shown, edit, expression, onUnlink }: ComputedProps) {
  const values = useEditor((state) => state.values)
  const locale = useEditor(({ document: { design }, values: given }) => localeOf(design, given))
  const result = computed(expression, { values, locale })
  const words = 'value' in result ? t('inspector.result', { value: valueWords(result.value) }) : result.problem
  return (
    <div className="grid gap-0.5">
      <div className="flex items-start gap-1">
        <SquareFunction aria-hidden className="mt-1.5 size-4 shrink-0 text-accent-ink" />
        <div className="min-w-0 grow">
          <TextControl
            {...{ id, label }}
            shown={{ ...shown, schema: {} }}
            value={expression}
            edit={editExpression(edit)}
            isMono
            write={String}
            read={(text) => text}
          />
        </div>
        <IconButton size="small" label={t('inspector.unbind', { name: label })} icon={<Unlink />} onClick={onUnlink} />
      </div>
      <p dir="auto" className="truncate ps-5 text-xs text-ink-soft" title={words}>
        {words}
      </p>
    </div>
  )
}
