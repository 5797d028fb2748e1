import { Link, useMatches, useRouter } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'

/** Where this page hangs: the pages whose addresses this one's begins with. */
export function Breadcrumb() {
  const { routesByPath } = useRouter()
  const here = useMatches().at(-1)
  const above = Object.values(routesByPath).flatMap((route) => {
    const screen = route.options.staticData?.screen
    const isAbove = route.fullPath !== '/' && here?.fullPath.startsWith(`${route.fullPath}/`) === true
    return isAbove && screen ? [{ path: route.fullPath, title: screen.title }] : []
  })
  if (above.length === 0) return null
  return (
    <nav aria-label={t('frame.breadcrumb')} className="-mt-2 -mb-4 flex items-center gap-1 text-[13px]">
      {above.map(({ path, title }) => (
        <span key={path} className="flex items-center gap-1 text-ink-soft">
          <Link to={path} className="rounded hover:text-ink hover:underline">
            {t(title)}
          </Link>
          <ChevronRight aria-hidden className="size-3.5 rtl:rotate-180" />
        </span>
      ))}
    </nav>
  )
}
