import { type AnyRoute, useRouter } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { PlainKey } from '#dashboard/strings/t.ts'

export const sections = ['work', 'build', 'connect', 'manage'] as const
export type SectionName = (typeof sections)[number]

/** What a screen says of itself, in the `staticData` of its route. */
export interface ScreenInfo {
  title: PlainKey
  /** Takes the window: without sidebar, and with shortcuts of its own. */
  isFullScreen?: boolean
  /** Where it stands in the sidebar; not there when absent. */
  nav?: { section: SectionName; icon: LucideIcon /** Opens it after `g`. */; key: string }
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenInfo
  }
}

export interface PageEntry {
  path: string
  title: PlainKey
  section: SectionName
  icon: LucideIcon
  key: string
}

function entryOf({ fullPath, options }: AnyRoute): PageEntry[] {
  const screen = options.staticData?.screen
  return screen?.nav ? [{ path: String(fullPath), title: screen.title, ...screen.nav }] : []
}

/** The pages of the sidebar, in the order of the registry. */
export function usePages(): readonly PageEntry[] {
  return Object.values<AnyRoute>(useRouter().routesById).flatMap(entryOf)
}
