import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { loadPicture } from '#dashboard/screens/editor/engine/files.ts'
import { asBlob } from '#dashboard/screens/editor/session/open-picture.ts'
import type { PickPicture } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { useSettled } from '#dashboard/ui/use-settled.ts'

const isUrl = (text: string) => /^https?:\/\/\S+\.\S+/i.test(text)

/** What the server fetches from a URL, or why it does not. */
function UrlPreview({ url }: { url: string }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['picture-url', url],
    queryFn: async ({ signal }) => asBlob(await loadPicture(url, { signal })),
    retry: false,
  })
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (!data) return
    const own = URL.createObjectURL(data)
    setShown(own)
    return () => URL.revokeObjectURL(own)
  }, [data])
  if (isPending) return <p className="text-ink-soft">{t('pictures.loading')}</p>
  if (error) {
    return (
      <p role="alert" className="text-bad">
        {t('pictures.url_failed', { reason: error.message })}
      </p>
    )
  }
  return (
    <img src={shown} alt={t('pictures.preview')} className="max-h-60 max-w-full justify-self-start object-contain" />
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
      {isUrl(settled) && <UrlPreview key={settled} url={settled} />}
      <div>
        <Button type="submit" look="primary" disabled={!isUrl(url)}>
          {t('pictures.use')}
        </Button>
      </div>
    </form>
  )
}
