import { t } from '#dashboard/strings/webhooks.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { ShownOnce } from '#dashboard/ui/shown-once.tsx'
import { verifySamples } from './verify-samples.ts'

/** A new secret, the once that it is shown, and what to do with it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnce
      title={t('webhooks.secret_shown')}
      description={t('webhooks.secret_shown_help')}
      secret={secret}
      kept={t('webhooks.kept')}
      onClose={onClose}
    >
      <div className="grid min-w-0 gap-2">
        <h3 className="font-medium">{t('webhooks.verify')}</h3>
        <CodeBlock samples={verifySamples} />
      </div>
    </ShownOnce>
  )
}
