import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'
import { Page } from './page.tsx'
import { Skeleton } from './skeleton.tsx'

interface ResourcePageProps<Resource> {
  /** Title until the resource is read, such as "Run". */
  kind: string
  /** The query that reads it, as `useQuery()` returns it. */
  read: { data: Resource | undefined; error: unknown; refetch: () => unknown }
  /** The page of what was read: a `<Page recent …>`. */
  children: (resource: Resource) => ReactNode
}

/** The page of one resource: its outline while it is read, the error if it cannot be read, then the resource. */
export function ResourcePage<Resource>({ kind, read, children }: ResourcePageProps<Resource>) {
  if (read.data !== undefined) return children(read.data)
  return (
    <Page title={kind}>
      {read.error ? <Failure error={read.error} again={() => void read.refetch()} /> : <Skeleton lines={8} />}
    </Page>
  )
}
