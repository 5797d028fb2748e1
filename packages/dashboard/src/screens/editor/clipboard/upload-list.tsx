import { X } from 'lucide-react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'

/** Pictures on their way to the server. */
export function UploadList({ isInDialog = false }: { isInDialog?: boolean }) {
  const uploads = useEditor((state) => state.uploads)
  // Below a dialog it could not be pressed: the dialog shows its own.
  const isCovered = useEditor((state) => state.picking !== null) && !isInDialog
  if (uploads.length === 0 || isCovered) return null
  return (
    <ul
      aria-label={t('editor.uploads')}
      className={
        isInDialog
          ? 'grid gap-2 rounded-lg border border-line p-3'
          : 'fixed start-1/2 bottom-4 z-40 grid w-72 -translate-x-1/2 gap-2 rounded-lg border border-line bg-raised p-3 shadow-float rtl:translate-x-1/2'
      }
    >
      {uploads.map(({ id, name, part, stop }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
          <span dir="auto" className="truncate">
            {name}
          </span>
          <IconButton size="small" label={t('editor.upload_stop', { name })} icon={<X />} onClick={stop} />
          {/* The server still checks what it has. */}
          <Progress label={t('editor.uploading', { name })} done={part < 1 ? part * 100 : null} total={100} />
        </li>
      ))}
    </ul>
  )
}
