import type { CallAnswer, Contract } from '@pictable/client'
import type { Point, Size } from '@pictable/editor'
import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type PointerEvent, type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { besides, checkFile, upload } from '#dashboard/screens/editor/clipboard/paste-files.ts'
import { UploadList } from '#dashboard/screens/editor/clipboard/upload-list.tsx'
import { middleOfView } from '#dashboard/screens/editor/session/insert-actions.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { FileButton } from '#dashboard/ui/fields/file-button.tsx'
import { FileDrop } from '#dashboard/ui/fields/file-drop.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** How many pictures are shown at first, and more with each press. */
const PAGE = 48

/** Uploads files and chooses each of them. */
function useUpload(onPick: AssetListProps['onPick']): {
  add: (files: readonly File[]) => void
  problem: string | null
} {
  const session = useSession()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  async function add(files: readonly File[]): Promise<void> {
    const middle = middleOfView(session.state)
    const problems: string[] = []
    setProblem(null)
    for (const [index, file] of files.entries()) {
      const size = await checkFile(file)
      if ('problem' in size) {
        problems.push(size.problem)
        setProblem(problems.join(' '))
        continue
      }
      const src = await upload(session, file)
      if (src === null) continue
      void queries.invalidateQueries({ queryKey: api.assets.list.key })
      await onPick({ src, filename: file.name, size }, { file, at: besides(middle, index) })
    }
  }
  return { add: (files) => void add(files), problem }
}

type Asset = CallAnswer<Contract['assets']['list']>['results'][number]

export interface PickedPicture extends Pick<Asset, 'src' | 'filename'> {
  /** Undefined until its tile is loaded. */
  readonly size: Size | undefined
}

interface Uploaded {
  readonly file: File
  /** Where a layer of it goes. */
  readonly at: Point
}

interface AssetListProps {
  readonly sought: string
  /** Of a picture that is uploaded, or pressed. */
  readonly onPick: (picture: PickedPicture, uploaded?: Uploaded) => unknown
  /** A tile may be dragged, and several files be uploaded. */
  readonly onPress?: (press: PointerEvent<HTMLElement>, picture: PickedPicture) => void
  /** Between the box for uploads and the tiles. */
  readonly children?: ReactNode
  /** Columns of tiles. */
  readonly className: string
}

/** The pictures that are shown; the server is asked for as many as these need. */
function useFound(sought: string) {
  const list = usePages(api.assets.list.pages({ query: { limit: 100 } }))
  const [shown, setShown] = useState(PAGE)
  const wanted = sought.trim().toLowerCase()
  const found = list.items.filter(({ filename }) => filename.toLowerCase().includes(wanted))
  const lacks = found.length < shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each page, but not after one that failed
  useEffect(() => {
    if (lacks) list.loadMore()
  }, [lacks, shown, wanted, list.items.length])
  const hasMore = list.hasMore || found.length > shown
  return { found: found.slice(0, shown), list, more: hasMore ? () => setShown(shown + PAGE) : undefined }
}

/** As the tile shows it. */
function pickedFrom({ currentTarget }: SyntheticEvent<HTMLElement>, { src, filename }: Asset): PickedPicture {
  const { naturalWidth: width = 0, naturalHeight: height = 0 } = currentTarget.querySelector('img') ?? {}
  return { src, filename, size: width > 0 ? { width, height } : undefined }
}

/** Pictures that are on the server, and the way to add one. */
export function AssetList({ sought, onPick, onPress, children, className }: AssetListProps) {
  const { found, list, more } = useFound(sought)
  const { add: addAll, problem } = useUpload(onPick)
  const isMany = onPress !== undefined
  const add = (files: readonly File[]) => addAll(isMany ? files : files.slice(0, 1))
  return (
    <div className="grid gap-3">
      <FileDrop compact={isMany} onFiles={add}>
        <FileButton
          size={isMany ? 'small' : 'medium'}
          hint={isMany ? t('pictures.upload_help') : ''}
          accept="image/*"
          multiple={isMany}
          icon={<Upload />}
          onFiles={add}
        >
          {t('pictures.upload')}
        </FileButton>
        {!isMany && <p className="text-[13px] text-ink-soft">{t('pictures.upload_help')}</p>}
      </FileDrop>
      {!isMany && <UploadList isInDialog />}
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      {children}
      {list.error && <Failure error={list.error} again={list.again} />}
      {found.length === 0 && (list.isPending || list.isLoadingMore) && <Skeleton lines={4} />}
      {found.length === 0 && !list.isPending && !list.hasMore && !list.error && (
        <p className="text-ink-soft">{list.items.length === 0 ? t('pictures.none') : t('pictures.no_match')}</p>
      )}
      <ul aria-label={t('pictures.assets')} className={`grid gap-2 ${className}`}>
        {found.map((asset) => (
          <li key={asset.id} className="min-w-0">
            <button
              type="button"
              onClick={(event) => onPick(pickedFrom(event, asset))}
              {...(onPress && { onPointerDown: (press) => onPress(press, pickedFrom(press, asset)) })}
              aria-label={asset.filename}
              className="grid w-full gap-1 rounded-lg border border-line bg-sunken p-1 hover:border-line-strong"
            >
              <img
                src={`/v1/assets/${asset.id}/content`}
                alt=""
                draggable={false}
                loading="lazy"
                decoding="async"
                className="aspect-square w-full object-contain"
              />
              <span dir="auto" className="truncate text-xs">
                {asset.filename}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {more && (
        <Button busy={list.isLoadingMore} onClick={more}>
          {t('pictures.more')}
        </Button>
      )}
    </div>
  )
}
