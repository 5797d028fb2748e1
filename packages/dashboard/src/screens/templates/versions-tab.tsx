import type { CallAnswer, Contract } from '@pictable/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { GitCompareArrows, History, Rocket } from 'lucide-react'
import { Suspense } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { toast } from '#dashboard/api/toast.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { type OpenTemplate, sourceOf } from '#dashboard/parts/templates/template.ts'
import { useSayPublished } from '#dashboard/parts/templates/use-say-published.ts'
import { t } from '#dashboard/strings/t.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { ChangeWords } from './change-words.tsx'

const Compare = lazily(() => import('#dashboard/parts/source/compare.tsx'), 'Compare')

const route = getRouteApi('/frame/templates/$id')

type Version = CallAnswer<Contract['templates']['versions']>['results'][number]

interface VersionsTabProps {
  template: OpenTemplate
  onRestored: (template: OpenTemplate) => void
}

function useVersionActs({ id }: OpenTemplate, onRestored: (template: OpenTemplate) => void) {
  const queries = useQueryClient()
  const sayPublished = useSayPublished()
  const refresh = () => {
    for (const { key } of [api.templates.get, api.templates.list, api.templates.versions])
      queries.invalidateQueries({ queryKey: key })
  }
  const restore = useMutation({
    ...api.templates.restore.mutation(),
    onSuccess: (now) => {
      queries.setQueryData(api.templates.get.query({ params: { id } }).queryKey, now)
      onRestored(now)
      refresh()
      toast.done(t('templates.restored', { version: now.latest_version }))
    },
  })
  const publish = useMutation({
    ...api.templates.publish.mutation(),
    onSuccess: ({ published_version: version, affected_actions: affected }) => {
      refresh()
      sayPublished(t('templates.published', { version: version ?? 0 }), affected)
    },
  })
  return { restore, publish }
}

/** Every save, newest first: to be looked at, compared, restored and published. */
export function VersionsTab({ template, onRestored }: VersionsTabProps) {
  const { id, latest_version: latest } = template
  const { older: from, newer: to } = route.useSearch()
  const navigate = useNavigate({ from: '/templates/$id' })
  const mayWrite = useMay('write')
  const list = usePages(api.templates.versions.pages({ params: { id }, query: { limit: 50 } }))
  const acts = useVersionActs(template, onRestored)
  const compare = (first?: number, second?: number) =>
    void navigate({ search: (before) => ({ ...before, older: first, newer: second }), resetScroll: false })
  const shared = { template, acts, mayWrite, onCompare: compare }
  return (
    <Section title={t('templates.versions')}>
      {list.error && <Failure error={list.error} again={list.again} />}
      {list.isPending && <Skeleton lines={4} />}
      <ul className="divide-y divide-line border-y border-line">
        {list.items.map((version) => (
          <li key={version.version} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <VersionPicture id={id} version={version.version} />
            <VersionName version={version} isLatest={version.version === latest} />
            <VersionActs {...shared} version={version} />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <div>
          <Button busy={list.isLoadingMore} onClick={list.loadMore}>
            {t('templates.older_versions')}
          </Button>
        </div>
      )}
      {from !== undefined && to !== undefined && <Comparison id={id} from={from} to={to} onClose={() => compare()} />}
    </Section>
  )
}

interface VersionActsProps {
  template: OpenTemplate
  version: Version
  acts: ReturnType<typeof useVersionActs>
  mayWrite: boolean
  onCompare: (older: number, newer: number) => void
}

/** What can be done with one of them. */
function VersionActs({ template, version: { version, published }, acts, mayWrite, onCompare }: VersionActsProps) {
  const { id, latest_version: latest, revision } = template
  const { restore, publish } = acts
  const isOlder = version !== latest
  return (
    <span className="flex flex-wrap gap-2">
      {version > 1 && (
        <Button size="small" icon={<GitCompareArrows />} onClick={() => onCompare(version - 1, version)}>
          {t('templates.what_changed')}
        </Button>
      )}
      {isOlder && (
        <Button size="small" onClick={() => onCompare(version, latest)}>
          {t('templates.compare_latest')}
        </Button>
      )}
      {mayWrite && isOlder && (
        <Button
          size="small"
          icon={<History />}
          hint={t('templates.restore_help')}
          busy={restore.isPending}
          onClick={() => restore.mutate({ params: { id, version }, ifMatch: `"r${revision}"` })}
        >
          {t('templates.restore')}
        </Button>
      )}
      {mayWrite && !published && (
        <Button
          size="small"
          icon={<Rocket />}
          hint={t('templates.publish_help')}
          busy={publish.isPending}
          onClick={() => publish.mutate({ params: { id }, body: { version } })}
        >
          {t('templates.publish_this')}
        </Button>
      )}
    </span>
  )
}

function VersionPicture({ id, version }: { id: string; version: number }) {
  return (
    <span className="grid h-12 w-16 shrink-0 grid-rows-[minmax(0,1fr)] place-items-center p-0.5 overflow-hidden rounded border border-line bg-sunken">
      <img
        src={`/v1/templates/${id}/thumbnail?version=${version}&width=160`}
        alt=""
        loading="lazy"
        className="size-full object-contain"
      />
    </span>
  )
}

function VersionName({
  version: { version, published, created_at: at },
  isLatest,
}: {
  version: Version
  isLatest: boolean
}) {
  return (
    <span className="grid min-w-0 grow">
      <span className="flex flex-wrap items-center gap-2 font-medium">
        {t('templates.version', { version })}
        {isLatest && <Badge>{t('templates.latest')}</Badge>}
        {published && <Badge tone="good">{t('templates.is_published')}</Badge>}
      </span>
      <span className="text-[13px] text-ink-soft">
        <Time at={at} />
      </span>
    </span>
  )
}

interface ComparisonProps {
  id: string
  from: number
  to: number
  onClose: () => void
}

/** Two versions: what changed in words, and both sources. */
function Comparison({ id, from, to, onClose }: ComparisonProps) {
  const diff = useQuery(api.templates.diff.query({ params: { id, version: from }, query: { to } }))
  const before = useQuery(api.templates.version.query({ params: { id, version: from } }))
  const after = useQuery(api.templates.version.query({ params: { id, version: to } }))
  const error = diff.error ?? before.error ?? after.error
  return (
    <Dialog open place="full" onClose={onClose} title={t('templates.compared', { from, to })}>
      <div className="grid gap-6">
        {error && <Failure error={error} />}
        {diff.data ? <ChangeWords changes={diff.data.changes} /> : !error && <Skeleton />}
        {before.data && after.data && (
          <Suspense fallback={<Skeleton lines={8} />}>
            <Compare
              before={{ label: t('templates.version', { version: from }), source: sourceOf(before.data.design) }}
              after={{ label: t('templates.version', { version: to }), source: sourceOf(after.data.design) }}
            />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}
