import { Rows3 } from 'lucide-react'
import { t } from '#dashboard/strings/tables.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'

interface NoRowsProps {
  isFiltered: boolean
  mayWrite: boolean
  onAdd: () => void
  onAll: () => void
}

/** In place of the grid, with the way on. */
export function NoRows({ isFiltered, mayWrite, onAdd, onAll }: NoRowsProps) {
  if (isFiltered)
    return (
      <EmptyState
        title={t('tables.none')}
        help={t('tables.none_help')}
        action={<Button onClick={onAll}>{t('tables.none_clear')}</Button>}
      />
    )
  return (
    <EmptyState
      icon={<Rows3 aria-hidden />}
      title={t('tables.no_rows')}
      help={t('tables.no_rows_help')}
      action={
        mayWrite && (
          <Button look="primary" onClick={onAdd}>
            {t('tables.row_add')}
          </Button>
        )
      }
    />
  )
}
