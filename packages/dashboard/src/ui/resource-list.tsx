import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { Listing, type ListingProps } from './listing.tsx'
import { Page } from './page.tsx'

interface ResourceListProps extends Pick<ListingProps, 'list' | 'lines'> {
  title: string
  lead: string
  /** The button that adds one: beside the title, or in the empty list. */
  add: ReactNode
  /** What an empty list shows; `line` is the command that adds one. */
  empty: { icon: ReactNode; title: string; help: string; line: string }
  /** The items. */
  children: ReactNode
  /** What is said above the items, also where there are none. */
  notices?: ReactNode
  /** Dialogs in front of the page. */
  dialogs?: ReactNode
}

/** The page that lists everything of one kind: its title, a button to add one, the items. */
export function ResourceList({ title, lead, add, list, lines, empty, children, notices, dialogs }: ResourceListProps) {
  return (
    <Page title={title} lead={lead} actions={list.items.length > 0 && add}>
      {notices}
      <Listing list={list} {...(lines !== undefined && { lines })} empty={<EmptyState {...empty} action={add} />}>
        {children}
      </Listing>
      {dialogs}
    </Page>
  )
}
