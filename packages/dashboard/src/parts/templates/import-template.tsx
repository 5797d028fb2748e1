import { FileJson } from 'lucide-react'
import { useState } from 'react'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/new-template.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { FileButton } from '#dashboard/ui/fields/file-button.tsx'
import { FileDrop } from '#dashboard/ui/fields/file-drop.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { designIn } from './template.ts'
import { type OnMade, useCreate } from './use-create.ts'

/** What a design in a file is called that has no name of its own. */
const nameOfFile = (file: File) => file.name.replace(/\.json$/i, '').slice(0, 200)

/** A template from JSON that somebody brings: a file, or text. */
export function ImportTemplate({ onClose, onMade }: { onClose: () => void; onMade?: OnMade }) {
  const [source, setSource] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [fileName, setFileName] = useState<string>()
  const create = useCreate(onMade)
  const read = async ([file]: readonly File[]) => {
    if (!file) return
    try {
      setSource(await file.text())
      setFileName(nameOfFile(file))
      setWrong(undefined)
    } catch {
      setWrong(t('new.import_unreadable'))
    }
  }
  const submit = () => {
    const design = designIn(source)
    setWrong(design === null ? t('ui.not_json') : undefined)
    if (design === null) return
    const isNamed = typeof design.name === 'string' && design.name.trim() !== ''
    const name = isNamed || !fileName ? {} : { name: fileName }
    create.mutate({ body: { design, ...name, publish: onMade !== undefined } })
  }
  const errors = [...fieldErrors(create.error)]
  const words = errors.map(([pointer, detail]) => `${pointer.replace(/^\/design/, '')} ${detail}`).join('\n')
  return (
    <FormDialog
      wide
      title={t('new.import')}
      description={t('new.import_help')}
      submit={t('new.make')}
      isSending={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FileDrop onFiles={(files) => void read(files)}>
        <FileButton icon={<FileJson />} accept=".json,application/json" onFiles={(files) => void read(files)}>
          {t('new.import_file')}
        </FileButton>
        <p className="text-[13px] text-ink-soft">{t('new.import_drop')}</p>
      </FileDrop>
      <Field label={t('new.json')} error={wrong ?? (words || undefined)}>
        {(control) => (
          <Textarea
            {...control}
            mono
            dir="ltr"
            rows={12}
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
