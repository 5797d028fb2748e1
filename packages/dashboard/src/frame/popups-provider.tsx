import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { fetched } from '#dashboard/api/lazily.ts'
import { notePageShown, pageShown } from '#dashboard/api/page-shown.ts'
import { fetchListBy } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { type Popups, PopupsContext } from '#dashboard/ui/late-popups.ts'

const EVERY_MS = 200
/** A page that is slow to show all that it has does not hold back the rest any longer. */
const MOST_MS = 10_000

/** Notices when the page shows all that it has. */
function useWatchPage(): void {
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    let quiet = 0
    const startedAt = performance.now()
    const timer = setInterval(() => {
      quiet = queries.isFetching() > 0 || router.state.status === 'pending' ? 0 : quiet + 1
      // Parts of a page are requested when what they show has come.
      if (quiet < 2 && performance.now() - startedAt < MOST_MS) return
      clearInterval(timer)
      notePageShown()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [queries, router])
}

/** A toast could not say it: the list of toasts is in the file that is missing. */
function PartMissing() {
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-bad-soft px-4 py-2 text-bad"
    >
      {t('ui.part_missing')}
      <Button size="small" onClick={() => location.reload()}>
        {t('ui.reload')}
      </Button>
    </div>
  )
}

/** Fetches what opens over a page: after the page, or when something wants to open. */
export function PopupsProvider({ children }: { children: ReactNode }) {
  const [popups, setPopups] = useState<Popups>()
  const [hasFailed, setFailed] = useState(false)
  const isAsked = useRef(false)
  const load = useCallback(() => {
    if (isAsked.current) return
    isAsked.current = true
    const settle = (found?: Popups) => {
      setPopups(found)
      setFailed(found === undefined)
      isAsked.current = found !== undefined
    }
    fetched(() => import('#dashboard/ui/popups/all.ts')).then(settle, () => settle())
  }, [])
  useWatchPage()
  useEffect(() => {
    fetchListBy(load)
    void pageShown.then(load)
  }, [load])
  return (
    <PopupsContext value={{ popups, hasFailed, load }}>
      {children}
      {popups && <popups.ToastList />}
      {hasFailed && <PartMissing />}
    </PopupsContext>
  )
}
