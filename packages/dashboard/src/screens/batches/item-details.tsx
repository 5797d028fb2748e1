import { Link } from '@tanstack/react-router'
import { ImageIcon } from 'lucide-react'
import { previewOf } from '#dashboard/parts/images/image-words.ts'
import { t } from '#dashboard/strings/batches.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { CopyButton, CopyId } from '#dashboard/ui/copy.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { ImageTile } from '#dashboard/ui/image-tile.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import type { BatchItem } from './batch.ts'

/** All about one item of a batch: its image, or why it has none. */
export function ItemDetails({ item, onClose }: { item: BatchItem; onClose: () => void }) {
  const { index, state, error, finished_at: finishedAt } = item
  return (
    <Dialog open onClose={onClose} title={t('batches.item', { index })} place="end">
      <div className="grid gap-4">
        <div>
          <Status state={state} />
        </div>
        {error && (
          <p dir="auto" className="rounded-lg bg-bad-soft p-3 break-words text-bad">
            {error.message}
          </p>
        )}
        <Picture item={item} />
        <Facts>
          <Fact name={t('batches.image_id')}>
            <CopyId id={item.image_id} />
          </Fact>
          <ImageFacts item={item} />
          {finishedAt && (
            <Fact name={t('batches.finished')}>
              <Time at={finishedAt} />
            </Fact>
          )}
        </Facts>
      </div>
    </Dialog>
  )
}

function Picture({ item: { index, state, image } }: { item: BatchItem }) {
  if (image === null) return state === 'rendered' && <p className="text-ink-soft">{t('batches.image_gone')}</p>
  return (
    <>
      <ImageTile
        state="done"
        url={previewOf(image)}
        label={t('batches.size', { ...image, format: image.format.toUpperCase() })}
      />
      <div>
        <Link to="/gallery" search={{ image: image.id }} className={buttonClass('primary')}>
          <ImageIcon aria-hidden />
          {t('batches.open_image')}
          <span className="sr-only">{t('batches.item', { index })}</span>
        </Link>
      </div>
    </>
  )
}

function ImageFacts({ item: { image } }: { item: BatchItem }) {
  if (image === null) return null
  const { url, template_id: templateId, template_version: version } = image
  return (
    <>
      <Fact name={t('batches.url')}>
        <span className="flex min-w-0 items-center gap-1">
          <span dir="ltr" className="truncate font-mono text-xs text-ink-soft">
            {url}
          </span>
          <CopyButton text={url} />
        </span>
      </Fact>
      {templateId !== null && version !== null && (
        <Fact name={t('batches.template')}>
          <Link to="/templates/$id" params={{ id: templateId }} className="text-accent-ink underline">
            {t('batches.template_version', { version })}
          </Link>
        </Fact>
      )}
    </>
  )
}
