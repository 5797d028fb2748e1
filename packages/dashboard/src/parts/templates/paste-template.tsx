import { type FormEvent, useState } from 'react'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { FormFailure } from '#dashboard/ui/form-failure.tsx'
import { designIn } from './template.ts'
import { type OnMade, useCreate } from './use-create.ts'

/** A template from JSON that somebody brings. */
export function PasteTemplate({ onClose, onMade }: { onClose: () => void; onMade?: OnMade }) {
  const [source, setSource] = useState('')
  const [isWrong, setWrong] = useState(false)
  const create = useCreate(onMade)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const design = designIn(source)
    setWrong(design === null)
    if (design !== null) create.mutate({ body: { design, publish: onMade !== undefined } })
  }
  const errors = [...fieldErrors(create.error)]
  const words = errors.map(([pointer, detail]) => `${pointer.replace(/^\/design/, '')} ${detail}`).join('\n')
  return (
    <Dialog open wide stays onClose={onClose} title={t('templates.paste')} description={t('templates.paste_help')}>
      <form onSubmit={submit} className="grid gap-4">
        <FormFailure error={create.error} />
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
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('templates.make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
