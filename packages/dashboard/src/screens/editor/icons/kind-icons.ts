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
  Table2,
  Type,
} from 'lucide-react'
import { createElement, forwardRef } from 'react'

/** Filled, as those that are given, beside the shape of a star. */
const RatingStar: LucideIcon = forwardRef((props, ref) => createElement(Star, { ...props, ref, fill: 'currentColor' }))

type Kind = TemplateLayer['type']

/** Every kind of layer, in the order in which they are offered. */
export const layerKinds: readonly { type: Kind; icon: LucideIcon }[] = [
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
  { type: 'rating', icon: RatingStar },
  { type: 'chart', icon: ChartColumn },
  { type: 'table', icon: Table2 },
]

export const iconOf = (type: Kind): LucideIcon => layerKinds.find((kind) => kind.type === type)?.icon ?? Square
