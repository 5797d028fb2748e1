import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ImageIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api, longPage } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import type { Image } from '#dashboard/api/types.ts'
import { useLongList } from '#dashboard/api/use-long-list.ts'
import { DownloadImages } from '#dashboard/parts/images/download-images.tsx'
import { imageQueryOf } from '#dashboard/parts/images/image-query.ts'
import { t } from '#dashboard/strings/images.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { ImageFilters } from './image-filters.tsx'
import { ImageGrid, tileOf } from './image-grid.tsx'

const ImageViewer = lazily(() => import('./image-viewer.tsx'), 'ImageViewer')

const route = getRouteApi('/frame/gallery')

/** Every image that is kept, newest first. */
export function ImagesPage() {
  const { image: openId, ...search } = route.useSearch()
  const query = imageQueryOf(search)
  const navigate = useNavigate({ from: '/gallery' })
  const isFiltered = Object.keys(query).length > 0
  const [openPlace, setOpenPlace] = useState(-1)
  // The viewer steps through the list, which then does not scroll.
  const list = useLongList<Image>(
    (after) => api.images.list.query({ query: { limit: longPage, ...after, ...query } }),
    { atLeast: openPlace + 2 },
  )
  const nowOpen = list.items.findIndex(({ id }) => id === openId)
  if (nowOpen !== openPlace) setOpenPlace(nowOpen)
  const show = (image: string | undefined, replace = false) =>
    void navigate({ search: (before) => ({ ...before, image }), replace, resetScroll: false })
  return (
    <Page title={t('images.title')} actions={<DownloadImages query={query} />}>
      <ImageFilters />
      <Listing list={list} lines={8} empty={isFiltered ? <NoMatch /> : <NoImages />}>
        <ImageGrid images={list.items} at={nowOpen} onSight={list.look} onOpen={({ id }) => show(id)} />
      </Listing>
      <Suspense>
        {openId !== undefined && (
          <ImageViewer
            id={openId}
            images={list.items}
            onStep={(id) => show(id, true)}
            onClose={() => show(undefined)}
            tileOf={tileOf}
          />
        )}
      </Suspense>
    </Page>
  )
}

function NoMatch() {
  return (
    <EmptyState
      icon={<ImageIcon aria-hidden />}
      title={t('images.no_match')}
      help={t('images.no_match_help')}
      action={
        <Link to="/gallery" className={buttonClass()}>
          {t('images.clear')}
        </Link>
      }
    />
  )
}

function NoImages() {
  const template = useQuery(api.templates.list.query({ query: { limit: 1 } })).data?.results[0]
  const line = `curl ${location.origin}/v1/images -H "Authorization: Bearer $PICTABLE_KEY" \\
  -H "Content-Type: application/json" -d '{"template_id":"${template?.id ?? '<template id>'}"}'`
  return (
    <EmptyState icon={<ImageIcon aria-hidden />} title={t('images.empty')} help={t('images.empty_help')} line={line} />
  )
}
