import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useLogOut, useMe } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'
import { useTheme } from './theme.ts'

/** Who is logged in, and what belongs to the person. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const me = useMe()
  const logOut = useLogOut()
  const [theme, setTheme] = useTheme()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('frame.account_of', { name: me.name })}
          className="flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover"
        >
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-medium text-accent-ink uppercase"
          >
            {me.name.slice(0, 1)}
          </span>
          <span dir="auto" className="grow truncate">
            {me.name}
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
        </button>
      }
    >
      <MenuChoice
        label={t('frame.theme')}
        value={theme}
        onChange={setTheme}
        options={[
          { value: 'system', label: t('frame.theme_system'), icon: <Monitor /> },
          { value: 'light', label: t('frame.theme_light'), icon: <Sun /> },
          { value: 'dark', label: t('frame.theme_dark'), icon: <Moon /> },
        ]}
      />
      <MenuLine />
      <MenuItem icon={<Keyboard />} onSelect={onHelp}>
        {t('frame.shortcuts')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<LogOut />} onSelect={() => logOut.mutate({})}>
        {t('frame.log_out')}
      </MenuItem>
    </Menu>
  )
}
