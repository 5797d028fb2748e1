import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { verifySamples } from './verify-samples.ts'

/** A new secret, the once that it is shown, and what to do with it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      stays
      wide
      onClose={onClose}
      title={t('webhooks.secret_shown')}
      description={t('webhooks.secret_shown_help')}
    >
      <div className="grid gap-4">
        <CodeBlock samples={[{ name: 'secret', code: secret }]} />
        <div className="grid min-w-0 gap-2">
          <h3 className="font-medium">{t('webhooks.verify')}</h3>
          <CodeBlock samples={verifySamples} />
        </div>
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {t('webhooks.kept')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
