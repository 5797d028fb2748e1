import type { CallAnswer, Contract } from '@pictable/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { ConfirmDialog } from '#dashboard/ui/confirm.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Time } from '#dashboard/ui/time.tsx'

export type Asset = CallAnswer<Contract['assets']['get']>
type Use = CallAnswer<Contract['assets']['uses']>['results'][number]

function wayTo({ kind, id }: Use) {
  const params = { id }
  if (kind === 'template') return linkOptions({ to: '/templates/$id', params })
  return kind === 'action' ? linkOptions({ to: '/actions/$id', params }) : linkOptions({ to: '/tables/$id', params })
}

function Uses({ uses }: { uses: readonly Use[] | undefined }) {
  if (uses === undefined) return <Skeleton lines={1} />
  if (uses.length === 0) return <span className="text-ink-soft">{t('settings.assets_unused')}</span>
  return (
    <ul className="grid gap-0.5">
      {uses.map((use) => (
        <li key={use.id} className="min-w-0 truncate">
          <Link {...wayTo(use)} className="rounded underline">
            <span dir="auto">{use.name}</span>
          </Link>{' '}
          <span className="text-[13px] text-ink-soft">{t(`settings.assets_kind_${use.kind}`)}</span>
        </li>
      ))}
    </ul>
  )
}

interface DeleteAssetProps {
  asset: Asset
  isUsed: boolean
  onDeleted: () => void
  onClose: () => void
}

function DeleteAsset({ asset: { id, filename }, isUsed, onDeleted, onClose }: DeleteAssetProps) {
  const queries = useQueryClient()
  const remove = useMutation({
    ...api.assets.delete.mutation(),
    meta: { form: true },
    onSuccess: () => {
      toast.done(t('settings.assets_deleted'))
      queries.invalidateQueries({ queryKey: api.assets.list.key })
      onDeleted()
    },
  })
  const start = () => remove.mutate({ params: { id }, query: isUsed ? { force: 'true' } : {} })
  return (
    <ConfirmDialog
      title={t('settings.assets_delete_title', { name: filename })}
      description={isUsed ? t('settings.assets_delete_used') : t('settings.assets_delete_help')}
      confirm={isUsed ? t('settings.assets_force') : t('settings.assets_delete_confirm')}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={start}
      onClose={onClose}
    />
  )
}

interface DetailsProps {
  asset: Asset
  mayWrite: boolean
  onClose: () => void
}

function Details({ asset, mayWrite, onClose }: DetailsProps) {
  const [isDeleting, setDeleting] = useState(false)
  const { id, filename, src, bytes, created_at: at } = asset
  const uses = useQuery({ ...api.assets.uses.query({ params: { id } }), staleTime: 0 })
  const content = `/v1/assets/${id}/content`
  return (
    <div className="grid gap-4">
      <img src={content} alt={filename} className="max-h-64 w-full rounded-lg border border-line object-contain p-2" />
      {uses.isLoadingError && <Failure error={uses.error} again={() => uses.refetch()} />}
      <Facts>
        <Fact name={t('settings.assets_uses')}>
          <Uses uses={uses.data?.results} />
        </Fact>
        <Fact name={t('settings.assets_src')}>
          <span className="flex items-center gap-1">
            <code dir="ltr" className="min-w-0 truncate text-[13px]">
              {src}
            </code>
            <CopyButton text={src} label={t('settings.assets_copy', { src })} />
          </span>
        </Fact>
        <Fact name={t('settings.assets_size')}>
          <Quantity value={bytes} unit="bytes" />
        </Fact>
        <Fact name={t('settings.assets_added')}>
          <Time at={at} />
        </Fact>
      </Facts>
      <DialogActions>
        {mayWrite && (
          <Button look="danger" disabled={!uses.data} onClick={() => setDeleting(true)}>
            {t('settings.assets_delete')}
          </Button>
        )}
        <a href={content} target="_blank" rel="noreferrer" className={buttonClass()}>
          {t('settings.assets_open')}
        </a>
      </DialogActions>
      {isDeleting && uses.data && (
        <DeleteAsset
          asset={asset}
          isUsed={uses.data.results.length > 0}
          onDeleted={onClose}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  )
}

/** One picture: where it is used, and how templates and rows name it. */
export function AssetDialog({ id, mayWrite, onClose }: Omit<DetailsProps, 'asset'> & { id: string }) {
  const asset = useQuery(api.assets.get.query({ params: { id } }))
  return (
    <Dialog open onClose={onClose} title={asset.data?.filename ?? t('settings.assets')}>
      {asset.isLoadingError && <Failure error={asset.error} again={() => asset.refetch()} />}
      {asset.isPending && <Skeleton lines={6} />}
      {asset.data && <Details asset={asset.data} mayWrite={mayWrite} onClose={onClose} />}
    </Dialog>
  )
}
