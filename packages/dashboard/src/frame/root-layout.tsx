import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Outlet } from '@tanstack/react-router'
import { TooltipLayer } from '#dashboard/ui/tooltip-layer.tsx'
import { PopupsProvider } from './popups-provider.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

/** Around every page. */
export function RootLayout() {
  useKeptFocus()
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <PopupsProvider>
          <Outlet />
        </PopupsProvider>
        <TooltipLayer />
      </DirectionProvider>
    </CSPProvider>
  )
}
