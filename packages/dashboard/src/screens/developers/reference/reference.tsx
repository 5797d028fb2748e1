import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/developers.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type Operation, type ReferenceDocument, readDocument } from './openapi.ts'
import { Method, OperationView } from './operation-view.tsx'

const route = getRouteApi('/frame/developers')

/** Every endpoint, made of the server's own OpenAPI document. */
export function Reference() {
  const { endpoint } = route.useSearch()
  const answer = useQuery({ ...api.server.openapi.query(), staleTime: Number.POSITIVE_INFINITY })
  const document = useMemo(() => answer.data && readDocument(answer.data), [answer.data])
  if (answer.isLoadingError) return <Failure error={answer.error} again={() => answer.refetch()} />
  if (document === undefined) return <Skeleton lines={8} />
  const all = document.groups.flatMap(({ operations }) => operations)
  const opened = all.find(({ operationId }) => operationId === endpoint) ?? all[0]
  return (
    <div className="grid gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <Endpoints groups={document.groups} opened={opened} />
      {opened && <OperationView operation={opened} schemas={document.schemas} />}
    </div>
  )
}

interface EndpointsProps {
  groups: ReferenceDocument['groups']
  opened: Operation | undefined
}

function Endpoints({ groups, opened }: EndpointsProps) {
  const [sought, setSought] = useState('')
  const words = sought.toLowerCase().split(/\s+/)
  const fits = ({ method, path, summary }: Operation) => {
    const text = `${method} ${path} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return (
    <div className="grid content-start gap-3 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)]">
      <SearchBox label={t('developers.search')} value={sought} onChange={setSought} />
      <nav
        aria-label={t('developers.endpoints')}
        className="max-h-56 overflow-y-auto rounded-lg border border-line p-2 lg:max-h-none lg:border-0 lg:p-0"
      >
        {groups.map(({ tag, operations }) => {
          const found = operations.filter(fits)
          if (found.length === 0) return null
          return (
            <div key={tag} className="grid gap-0.5 pb-3">
              <p className="px-2 pb-1 text-xs font-medium text-ink-soft">{tag}</p>
              {found.map((operation) => (
                <Link
                  key={operation.operationId}
                  to="/developers"
                  search={{ tab: 'reference', endpoint: operation.operationId }}
                  aria-current={operation === opened ? 'page' : undefined}
                  className="flex items-start gap-2 rounded-md px-2 py-1 text-[13px] text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink"
                >
                  <span className="grow">{operation.summary}</span>
                  <Method method={operation.method} />
                </Link>
              ))}
            </div>
          )
        })}
      </nav>
    </div>
  )
}
