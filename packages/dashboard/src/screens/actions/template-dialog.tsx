import { useMutation } from '@tanstack/react-query'
import { client } from '#dashboard/api/client.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { namesOf, type TemplateName } from './draft/auto-mapping.ts'
import { TemplateChoice } from './template-choice.tsx'

interface TemplateDialogProps {
  chosen: string
  onChoose: (templateId: string, names: readonly TemplateName[]) => void
  onClose: () => void
}

/** Another template for the action, and what it asks for. */
export function TemplateDialog({ chosen, onChoose, onClose }: TemplateDialogProps) {
  const read = useMutation({
    mutationFn: (id: string) => client.templates.variables({ params: { id } }),
    meta: { form: true },
  })
  // Goes with the call: a dialog that was closed chooses nothing later.
  const choose = (id: string) => read.mutate(id, { onSuccess: ({ variables }) => onChoose(id, namesOf(variables)) })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('actions.other_template')}
      description={t('actions.other_template_help')}
    >
      {read.error && <Failure error={read.error} />}
      <TemplateChoice chosen={chosen} onChoose={({ id }) => choose(id)} />
    </Dialog>
  )
}
