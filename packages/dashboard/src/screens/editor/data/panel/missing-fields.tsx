import { TriangleAlert } from 'lucide-react'
import { missingFields } from '#dashboard/screens/editor/session/missing-fields.ts'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'

/** Names that the design binds and that no field fills, such as one that was deleted: nothing of the design is changed. */
export function MissingFields() {
  const session = useSession()
  const missing = useEditor(missingFields)
  if (missing.length === 0) return null
  return (
    <section aria-label={t('data.missing')} className="grid gap-1 rounded-md border border-warn/40 bg-warn-soft p-2">
      <h2 className="flex items-center gap-1.5 font-semibold text-warn [&_svg]:size-4">
        <TriangleAlert aria-hidden />
        {t('data.missing')}
      </h2>
      <ul className="grid gap-1">
        {missing.map(({ name, field, layers }) => (
          <li key={name} className="flex items-center justify-between gap-2">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {field === undefined ? name : t('data.missing_mapped', { name, field })}
            </span>
            {layers.length > 0 && (
              <Button size="small" onClick={() => select(session, layers)}>
                {t('data.show_layers')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-soft">{t('data.missing_help')}</p>
    </section>
  )
}
