import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { Outlet } from '@tanstack/react-router'
import { ToastList } from '#dashboard/ui/toast-list.tsx'

/** Around every page. */
export function RootLayout() {
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <Tooltip.Provider delay={400}>
          <Outlet />
          <ToastList />
        </Tooltip.Provider>
      </DirectionProvider>
    </CSPProvider>
  )
}
