import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Eraser, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#dashboard/api/api.ts'
import { ownPath } from '#dashboard/api/own-path.ts'
import { useMay } from '#dashboard/api/session.ts'
import { toast } from '#dashboard/api/toast.ts'
import type { Image } from '#dashboard/api/types.ts'
import { formatName } from '#dashboard/parts/images/format-name.ts'
import { fileNameOf } from '#dashboard/parts/images/image-words.ts'
import { EditDesign } from '#dashboard/parts/templates/edit-design.tsx'
import { t } from '#dashboard/strings/images.ts'
import { ConfirmButton } from '#dashboard/ui/confirm.tsx'
import { CopyButton, CopyId } from '#dashboard/ui/copy.tsx'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { ChangeImage } from './change-image.tsx'
import { ImageInputs } from './image-inputs.tsx'
import { ImageReport } from './image-report.tsx'

const linkClass = 'rounded text-accent-ink underline'

/** All that is known of an image: where it is from, its files, what it was made of, and what the renderer said. */
export function ImageDetails({ image, onDeleted }: { image: Image; onDeleted: () => void }) {
  const mayWrite = useMay('write')
  return (
    <div className="grid min-h-0 content-start gap-5 lg:overflow-y-auto lg:pe-1">
      <Section title={t('images.files')}>
        <Files image={image} />
      </Section>
      <Section title={t('images.details')}>
        <Origin image={image} />
      </Section>
      <ImageInputs image={image} />
      <ImageReport report={image.report} />
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          {image.template_id !== null && (
            <EditDesign
              size="small"
              templateId={image.template_id}
              action={image.action_id ?? undefined}
              record={image.action_id === null ? undefined : (image.record_id ?? undefined)}
            />
          )}
          <ChangeImage image={image} />
          <Delete image={image} onDeleted={onDeleted} />
          <Erase image={image} onDeleted={onDeleted} />
        </div>
      )}
    </div>
  )
}

function Files({ image }: { image: Image }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {image.files.map((file) => (
        <li key={file.url} className="flex items-center gap-1.5 py-1 ps-3 pe-1.5">
          <a href={ownPath(file.url)} target="_blank" rel="noreferrer" className={linkClass}>
            {formatName(file.format)}
          </a>
          <span className="grow text-[13px] text-ink-soft">
            <span dir="ltr" className="tabular-nums">
              {file.width} × {file.height}
            </span>
            {' · '}
            <Quantity value={file.bytes} unit="bytes" />
          </span>
          <CopyButton text={file.url} label={t('images.copy_address')} />
          <DownloadLink
            href={ownPath(file.url)}
            name={fileNameOf(image, file)}
            label={t('images.download', { format: formatName(file.format) })}
          />
        </li>
      ))}
    </ul>
  )
}

function DownloadLink({ href, name, label }: { href: string; name: string; label: string }) {
  return (
    <a
      href={href}
      download={name}
      aria-label={label}
      data-tooltip={label}
      className="inline-flex size-6 items-center justify-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
    >
      <Download aria-hidden className="size-4" />
    </a>
  )
}

function TemplateName({ id, version }: { id: string; version: number | null }) {
  const template = useQuery(api.templates.get.query({ params: { id } }))
  return (
    <Name>
      {template.data ? (
        <Link to="/templates/$id" params={{ id }} className={linkClass}>
          {template.data.name}
        </Link>
      ) : (
        id
      )}
      {version !== null && <span className="text-ink-soft"> · {t('images.version', { version })}</span>}
    </Name>
  )
}

function Origin({ image }: { image: Image }) {
  const { action_id: actionId, template_id: templateId, run_id: runId, record_id: recordId } = image
  const action = useQuery({ ...api.actions.get.query({ params: { id: actionId ?? '' } }), enabled: actionId !== null })
  return (
    <Facts>
      <Fact name={t('images.made')}>
        <Time at={image.created_at} />
      </Fact>
      <Fact name={t('images.template')}>
        {templateId === null ? (
          t('images.own_design')
        ) : (
          <TemplateName id={templateId} version={image.template_version} />
        )}
      </Fact>
      {actionId !== null && (
        <Fact name={t('images.action')}>
          <Name>
            {action.data ? (
              <Link to="/actions/$id" params={{ id: actionId }} className={linkClass}>
                {action.data.title}
              </Link>
            ) : (
              actionId
            )}
          </Name>
        </Fact>
      )}
      {runId !== null && (
        <Fact name={t('images.run')}>
          <Link to="/runs/$id" params={{ id: runId }} className={linkClass}>
            {t('images.open_run')}
          </Link>
        </Fact>
      )}
      {image.output !== null && (
        <Fact name={t('images.output')}>
          <Name>{image.output}</Name>
        </Fact>
      )}
      {recordId !== null && (
        <Fact name={t('images.record')}>
          <CopyId id={recordId} />
        </Fact>
      )}
      <Fact name={t('images.id')}>
        <CopyId id={image.id} />
      </Fact>
    </Facts>
  )
}

function Name({ children }: { children: ReactNode }) {
  return (
    <span dir="auto" className="block break-words">
      {children}
    </span>
  )
}

/** Has every list read again that shows images. */
function useImagesGone() {
  const queries = useQueryClient()
  return () => {
    for (const { key } of [api.images.list, api.images.count, api.runs.records])
      void queries.invalidateQueries({ queryKey: key })
  }
}

function Delete({ image, onDeleted }: { image: Image; onDeleted: () => void }) {
  const refresh = useImagesGone()
  const remove = useMutation({
    ...api.images.delete.mutation(),
    onSuccess: () => {
      onDeleted()
      refresh()
      toast.done(t('images.deleted'))
    },
  })
  return (
    <ConfirmButton
      size="small"
      icon={<Trash2 />}
      title={t('images.delete_title')}
      description={t('images.delete_help')}
      confirm={t('images.delete_confirm')}
      onConfirm={() => remove.mutate({ params: { id: image.id } })}
    >
      {t('images.delete')}
    </ConfirmButton>
  )
}

/** Everything of the record that the image is of. */
function Erase({ image, onDeleted }: { image: Image; onDeleted: () => void }) {
  const { action_id: actionId, record_id: recordId } = image
  const refresh = useImagesGone()
  const erase = useMutation({
    ...api.actions.erase.mutation(),
    onSuccess: ({ images }) => {
      onDeleted()
      refresh()
      toast.done(t('images.erased', { count: images }))
    },
  })
  if (actionId === null || recordId === null) return null
  return (
    <ConfirmButton
      size="small"
      icon={<Eraser />}
      title={t('images.erase_title')}
      description={t('images.erase_help')}
      confirm={t('images.erase_confirm')}
      onConfirm={() => erase.mutate({ params: { id: actionId }, body: { record_ids: [recordId] } })}
    >
      {t('images.erase')}
    </ConfirmButton>
  )
}
