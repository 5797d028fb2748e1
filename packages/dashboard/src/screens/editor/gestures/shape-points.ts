import {
  cornerCountAt,
  innerRadiusAt,
  isBound,
  type LayerId,
  layerAt,
  type Point,
  type PropertyPath,
  type Size,
  shapeCorner,
} from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { columnsAt, movedPlaces } from '#dashboard/screens/editor/tables/column-places.ts'
import { t } from '#dashboard/strings/editing.ts'

/** A point of a shape that is dragged to change one property of it. */
export interface ShapePoint {
  readonly name: 'sides' | 'points' | 'inner' | 'hole' | 'turn' | `column${number}` | `move${number}`
  readonly path: PropertyPath
  /** Where it is inside the layer. */
  readonly at: Point
  /** The value that puts it nearest to a point inside the layer, and what to show. */
  valueAt(point: Point): { value: number | readonly object[] | undefined; label: string }
}

const percent = (value: number) => `${Math.round(value * 100)} %`
/** A ring and a donut cannot be thinner. */
const MAX_HOLE = 0.98

function polygonPoints(sides: number, size: Size): readonly ShapePoint[] {
  return [
    {
      name: 'sides',
      path: ['sides'],
      at: shapeCorner(size, { index: 1, count: sides }),
      valueAt(point) {
        const value = cornerCountAt(size, point)
        return { value, label: t('editor.mark_sides', { count: value }) }
      },
    },
  ]
}

function starPoints({ points, inner }: { points: number; inner: number }, size: Size): readonly ShapePoint[] {
  return [
    {
      name: 'points',
      path: ['points'],
      at: shapeCorner(size, { index: 1, count: points }),
      valueAt(point) {
        const value = cornerCountAt(size, point)
        return { value, label: t('editor.mark_points', { count: value }) }
      },
    },
    {
      name: 'inner',
      path: ['innerRadius'],
      at: shapeCorner(size, { index: 0.5, count: points, radius: inner }),
      valueAt(point) {
        const value = innerRadiusAt(size, point)
        return { value, label: percent(value) }
      },
    },
  ]
}

/** The hole of a chart, from the middle of its circle up. */
function holePoints(hole: number, { width, height }: Size): readonly ShapePoint[] {
  const [center, outer] = [{ x: width / 2, y: height / 2 }, Math.min(width, height) / 2]
  return [
    {
      name: 'hole',
      path: ['innerRadius'],
      at: { x: center.x, y: center.y - outer * hole },
      valueAt({ x, y }) {
        const share = Math.hypot(x - center.x, y - center.y) / Math.max(1, outer)
        const value = Math.round(Math.min(MAX_HOLE, share) * 100) / 100
        return { value, label: percent(value) }
      },
    },
  ]
}

/** Where the parts of a chart start, inside of its circle: at the edge is the handle that resizes it. */
function startPoint({ startAngle, hole }: { startAngle: number; hole: number }, { width, height }: Size): ShapePoint {
  const [center, away] = [{ x: width / 2, y: height / 2 }, (Math.min(width, height) * (1 + hole)) / 4]
  const angle = ((startAngle - 90) * Math.PI) / 180
  return {
    name: 'turn',
    path: ['startAngle'],
    at: { x: center.x + away * Math.cos(angle), y: center.y + away * Math.sin(angle) },
    valueAt({ x, y }) {
      const degrees = Math.round((Math.atan2(y - center.y, x - center.x) * 180) / Math.PI + 90)
      const value = degrees > 180 ? degrees - 360 : degrees
      return { value, label: `${value}°` }
    },
  }
}

/** Where the words on a circle are: clockwise from the top, or the other way round from the bottom. */
function turnPoints({ startAt, reverse }: { startAt: number; reverse: boolean }, { width, height }: Size) {
  const [top, way] = reverse ? [Math.PI / 2, -1] : [-Math.PI / 2, 1]
  const angle = top + way * startAt * 2 * Math.PI
  const point: ShapePoint = {
    name: 'turn',
    path: ['startAt'],
    at: { x: (width / 2) * (1 + Math.cos(angle)), y: (height / 2) * (1 + Math.sin(angle)) },
    valueAt({ x, y }) {
      const there = Math.atan2((2 * y) / Math.max(1, height) - 1, (2 * x) / Math.max(1, width) - 1)
      const turn = (way * (there - top)) / (2 * Math.PI)
      // From half a turn back to half a turn on.
      const value = Math.round((turn - Math.round(turn)) * 1000) / 1000 + 0
      return { value, label: `${Math.round(value * 360)}°` }
    },
  }
  return [point]
}

/** The written number, its default, or undefined where a record decides. */
function read(value: unknown, fallback: number): number | undefined {
  if (value === undefined) return fallback
  return typeof value === 'number' ? value : undefined
}

function chartPoints(layer: Extract<TemplateLayer, { type: 'chart' }>, size: Size): readonly ShapePoint[] {
  const hole = layer.chart === 'pie' ? 0.5 : read(layer.innerRadius, 0.65)
  const startAngle = read(layer.startAngle, 0)
  const isRound = layer.chart === 'ring' || layer.chart === 'donut' || layer.chart === 'pie'
  // Words beside a pie or donut take room from its circle.
  const isWhole = layer.chart === 'ring' || layer.labels === undefined || layer.legend === 'none'
  if (!isRound || !isWhole) return []
  return [
    ...(layer.chart === 'pie' || hole === undefined ? [] : holePoints(hole, size)),
    ...(startAngle === undefined ? [] : [startPoint({ startAngle, hole: hole ?? 0.5 }, size)]),
  ]
}

function pointsOf(layer: TemplateLayer, size: Size): readonly ShapePoint[] {
  switch (layer.type) {
    case 'polygon': {
      const sides = read(layer.sides, 6)
      return sides === undefined ? [] : polygonPoints(sides, size)
    }
    case 'star': {
      const [points, inner] = [read(layer.points, 5), read(layer.innerRadius, 0.382)]
      return points === undefined || inner === undefined ? [] : starPoints({ points, inner }, size)
    }
    case 'chart':
      return chartPoints(layer, size)
    case 'path-text': {
      const startAt = read(layer.startAt, 0)
      const isCircle = layer.shape === undefined || layer.shape === 'circle'
      return startAt === undefined || !isCircle ? [] : turnPoints({ startAt, reverse: layer.reverse === true }, size)
    }
    default:
      return []
  }
}

/** Keeps the points off the handles at the upper edge, in CSS pixels. */
const INSET_PX = 16
/** A narrower column, in CSS pixels, has no room for its grip. */
const MIN_GRIP_PX = 48
/** No column is narrower when it is dragged. */
const MIN_COLUMN_PX = 8

interface WrittenColumn {
  readonly width?: unknown
}

/** Between two columns of a table: what one of them gets, the other one loses. */
function columnPoints(state: EditorState, id: LayerId): readonly ShapePoint[] {
  const layer = layerAt(state.document, id)
  const { columns, height = 0 } = placeOf(state, id) ?? {}
  const written: unknown = layer?.type === 'table' ? (layer.columns ?? []) : undefined
  if (!columns || !Array.isArray(written)) return []
  const start = columns.map((_, at): WrittenColumn => written[at] ?? {})
  const isFromRecord = (column: WrittenColumn) => isBound(column) || isBound(column.width)
  // Columns that are too wide together are drawn narrower: a width as it is drawn belongs beside others as they are drawn.
  const isSqueezed = columns.some(({ width }, at) => Number(start[at]?.width) > width + 0.01)
  if (isSqueezed && start.some(isFromRecord)) return []
  const drawn = columns.map(({ width }) => Math.max(1, Math.round(width)))
  const all = start.map((column, at) =>
    isSqueezed && typeof column.width === 'number' ? { ...column, width: drawn[at] } : column,
  )
  return columns.slice(0, -1).flatMap((own, at): ShapePoint[] => {
    const next = columns[at + 1]
    if (!next || own.width + next.width < 2 * MIN_COLUMN_PX || start.slice(at, at + 2).some(isFromRecord)) return []
    const isLeftwards = next.x < own.x
    const both = own.width + next.width
    return [
      {
        name: `column${at}`,
        path: ['columns'],
        at: { x: Math.max(own.x, next.x), y: Math.min(height / 2, INSET_PX / state.view.zoom) },
        valueAt({ x }) {
          const wanted = Math.round(isLeftwards ? own.x + own.width - x : x - own.x)
          const width = Math.max(MIN_COLUMN_PX, Math.min(Math.round(both) - MIN_COLUMN_PX, wanted))
          const other = Math.round(both) - width
          const value = all.map((column, index) =>
            index === at ? { ...column, width } : index === at + 1 ? { ...column, width: other } : column,
          )
          return { value, label: t('editor.mark_columns', { width, other }) }
        },
      },
    ]
  })
}

/** In the middle of a column of a table: it goes to another place among the others. */
function movePoints(state: EditorState, id: LayerId): readonly ShapePoint[] {
  const layer = layerAt(state.document, id)
  const { columns = [], height = 0 } = placeOf(state, id) ?? {}
  const written: unknown = layer?.type === 'table' ? (layer.columns ?? []) : undefined
  if (layer?.type !== 'table' || columns.length < 2 || !Array.isArray(written)) return []
  // What a record makes of a column is not known at another place.
  if (columnsAt(state, id, movedPlaces(columns.length, { from: 0, to: columns.length - 1 })) === undefined) return []
  const before: readonly object[] | undefined = layer.columns === undefined ? undefined : written
  const middles = columns.map(({ x, width }) => x + width / 2)
  const isLeftwards = (middles[1] ?? 0) < (middles[0] ?? 0)
  return columns.flatMap(({ width }, from): readonly ShapePoint[] => {
    if (width * state.view.zoom < MIN_GRIP_PX) return []
    const point: ShapePoint = {
      name: `move${from}`,
      path: ['columns'],
      at: { x: middles[from] ?? 0, y: Math.min(height / 2, INSET_PX / state.view.zoom) },
      valueAt({ x }) {
        const to = middles.filter((middle, at) => at !== from && (isLeftwards ? middle > x : middle < x)).length
        const value = to === from ? before : columnsAt(state, id, movedPlaces(columns.length, { from, to }))
        return { value, label: t('editor.mark_column_place', { place: to + 1, count: columns.length }) }
      },
    }
    return [point]
  })
}

/** The points of a layer by which its shape is changed, in its own coordinates. */
export function shapePoints(state: EditorState, id: LayerId, size: Size): readonly ShapePoint[] {
  const layer = layerAt(state.document, id)
  return layer ? [...pointsOf(layer, size), ...movePoints(state, id), ...columnPoints(state, id)] : []
}
