import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
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
    ...api.settings.update.mutation(),
    onSuccess: (changed) => queries.setQueryData(api.settings.get.query().queryKey, changed),
  })
  const colors = settings?.brand_colors ?? NONE
  if (settings === undefined || (colors.length === 0 && !isOwner)) return null
  const isThere = colors.includes(picked)
  const change = () =>
    save.mutate({ body: { brand_colors: isThere ? colors.filter((each) => each !== picked) : [...colors, picked] } })
  return (
    <Swatches title={t('colors.brand')} colors={colors} onChoose={onChoose}>
      {isOwner && (
        <IconButton
          size="small"
          label={t(isThere ? 'colors.brand_remove' : 'colors.brand_add', { color: picked })}
          icon={isThere ? <Minus /> : <Plus />}
          disabled={save.isPending}
          onClick={change}
        />
      )}
    </Swatches>
  )
}
