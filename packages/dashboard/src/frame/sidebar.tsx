import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { isMac } from '#dashboard/ui/fields/is-mac.ts'
import { Account } from './account.tsx'
import { type PageEntry, type SectionName, sections, usePages } from './pages.ts'

export interface SidebarProps {
  onSearch: () => void
  onHelp: () => void
}

export function Mark() {
  return (
    <Link to="/" className="flex items-center gap-2 rounded-md px-1 font-semibold">
      <img src="/favicon.svg" alt="" className="size-5" />
      {t('frame.product')}
    </Link>
  )
}

const linkClass =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-ink-soft transition-colors hover:bg-hover hover:text-ink data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink [&_svg]:size-4 [&_svg]:shrink-0'

function Links({ section, pages }: { section: SectionName; pages: readonly PageEntry[] }) {
  const inside = pages.filter((page) => page.section === section)
  if (inside.length === 0) return null
  return (
    <div className="grid gap-0.5">
      {section !== 'work' && <p className="px-2 pb-1 text-xs text-ink-soft">{t(`frame.section_${section}`)}</p>}
      {inside.map(({ path, title, icon: Icon }) => (
        <Link key={path} to={path} activeOptions={{ exact: path === '/' }} className={linkClass}>
          <Icon aria-hidden />
          {t(title)}
        </Link>
      ))}
    </div>
  )
}

export function PageList() {
  const pages = usePages()
  return (
    <nav aria-label={t('frame.navigation')} className="grid content-start gap-4 overflow-y-auto">
      {sections.map((section) => (
        <Links key={section} section={section} pages={pages} />
      ))}
    </nav>
  )
}

export function Sidebar({ onSearch, onHelp }: SidebarProps) {
  return (
    <header className="sticky top-0 hidden h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_1fr_auto] gap-4 border-e border-line bg-sunken p-3 md:grid">
      <div className="pt-1">
        <Mark />
      </div>
      <button
        type="button"
        onClick={onSearch}
        className="flex h-8 items-center gap-2 rounded-md border border-line bg-ground px-2 text-[13px] text-ink-soft hover:text-ink"
      >
        <Search aria-hidden className="size-3.5" />
        <span className="grow truncate text-start">{t('frame.search')}</span>
        <kbd className="font-sans text-xs whitespace-nowrap">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <PageList />
      <Account onHelp={onHelp} />
    </header>
  )
}
