import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'

/** The file name of a picture that a value names by its id, with the picture if asked for; nothing for other values. */
export function AssetName({ value, withPicture = false }: { value: unknown; withPicture?: boolean }) {
  const [, id = ''] = typeof value === 'string' ? (/^asset:([\w-]+)$/.exec(value) ?? []) : []
  const asset = useQuery({ ...api.assets.get.query({ params: { id } }), enabled: id !== '', retry: false }).data
  if (!asset || id === '') return null
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink-soft">
      {withPicture && (
        <img src={`/v1/assets/${id}/content`} alt="" className="size-6 rounded-sm border border-line object-cover" />
      )}
      <bdi className="min-w-0 truncate" title={asset.filename}>
        {asset.filename}
      </bdi>
    </span>
  )
}
