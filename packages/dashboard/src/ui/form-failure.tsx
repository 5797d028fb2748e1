import { useLayoutEffect, useRef, useState } from 'react'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { Failure } from './failure.tsx'

/** What stands in none of the alerts; what one of them says is not said of another field too. */
function unsaid(errors: ReadonlyMap<string, string>, alerts: readonly Element[]): string[] {
  let said = alerts.map(({ textContent }) => textContent).join('\n')
  return [...errors].flatMap(([pointer, detail]) => {
    const isSaid = said.includes(detail)
    said = said.replace(detail, () => '')
    if (isSaid) return []
    const isSentence = detail.endsWith('.')
    return isSentence ? detail : `${pointer} ${detail}`
  })
}

/** Why a form was refused, above its fields: as far as these do not say it. */
export function FormFailure({ error }: { error: unknown }) {
  const place = useRef<HTMLDivElement>(null)
  const [reasons, setReasons] = useState<readonly string[]>([])
  useLayoutEffect(() => {
    const alerts = place.current?.parentElement?.querySelectorAll('[role=alert]') ?? []
    const below = [...alerts].filter((alert) => !place.current?.contains(alert))
    setReasons(unsaid(fieldErrors(error), below))
  }, [error])
  return (
    <div ref={place} className="contents">
      {Boolean(error) && fieldErrors(error).size === 0 && <Failure error={error} />}
      {reasons.length > 0 && (
        <div role="alert" className="grid gap-2 rounded-lg bg-bad-soft p-3 text-bad">
          {reasons.map((reason) => (
            <p key={reason} dir="auto" className="wrap-anywhere">
              {reason}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
