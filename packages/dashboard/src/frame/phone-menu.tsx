import { t } from '#dashboard/strings/t.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Account } from './account.tsx'
import { PageList } from './sidebar.tsx'

interface PhoneMenuProps {
  onClose: () => void
  onHelp: () => void
}

/** The sidebar, over the page. */
export function PhoneMenu({ onClose, onHelp }: PhoneMenuProps) {
  return (
    <Dialog open onClose={onClose} title={t('frame.navigation')} place="end">
      <div className="grid gap-6">
        <PageList />
        <Account onHelp={onHelp} />
      </div>
    </Dialog>
  )
}
