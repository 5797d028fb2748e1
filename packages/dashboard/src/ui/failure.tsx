import { CircleAlert } from 'lucide-react'
import { errorWords, mayPass } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from './button.tsx'

/** Something could not be read or saved: why, and a way on. */
export function Failure({ error, again }: { error: unknown; again?: () => void }) {
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg bg-bad-soft p-3 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 justify-items-start gap-2">
        <p dir="auto" className="break-words">
          {errorWords(error)}
        </p>
        {again && mayPass(error) && (
          <Button size="small" onClick={again}>
            {t('ui.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}
