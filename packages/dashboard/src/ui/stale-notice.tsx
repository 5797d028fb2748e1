import { t } from '#dashboard/strings/t.ts'
import { Button } from './button.tsx'

/** Somebody else has saved meanwhile: the next save keeps what stands here, or theirs is taken. */
export function StaleNotice({ onTheirs }: { onTheirs: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-lg bg-warn-soft p-3 text-warn">
      <p>{t('ui.stale')}</p>
      <Button size="small" onClick={onTheirs}>
        {t('ui.stale_theirs')}
      </Button>
    </div>
  )
}
