import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useConnection } from '#dashboard/api/connection.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { watchOtherTabs } from '#dashboard/api/other-tabs.ts'
import { isOutdated, useOutdated } from '#dashboard/api/outdated.ts'
import { useMe } from '#dashboard/api/session.ts'
import { watchEvents } from '#dashboard/api/watch-events.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { usePages } from './pages.ts'
import { PhoneBar } from './phone-bar.tsx'
import { Sidebar } from './sidebar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { useTypingPause } from './use-typing-pause.ts'

const Palette = lazily(() => import('./palette.tsx'), 'Palette')
const SessionEnded = lazily(() => import('./session-ended.tsx'), 'SessionEnded')
const ShortcutHelp = lazily(() => import('./shortcut-help.tsx'), 'ShortcutHelp')

type Opened = 'palette' | 'help' | null

function GoneBanner() {
  const { server } = useConnection()
  if (server !== 'gone') return null
  return (
    <p role="status" className="sticky top-0 z-20 bg-warn-soft px-4 py-2 text-center text-warn">
      {t('frame.gone')}
    </p>
  )
}

/** What is shown although reading it again has failed: why, and a way to try again. */
function OutdatedBanner() {
  const queries = useQueryClient()
  const { server, session } = useConnection()
  const error = useOutdated()
  if (error === null || server === 'gone' || session === 'ended') return null
  return (
    <div
      role="status"
      className="sticky top-0 z-20 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-warn-soft px-4 py-2 text-warn"
    >
      <span className="min-w-0 break-words">{t('frame.outdated', { reason: errorWords(error) })}</span>
      <Button size="small" onClick={() => void queries.refetchQueries({ type: 'active', predicate: isOutdated })}>
        {t('ui.retry')}
      </Button>
    </div>
  )
}

/** Sidebar, page, and what is the same around every page. */
export function Frame() {
  const queries = useQueryClient()
  const pages = usePages()
  const { id: userId } = useMe()
  const { session } = useConnection()
  const [opened, setOpened] = useState<Opened>(null)
  const openPalette = useCallback(() => setOpened('palette'), [])
  const openHelp = useCallback(() => setOpened('help'), [])
  const close = useCallback(() => setOpened(null), [])
  const isFullScreen = useMatches().some(({ staticData }) => staticData.screen?.isFullScreen)
  useShortcuts({ pages, openPalette, openHelp, isFullScreen })
  // What is being typed is finished first.
  const asksToLogIn = useTypingPause(session === 'ended')
  useEffect(() => watchEvents(queries, userId), [queries, userId])
  useEffect(() => watchOtherTabs(queries), [queries])
  return (
    <div className={isFullScreen ? undefined : 'min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]'}>
      {!isFullScreen && (
        <>
          <a
            href="#content"
            className="absolute start-2 -top-20 z-50 rounded-lg bg-accent px-3 py-2 text-on-accent focus:top-2"
          >
            {t('frame.skip')}
          </a>
          <Sidebar onSearch={openPalette} onHelp={openHelp} />
        </>
      )}
      <div className="min-w-0">
        {!isFullScreen && (
          <>
            <PhoneBar onSearch={openPalette} onHelp={openHelp} />
            <GoneBanner />
            <OutdatedBanner />
          </>
        )}
        <main id="content" aria-labelledby="page-title" tabIndex={-1} className="outline-none">
          <Outlet />
        </main>
      </div>
      <Suspense>
        {opened === 'palette' && <Palette onClose={close} />}
        {asksToLogIn && <SessionEnded />}
        {opened === 'help' && <ShortcutHelp open onClose={close} pages={pages} />}
      </Suspense>
    </div>
  )
}
