import { mayPass } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { Picture } from './use-picture.ts'

/** Draws those again that failed for a moment. */
export function PicturesAgain({ pictures }: { pictures: readonly Picture[] }) {
  const failed = pictures.filter(({ error }) => error !== null && mayPass(error))
  if (failed.length === 0) return null
  const again = () => {
    for (const { refetch } of failed) void refetch()
  }
  return (
    <div>
      <Button size="small" busy={failed.some(({ isFetching }) => isFetching)} onClick={again}>
        {t('ui.retry')}
      </Button>
    </div>
  )
}
