import { useQuery } from '@tanstack/react-query'
import { Replace } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'

const TemplateDialog = whenOpened(() => import('./template-dialog.tsx'), 'TemplateDialog')

interface OutputTemplateProps {
  label: string
  /** Empty: none yet. */
  chosen: string
  error: string | undefined
  mayWrite: boolean
  onChoose: (id: string) => void
}

/** The template of an output, or of a value: its name, and a button for another one. */
export function OutputTemplate({ label, chosen, error, mayWrite, onChoose }: OutputTemplateProps) {
  const [isOpen, setOpen] = useState(false)
  const template = useQuery({ ...api.templates.get.query({ params: { id: chosen } }), enabled: chosen !== '' }).data
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">{label}</span>
      <span className="flex flex-wrap items-center gap-3">
        <span dir="auto" className="min-w-0 truncate">
          {template?.name ?? chosen}
        </span>
        {mayWrite && (
          <Button size="small" icon={<Replace />} onClick={() => setOpen(true)}>
            {t(chosen === '' ? 'actions.template_by_choose' : 'actions.other_template')}
          </Button>
        )}
      </span>
      {error !== undefined && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
      {isOpen && (
        <TemplateDialog
          chosen={chosen}
          onClose={() => setOpen(false)}
          onChoose={(id) => {
            setOpen(false)
            onChoose(id)
          }}
        />
      )}
    </div>
  )
}
