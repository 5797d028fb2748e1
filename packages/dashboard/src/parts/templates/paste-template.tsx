import { useState } from 'react'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { designIn } from './template.ts'
import { type OnMade, useCreate } from './use-create.ts'

/** A template from JSON that somebody brings. */
export function PasteTemplate({ onClose, onMade }: { onClose: () => void; onMade?: OnMade }) {
  const [source, setSource] = useState('')
  const [isWrong, setWrong] = useState(false)
  const create = useCreate(onMade)
  const submit = () => {
    const design = designIn(source)
    setWrong(design === null)
    if (design !== null) create.mutate({ body: { design, publish: onMade !== undefined } })
  }
  const errors = [...fieldErrors(create.error)]
  const words = errors.map(([pointer, detail]) => `${pointer.replace(/^\/design/, '')} ${detail}`).join('\n')
  return (
    <FormDialog
      wide
      title={t('templates.paste')}
      description={t('templates.paste_help')}
      submit={t('templates.make')}
      isSending={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('templates.json')} error={isWrong ? t('ui.not_json') : words || undefined}>
        {(control) => (
          <Textarea
            {...control}
            mono
            dir="ltr"
            rows={14}
            spellCheck={false}
            placeholder={'{\n  "schema": 1,\n  "width": 1200,\n  "height": 630,\n  "layers": []\n}'}
            value={source}
            onChange={(event) => setSource(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
