import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { airtableScript } from './airtable-script.ts'

/** The address of a trigger and what to do with it: whoever knows it may start the action. */
export function HookDialog({ url, tableId, onClose }: { url: string; tableId: string; onClose: () => void }) {
  const parts = [
    { title: t('actions.hook_all'), samples: [{ name: 'curl', code: `curl -X POST ${url}` }] },
    {
      title: t('actions.hook_button'),
      samples: [
        { name: 'Airtable', code: `"${url}?record_id=" & RECORD_ID()` },
        { name: t('actions.airtable_script'), code: airtableScript(url, tableId) },
        { name: 'NocoDB', code: `CONCAT("${url}?record_id=", {Id})` },
        { name: t('actions.address'), code: `${url}?record_id=<record id>` },
      ],
    },
  ] as const
  return (
    <Dialog open stays wide onClose={onClose} title={t('actions.hook')} description={t('actions.hook_help')}>
      <div className="grid gap-4">
        {parts.map(({ title, samples }) => (
          <div key={title} className="grid min-w-0 gap-1.5">
            <h3 className="font-medium">{title}</h3>
            <CodeBlock samples={samples} />
          </div>
        ))}
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
