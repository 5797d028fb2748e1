import type { TemplateLayer } from '@pictable/renderer/browser'
import {
  Barcode,
  ChartColumn,
  Circle,
  Columns2,
  Hexagon,
  Image,
  type LucideIcon,
  Minus,
  PenTool,
  QrCode,
  Spline,
  Square,
  Star,
  StarHalf,
  Table2,
  Type,
} from 'lucide-react'
import { insertInMiddle } from '#dashboard/screens/editor/session/insert-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editor.ts'

type Kind = TemplateLayer['type']

const kinds: readonly { type: Kind; icon: LucideIcon }[] = [
  { type: 'text', icon: Type },
  { type: 'image', icon: Image },
  { type: 'rectangle', icon: Square },
  { type: 'ellipse', icon: Circle },
  { type: 'line', icon: Minus },
  { type: 'polygon', icon: Hexagon },
  { type: 'star', icon: Star },
  { type: 'group', icon: Columns2 },
  { type: 'svg', icon: PenTool },
  { type: 'path-text', icon: Spline },
  { type: 'qr-code', icon: QrCode },
  { type: 'barcode', icon: Barcode },
  { type: 'rating', icon: StarHalf },
  { type: 'chart', icon: ChartColumn },
  { type: 'table', icon: Table2 },
]

/** Every kind of layer: a press puts one into the middle of what is seen. */
export function InsertPanel() {
  const session = useSession()
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  if (isReadOnly) return null
  return (
    <ul aria-label={t('editor.insert')} className="grid grid-cols-2 gap-2 p-3">
      {kinds.map(({ type, icon: Icon }) => (
        <li key={type}>
          <button
            type="button"
            onClick={() => insertInMiddle(session, type)}
            className="grid h-18 w-full content-center justify-items-center gap-1.5 rounded-lg border border-line bg-raised px-1 text-center leading-tight transition-colors hover:border-line-strong hover:bg-hover [&_svg]:size-5 [&_svg]:text-ink-soft"
          >
            <Icon aria-hidden />
            {t(`editor.kind_${type}`)}
          </button>
        </li>
      ))}
    </ul>
  )
}
