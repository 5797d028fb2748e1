import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { classNames } from './class-names.ts'
import { noteVisit } from './recent.ts'

interface PageProps {
  title: string
  /** One line below it. */
  lead?: ReactNode
  /** Buttons of the whole page. */
  actions?: ReactNode
  /** A page of one thing: the palette offers to come back to it. */
  recent?: boolean
  /** As wide as the window: for what has many columns. */
  wide?: boolean
  children: ReactNode
}

/** What every page consists of: where it hangs, its title and actions, then its content. */
export function Page({ title, lead, actions, recent = false, wide = false, children }: PageProps) {
  const { href, pathname } = useLocation()
  // The address is already that of the next page while this one is left.
  const [own] = useState(pathname)
  useEffect(() => {
    if (recent && pathname === own) noteVisit(href, title)
  }, [recent, href, title, pathname, own])
  return (
    <div className={classNames('mx-auto grid w-full gap-6 px-4 py-6 sm:px-8', !wide && 'max-w-6xl')}>
      <title>{`${title} · ${t('frame.product')}`}</title>
      <Breadcrumb />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 id="page-title" className="truncate text-xl font-semibold tracking-tight">
            {title}
          </h1>
          {lead && <div className="mt-0.5 text-ink-soft wrap-anywhere">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface SectionProps {
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** A part of a page with a title of its own. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section aria-label={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="line-clamp-2 min-w-0 font-semibold wrap-anywhere">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
