import type { CallAnswer, Contract } from '@pictable/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { checkFile, upload } from '#dashboard/screens/editor/clipboard/paste-files.ts'
import { UploadList } from '#dashboard/screens/editor/clipboard/upload-list.tsx'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { FileButton } from '#dashboard/ui/fields/file-button.tsx'
import { FileDrop } from '#dashboard/ui/fields/file-drop.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** How many pictures are shown at first, and more with each press. */
const PAGE = 48

/** Uploads a file and chooses it. */
function useUpload(onPick: (src: string) => void): { add: (files: readonly File[]) => void; problem: string | null } {
  const session = useSession()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  async function add([file]: readonly File[]): Promise<void> {
    if (!file) return
    setProblem(null)
    const checked = file.type === 'image/svg+xml' ? null : await checkFile(file)
    if (checked !== null && 'problem' in checked) {
      setProblem(checked.problem)
      return
    }
    const src = await upload(session, file)
    if (src === null) return
    void queries.invalidateQueries({ queryKey: api.assets.list.key })
    onPick(src)
  }
  return { add: (files) => void add(files), problem }
}

export type Asset = CallAnswer<Contract['assets']['list']>['results'][number]

interface AssetListProps {
  readonly sought: string
  /** Of a picture that is uploaded, or pressed. */
  readonly onPick: (src: string, asset?: Asset) => void
  /** A tile may be dragged. */
  readonly onPress?: (press: PointerEvent<HTMLElement>, asset: Asset) => void
  /** Between the box for uploads and the tiles. */
  readonly children?: ReactNode
  /** Columns of tiles. */
  readonly className: string
}

/** Pictures that are on the server, and the way to add one. */
export function AssetList({ sought, onPick, onPress, children, className }: AssetListProps) {
  const { data, isLoadingError, error, refetch } = useQuery(api.assets.list.all())
  const [shown, setShown] = useState(PAGE)
  const { add, problem } = useUpload(onPick)
  if (isLoadingError) return <Failure error={error} again={() => void refetch()} />
  const wanted = sought.trim().toLowerCase()
  const found = (data?.results ?? []).filter(({ filename }) => filename.toLowerCase().includes(wanted))
  return (
    <div className="grid gap-3">
      <FileDrop onFiles={add}>
        <FileButton accept="image/*" icon={<Upload />} onFiles={add}>
          {t('pictures.upload')}
        </FileButton>
        <p className="text-[13px] text-ink-soft">{t('pictures.upload_help')}</p>
      </FileDrop>
      {onPress === undefined && <UploadList isInDialog />}
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      {children}
      {!data && <Skeleton lines={4} />}
      {data && found.length === 0 && (
        <p className="text-ink-soft">{wanted === '' ? t('pictures.none') : t('ui.no_match')}</p>
      )}
      <ul aria-label={t('pictures.assets')} className={`grid gap-2 ${className}`}>
        {found.slice(0, shown).map((asset) => (
          <li key={asset.id} className="min-w-0">
            <button
              type="button"
              onClick={() => onPick(asset.src, asset)}
              {...(onPress && { onPointerDown: (press) => onPress(press, asset) })}
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
      {found.length > shown && <Button onClick={() => setShown(shown + PAGE)}>{t('pictures.more')}</Button>}
    </div>
  )
}
