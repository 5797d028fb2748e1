import { type FormEvent, useState } from 'react'
import { usePicture } from '#dashboard/screens/editor/session/open-picture.ts'
import type { PickPicture } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { useSettled } from '#dashboard/ui/use-settled.ts'

const isUrl = (text: string) => /^https?:\/\/\S+\.\S+/i.test(text)

/** What the server fetches from a URL, or why it does not. */
function UrlPreview({ url }: { url: string }) {
  const picture = usePicture(url)
  if (picture === null) return <p className="text-ink-soft">{t('pictures.loading')}</p>
  if ('problem' in picture) {
    return (
      <p role="alert" className="text-bad">
        {t('pictures.url_failed', { reason: picture.problem })}
      </p>
    )
  }
  return (
    <img
      src={picture.url}
      alt={t('pictures.preview')}
      className="max-h-60 max-w-full justify-self-start object-contain"
    />
  )
}

/** A picture of the web, which the server fetches for each image. */
export function UrlTab({ onPick }: { onPick: PickPicture }) {
  const [typed, setTyped] = useState('')
  const url = typed.trim()
  const settled = useSettled(url)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isUrl(url)) onPick(url)
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label={t('pictures.url')} help={t('pictures.url_help')}>
        {(control) => (
          <Input {...control} dir="ltr" type="url" value={typed} onChange={({ target }) => setTyped(target.value)} />
        )}
      </Field>
      {isUrl(settled) && <UrlPreview url={settled} />}
      <div>
        <Button type="submit" look="primary" disabled={!isUrl(url)}>
          {t('pictures.use')}
        </Button>
      </div>
    </form>
  )
}
