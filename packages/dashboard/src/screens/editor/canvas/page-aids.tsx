import { gridColumns, safeBox } from '#dashboard/screens/editor/session/page-aids.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'

/** Columns of the page, and the margin that nothing important should enter. */
export function PageAids() {
  const hasAny = useEditor(({ document }) => gridColumns(document).length > 0 || safeBox(document) !== null)
  return hasAny ? <Aids /> : null
}

function Aids() {
  const document = useEditor((state) => state.document)
  const view = useEditor((state) => state.view)
  const columns = gridColumns(document)
  const safe = safeBox(document)
  const seen = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
    x: x * view.zoom + view.x,
    y: y * view.zoom + view.y,
    width: Math.max(0, width * view.zoom),
    height: Math.max(0, height * view.zoom),
  })
  return (
    <>
      {columns.map((column) => (
        <rect key={column.x} {...seen(column)} className="fill-bad/8" />
      ))}
      {safe && <rect {...seen(safe)} className="fill-none stroke-bad/70 [stroke-dasharray:6_4]" />}
    </>
  )
}
