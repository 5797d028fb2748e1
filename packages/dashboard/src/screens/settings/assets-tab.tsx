import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ImageIcon } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { bodyOfFile, type OnProgress, uploadClient } from '#dashboard/api/upload-client.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { type Asset, AssetDialog } from './asset-dialog.tsx'
import { UploadBox } from './upload-box.tsx'
import { useUploads } from './use-uploads.ts'

const route = getRouteApi('/frame/settings')

const line = `curl '${location.origin}/v1/assets?filename=logo.png' -H "Authorization: Bearer $PICTABLE_KEY" \\
  -H 'Content-Type: image/png' --data-binary @logo.png`

const send = async (file: File, onProgress: OnProgress) =>
  uploadClient(onProgress).assets.upload({ query: { filename: file.name }, ...(await bodyOfFile(file)) })

function UploadAssets() {
  const uploads = useUploads({ send, key: api.assets.list.key })
  return (
    <UploadBox
      label={t('settings.assets_upload')}
      help={t('settings.assets_upload_help')}
      accept="image/*"
      uploads={uploads}
    />
  )
}

/** Opens its details. */
function Tile({ asset: { id, filename, bytes, src } }: { asset: Asset }) {
  return (
    <li className="grid min-w-0 content-start gap-1.5">
      <Link
        from="/settings"
        search={(before) => ({ ...before, asset: id })}
        className="grid aspect-square place-items-center overflow-hidden rounded-lg border border-line bg-sunken p-2 hover:border-line-strong"
      >
        <img
          src={`/v1/assets/${id}/content`}
          alt={filename}
          loading="lazy"
          decoding="async"
          className="size-full object-contain"
        />
      </Link>
      <div className="flex items-center gap-1">
        <div className="min-w-0 grow">
          <p dir="auto" className="truncate text-[13px]">
            {filename}
          </p>
          <p className="text-xs text-ink-soft">
            <Quantity value={bytes} unit="bytes" />
          </p>
        </div>
        <CopyButton text={src} label={t('settings.assets_copy', { src })} />
      </div>
    </li>
  )
}

/** Pictures of one's own, by the address under which templates and rows name them. */
export function AssetsTab() {
  const { asset } = route.useSearch()
  const navigate = useNavigate({ from: '/settings' })
  const mayWrite = useMay('write')
  const list = usePages(api.assets.list.pages({ query: { limit: 60 } }))
  return (
    <div className="grid gap-6">
      {mayWrite && <UploadAssets />}
      <Section title={t('settings.assets')}>
        <Listing
          list={list}
          lines={4}
          empty={
            <EmptyState
              icon={<ImageIcon aria-hidden />}
              title={t('settings.assets_empty')}
              help={t('settings.assets_empty_help')}
              line={line}
            />
          }
        >
          <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
            {list.items.map((item) => (
              <Tile key={item.id} asset={item} />
            ))}
          </ul>
          {list.hasMore && (
            <div>
              <Button busy={list.isLoadingMore} onClick={list.loadMore}>
                {t('settings.more')}
              </Button>
            </div>
          )}
        </Listing>
      </Section>
      {asset !== undefined && (
        <AssetDialog
          id={asset}
          mayWrite={mayWrite}
          onClose={() => void navigate({ search: ({ asset: _, ...rest }) => rest })}
        />
      )}
    </div>
  )
}
