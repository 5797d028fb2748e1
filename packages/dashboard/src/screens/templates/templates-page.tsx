import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { LayoutTemplate, Plus } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { ResourceList } from '#dashboard/ui/resource-list.tsx'
import { useSight } from '#dashboard/ui/use-sight.ts'
import { TemplateTile } from './template-tile.tsx'

const NewTemplate = lazily(() => import('#dashboard/parts/templates/new-template.tsx'), 'NewTemplate')
const ImportTemplate = lazily(() => import('#dashboard/parts/templates/import-template.tsx'), 'ImportTemplate')

const route = getRouteApi('/frame/templates')

const emptyLine = `curl ${location.origin}/v1/starters/social-card -X POST -H "Authorization: Bearer $PICTABLE_KEY"`

/** Asks for more when its end comes into sight. */
function MoreBelow({ onSight }: { onSight: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useSight(end, onSight, 600)
  return <div ref={end} />
}

/** Those that a search leaves, as they look. */
function Gallery({ list }: { list: TemplateList }) {
  const { q = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/templates' })
  const actions = useActions()
  const { items, hasMore, isLoadingMore, loadMore } = list
  // A search is for all of them.
  useEffect(() => {
    if (q !== '' && hasMore && !isLoadingMore) loadMore()
  }, [q, hasMore, isLoadingMore, loadMore])
  const shown = items.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()))
  const search = (typed: string) =>
    navigate({ search: (before) => ({ ...before, q: typed || undefined }), replace: true })
  return (
    <>
      <div className="max-w-sm">
        <SearchBox label={t('templates.search')} value={q} onChange={search} />
      </div>
      {shown.length === 0 && !hasMore && <p className="text-ink-soft">{t('templates.no_match', { q })}</p>}
      <ul aria-label={t('templates.list')} className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-4">
        {shown.map((template) => (
          <TemplateTile
            key={template.id}
            template={template}
            actions={actions.filter((action) => usesTemplate(action, template.id)).map(({ title }) => title)}
          />
        ))}
      </ul>
      {hasMore && <MoreBelow onSight={loadMore} />}
    </>
  )
}

const useTemplates = () => usePages(api.templates.list.pages({ query: { limit: 100 } }))
type TemplateList = ReturnType<typeof useTemplates>

/** Every design, as it looks. */
export function TemplatesPage() {
  const { new: opened } = route.useSearch()
  const navigate = useNavigate({ from: '/templates' })
  const mayWrite = useMay('write')
  const list = useTemplates()
  const open = (way: typeof opened) => void navigate({ search: (before) => ({ ...before, new: way }) })
  const add = mayWrite && (
    <Button look="primary" icon={<Plus />} onClick={() => open('starters')}>
      {t('templates.new')}
    </Button>
  )
  return (
    <ResourceList
      title={t('templates.title')}
      lead={t('templates.lead')}
      list={list}
      lines={8}
      add={add}
      empty={{
        icon: <LayoutTemplate aria-hidden />,
        title: t('templates.empty'),
        help: t('templates.empty_help'),
        line: emptyLine,
      }}
      dialogs={
        <Suspense>
          {opened === 'starters' && mayWrite && (
            <NewTemplate onImport={() => open('import')} onClose={() => open(undefined)} />
          )}
          {opened === 'import' && mayWrite && <ImportTemplate onClose={() => open(undefined)} />}
        </Suspense>
      }
    >
      <Gallery list={list} />
    </ResourceList>
  )
}
