import { useLocation } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { t } from '#dashboard/strings/t.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Mark, type SidebarProps } from './sidebar.tsx'

const PhoneMenu = lazily(() => import('./phone-menu.tsx'), 'PhoneMenu')

/** In place of the sidebar where there is no room for it. */
export function PhoneBar({ onSearch, onHelp }: SidebarProps) {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes to a page has done with the menu
  useEffect(() => setOpen(false), [pathname])
  return (
    <header className="flex items-center justify-between gap-2 border-b border-line px-3 py-2 md:hidden">
      <div className="flex items-center gap-1">
        <IconButton label={t('frame.open_menu')} icon={<Menu />} onClick={() => setOpen(true)} />
        <Mark />
      </div>
      <IconButton label={t('frame.search')} icon={<Search />} onClick={onSearch} />
      <Suspense>{isOpen && <PhoneMenu onClose={() => setOpen(false)} onHelp={onHelp} />}</Suspense>
    </header>
  )
}
