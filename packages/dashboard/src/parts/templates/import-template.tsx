import { FileJson } from 'lucide-react'
import { useRef, useState } from 'react'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/new-template.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { FileButton } from '#dashboard/ui/fields/file-button.tsx'
import { FileDrop } from '#dashboard/ui/fields/file-drop.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { isBinary, placeWords, readImport } from './read-import.ts'
import { type OnMade, useCreate } from './use-create.ts'

/** Far above the largest design. */
const MAX_FILE_MB = 10

/** What a design in a file is called that has no name of its own. */
const nameOfFile = (file: File) => file.name.replace(/\.json$/i, '').slice(0, 200)

/** A template from JSON that someone brings: a file, or text. */
export function ImportTemplate({ onClose, onMade }: { onClose: () => void; onMade?: OnMade }) {
  const [source, setSource] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [file, setFile] = useState<{ name: string; text: string }>()
  const latest = useRef<File>(undefined)
  const create = useCreate(onMade)
  const read = async ([chosen]: readonly File[]) => {
    if (!chosen) return
    latest.current = chosen
    create.reset()
    if (chosen.size > MAX_FILE_MB * 1e6) {
      setWrong(t('new.import_too_large', { size: MAX_FILE_MB }))
      return
    }
    const text = await chosen.text().catch(() => null)
    // Another one was chosen since.
    if (latest.current !== chosen) return
    const isText = text !== null && !isBinary(text)
    const why = text === null ? t('new.import_unreadable') : t('new.import_binary', { name: chosen.name })
    setWrong(isText ? undefined : why)
    if (!isText) return
    setSource(text)
    setFile({ name: nameOfFile(chosen), text })
  }
  const submit = () => {
    const read = readImport(source)
    setWrong('problem' in read ? read.problem : undefined)
    if ('problem' in read) return
    const { design } = read
    const isNamed = typeof design.name === 'string' && design.name.trim() !== ''
    // A text that was changed since is not that of the file.
    const isOfFile = file !== undefined && file.name !== '' && file.text === source
    const named = !isNamed && isOfFile ? { name: file.name } : {}
    create.mutate({ body: { design, ...named, publish: onMade !== undefined } })
  }
  const errors = [...fieldErrors(create.error)]
  const words = errors.map(([pointer, detail]) => `${placeWords(pointer)} ${detail}`).join('. ')
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
