import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'
import { Skeleton } from './skeleton.tsx'

export interface ListingProps {
  /** As `usePages()` and `useLongList()` give it. */
  list: { items: readonly unknown[]; isPending: boolean; error: unknown; again: () => void }
  /** How long it is while it is not known. */
  lines?: number
  /** In place of a list without items: what to do about it. */
  empty?: ReactNode
  /** The items. */
  children: ReactNode
}

/** What there is of a list: why it could not be read, its place while it is on its way, its items or the next step. */
export function Listing({ list: { items, isPending, error, again }, lines = 5, empty, children }: ListingProps) {
  return (
    <>
      {Boolean(error) && <Failure error={error} again={again} />}
      {isPending && !error && <Skeleton lines={lines} />}
      {!isPending && !error && items.length === 0 && empty}
      {items.length > 0 && children}
    </>
  )
}
