import { CodeXml } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'

const ApiDialog = lazily(() => import('./api-dialog.tsx'), 'ApiDialog')

/** How the image that is seen is made by a request. */
export function ApiButton({ template }: { template: OpenTemplate }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" look="quiet" icon={<CodeXml />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="max-[50rem]:sr-only">{t('editor.api')}</span>
      </Button>
      <Suspense>{isOpen && <ApiDialog template={template} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
