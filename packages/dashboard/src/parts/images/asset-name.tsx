import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'

/** The file name of a picture that a value names by its id; nothing for other values. */
export function AssetName({ value }: { value: unknown }) {
  const [, id = ''] = typeof value === 'string' ? (/^asset:([\w-]+)$/.exec(value) ?? []) : []
  const asset = useQuery({ ...api.assets.get.query({ params: { id } }), enabled: id !== '', retry: false }).data
  if (!asset || id === '') return null
  return (
    <span dir="auto" className="block truncate text-xs text-ink-soft" title={asset.filename}>
      {asset.filename}
    </span>
  )
}
