import { Suspense, useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { AccountButton } from './account-button.tsx'

const loadMenu = () => import('./account-menu.tsx')
const AccountMenu = lazily(loadMenu, 'AccountMenu')

/** The button at once, its menu from when somebody reaches for it. */
export function Account({ onHelp }: { onHelp: () => void }) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <AccountButton aria-haspopup="menu" onPointerEnter={loadMenu} onFocus={loadMenu} onClick={() => setWanted(true)} />
  )
  return <Suspense fallback={button}>{isWanted ? <AccountMenu onHelp={onHelp} /> : button}</Suspense>
}
