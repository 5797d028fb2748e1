import { TriangleAlert } from 'lucide-react'
import { otherCurrencies, showTableCurrency } from '#dashboard/screens/editor/messages/other-currencies.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'

/** Fields whose amounts the design shows in another currency than the table has, and the way to that of the table. */
export function OtherCurrencies() {
  const session = useSession()
  const found = useEditor(otherCurrencies)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  if (found.length === 0) return null
  return (
    <section aria-label={t('data.currency')} className="grid gap-1.5 rounded-md border border-warn/40 bg-warn-soft p-2">
      <h2 className="flex items-center gap-1.5 font-semibold text-warn [&_svg]:size-4">
        <TriangleAlert aria-hidden />
        {t('data.currency')}
      </h2>
      {found.map((other) => (
        <div key={other.name} className="grid justify-items-start gap-1.5">
          <p>{t('data.currency_differs', { name: other.name, currency: other.currency, shown: other.shown })}</p>
          {!isReadOnly && (
            <Button size="small" onClick={() => session.run(showTableCurrency(other))}>
              {t('data.currency_show', { currency: other.currency })}
            </Button>
          )}
        </div>
      ))}
    </section>
  )
}
