import { ApiError, type CallAnswer, type Contract } from '@pictable/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Type } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { useMay } from '#dashboard/api/session.ts'
import { toast } from '#dashboard/api/toast.ts'
import { bodyOfFile, type OnProgress, uploadClient } from '#dashboard/api/upload-client.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { ConfirmButton, ConfirmDialog } from '#dashboard/ui/confirm.tsx'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { UploadBox } from './upload-box.tsx'
import { useUploads } from './use-uploads.ts'

type Font = CallAnswer<Contract['fonts']['get']>

const line = `curl '${location.origin}/v1/fonts?filename=Brand.ttf' -H "Authorization: Bearer $PICTABLE_KEY" \\
  -H 'Content-Type: font/ttf' --data-binary @Brand.ttf`

const sendBy = (way: { replace?: 'true' }) => async (file: File, onProgress: OnProgress) =>
  uploadClient(onProgress).fonts.upload({ query: { filename: file.name, ...way }, ...(await bodyOfFile(file)) })

/** Fonts of one's own, beside those that come with Pictable. */
export function FontsTab() {
  const mayWrite = useMay('write')
  const list = usePages(api.fonts.list.pages({ query: { limit: 100 } }))
  return (
    <div className="grid gap-6">
      {mayWrite && <UploadFonts />}
      <Section title={t('settings.fonts')}>
        <Listing
          list={list}
          lines={4}
          empty={
            <EmptyState
              icon={<Type aria-hidden />}
              title={t('settings.fonts_empty')}
              help={t('settings.fonts_empty_help')}
              line={line}
            />
          }
        >
          <ul className="grid gap-4 lg:grid-cols-2">
            {list.items.map((font) => (
              <FontCard key={`${font.id} ${font.hash}`} font={font} mayWrite={mayWrite} />
            ))}
          </ul>
          {list.hasMore && <Button onClick={list.loadMore}>{t('settings.more')}</Button>}
        </Listing>
        <p className="text-[13px] text-ink-soft">{t('settings.fonts_bundled')}</p>
      </Section>
    </div>
  )
}

function UploadFonts() {
  const uploads = useUploads({ send: sendBy({}), key: api.fonts.list.key })
  return (
    <UploadBox
      label={t('settings.fonts_upload')}
      help={t('settings.fonts_upload_help')}
      accept=".ttf,.otf,.woff,.woff2"
      uploads={uploads}
      wayOn={(upload) =>
        upload.error instanceof ApiError &&
        upload.error.status === 409 && (
          <div>
            <Button size="small" onClick={() => uploads.again(upload, sendBy({ replace: 'true' }))}>
              {t('settings.fonts_replace')}
            </Button>
          </div>
        )
      }
    />
  )
}

function FontCard({ font, mayWrite }: { font: Font; mayWrite: boolean }) {
  const name = `${font.family} ${font.weight}${font.style === 'italic' ? ` ${t('settings.fonts_italic')}` : ''}`
  return (
    <li className="grid content-start gap-3 rounded-lg border border-line p-4">
      <div className="rounded-md bg-white p-2">
        <img
          src={`/v1/fonts/${font.id}/specimen?${new URLSearchParams({ text: font.family })}`}
          alt={t('settings.fonts_specimen', { name })}
          loading="lazy"
          className="h-16 w-full object-contain"
        />
      </div>
      <div className="grid gap-1">
        <p dir="auto" className="truncate font-medium">
          {name}
        </p>
        <p dir="auto" className="truncate text-[13px] text-ink-soft">
          {font.scripts.join(', ')}
        </p>
        <p className="text-[13px] text-ink-soft">
          {t('settings.fonts_glyphs', { count: font.glyphs })} · <span dir="ltr">{font.format}</span> ·{' '}
          <Quantity value={font.bytes} unit="bytes" />
        </p>
        {font.axes.length > 0 && (
          <p dir="ltr" className="text-start font-mono text-xs text-ink-soft">
            {font.axes.map(({ tag, min, max }) => `${tag} ${min}–${max}`).join(' · ')}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <CopyId id={font.id} />
        <a
          href={`/v1/fonts/${font.id}/content`}
          download={font.filename}
          aria-label={t('settings.fonts_download', { name })}
          data-tooltip={t('settings.fonts_download', { name })}
          className="inline-flex size-7 items-center justify-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
        >
          <Download aria-hidden className="size-4" />
        </a>
        <span className="grow" />
        {mayWrite && <DeleteFont font={font} name={name} />}
      </div>
    </li>
  )
}

/** Where templates use it, the server says which; then it takes another word. */
function DeleteFont({ font: { id }, name }: { font: Font; name: string }) {
  const queries = useQueryClient()
  const remove = useMutation({
    ...api.fonts.delete.mutation(),
    meta: { form: true },
    onSuccess: () => {
      toast.done(t('settings.fonts_deleted'))
      queries.invalidateQueries({ queryKey: api.fonts.list.key })
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.status === 409)) toast.failed(errorWords(error))
    },
  })
  const isUsed = remove.error instanceof ApiError && remove.error.status === 409
  return (
    <>
      <ConfirmButton
        size="small"
        title={t('settings.fonts_delete_title', { name })}
        description={t('settings.fonts_delete_help')}
        confirm={t('settings.fonts_delete_confirm')}
        onConfirm={() => remove.mutate({ params: { id } })}
      >
        {t('settings.fonts_delete')}
      </ConfirmButton>
      {isUsed && (
        <ConfirmDialog
          title={t('settings.fonts_used', { name })}
          description={errorWords(remove.error)}
          confirm={t('settings.fonts_force')}
          onConfirm={() => remove.mutate({ params: { id }, query: { force: 'true' } })}
          onClose={() => remove.reset()}
        />
      )}
    </>
  )
}
