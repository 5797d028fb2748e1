import { useLayoutEffect, useRef, useState } from 'react'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { Failure } from './failure.tsx'

/** Why a form was refused, above its fields: unless these say it all. */
export function FormFailure({ error }: { error: unknown }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSaid, setSaid] = useState(true)
  useLayoutEffect(() => {
    const details = [...fieldErrors(error).values()]
    const said = place.current?.parentElement?.textContent ?? ''
    setSaid(!error || (details.length > 0 && details.every((detail) => said.includes(detail))))
  }, [error])
  return (
    <div ref={place} className="contents">
      {!isSaid && <Failure error={error} />}
    </div>
  )
}
