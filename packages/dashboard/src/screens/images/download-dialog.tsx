import { Download } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'

/** As many as one archive holds. */
const most = 10_000

interface DownloadDialogProps {
  size: { count: number; bytes: number }
  query: Readonly<Record<string, string>>
  onClose: () => void
}

/** What the archive will hold, before it is fetched; the same for a terminal. */
export function DownloadDialog({ size: { count, bytes }, query, onClose }: DownloadDialogProps) {
  const asked = new URLSearchParams(query)
  const path = `/v1/images/archive${asked.size > 0 ? `?${asked}` : ''}`
  const line = `curl '${location.origin}${path}' -H "Authorization: Bearer $PICTABLE_KEY" -o images.zip`
  const isTooMany = count > most
  return (
    <Dialog open onClose={onClose} title={t('images.archive', { count })} description={t('images.archive_help')}>
      <div className="grid gap-4">
        {isTooMany ? (
          <p role="alert" className="rounded-lg bg-warn-soft p-3 text-warn">
            {t('images.archive_too_many', { most })}
          </p>
        ) : (
          <p>
            {t('images.archive_size')} <Quantity value={bytes} unit="bytes" />
          </p>
        )}
        {!isTooMany && <CodeBlock samples={[{ name: 'curl', code: line }]} />}
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          {!isTooMany && (
            <a href={path} download className={buttonClass('primary')} onClick={() => setTimeout(onClose, 0)}>
              <Download aria-hidden />
              {t('images.archive_get')}
            </a>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
