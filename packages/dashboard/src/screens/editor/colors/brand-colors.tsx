import { MAX_BRAND_COLORS } from '@pictable/model/brand-colors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { useMay } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/colors.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Swatches } from './swatches.tsx'

interface BrandColorsProps {
  /** The one that is picked now: owners add it, or remove it. */
  readonly picked: string
  readonly onChoose: (color: string) => void
}

const NONE: readonly string[] = []

/** Colours that are offered in every template. */
export function BrandColors({ picked, onChoose }: BrandColorsProps) {
  const queries = useQueryClient()
  const isOwner = useMay('admin')
  const settings = useQuery(api.settings.get.query()).data
  const save = useMutation({
    mutationFn: async ({ color, isThere }: { color: string; isThere: boolean }) => {
      // The whole list is replaced: another owner may have changed it since it was read.
      const { brand_colors: now } = await queries.fetchQuery({ ...api.settings.get.query(), staleTime: 0 })
      const changed = isThere ? now.filter((each) => each !== color) : [...new Set([...now, color])]
      return client.settings.update({ body: { brand_colors: changed } })
    },
    onSuccess: (changed) => queries.setQueryData(api.settings.get.query().queryKey, changed),
  })
  const colors = settings?.brand_colors ?? NONE
  if (settings === undefined || (colors.length === 0 && !isOwner)) return null
  const isThere = colors.includes(picked)
  const isFull = !isThere && colors.length >= MAX_BRAND_COLORS
  const change = isThere ? 'colors.brand_remove' : isFull ? 'colors.brand_full' : 'colors.brand_add'
  return (
    <Swatches title={t('colors.brand')} colors={colors} onChoose={onChoose}>
      {isOwner && (
        <IconButton
          size="small"
          label={t(change, { color: picked, most: MAX_BRAND_COLORS })}
          icon={isThere ? <Minus /> : <Plus />}
          disabled={save.isPending || isFull}
          onClick={() => save.mutate({ color: picked, isThere })}
        />
      )}
    </Swatches>
  )
}
