import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'
import { AccountButton } from './account-button.tsx'
import { useTheme } from './theme.ts'

/** What belongs to the person: opened by whoever pressed the button in its place. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const navigate = useNavigate()
  const [theme, setTheme] = useTheme()
  return (
    <Menu startOpen trigger={<AccountButton />}>
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
      <MenuItem icon={<BookOpen />} href="/docs">
        {t('frame.docs')}
      </MenuItem>
      <MenuItem icon={<Keyboard />} onSelect={onHelp}>
        {t('frame.shortcuts')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<LogOut />} onSelect={() => void navigate({ to: '/log-out', state: { isMeant: true } })}>
        {t('frame.log_out')}
      </MenuItem>
    </Menu>
  )
}
