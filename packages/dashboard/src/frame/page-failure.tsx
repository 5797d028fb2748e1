import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Failure } from '#dashboard/ui/failure.tsx'

/** A page that could not be shown; the rest of the dashboard stays. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    router.invalidate()
  }
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <Failure error={error} again={again} />
    </div>
  )
}
