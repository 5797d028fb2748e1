import { isFilled } from '@pictable/editor'
import type { PropertySchemas } from '@pictable/renderer/property-schemas'
import { effective, partAt } from './values.ts'

type Need = readonly [property: string, ...values: readonly unknown[]]

const circle: Need = ['chart', 'donut', 'ring']
const slices: Need = ['chart', 'pie', 'donut']
const plot: Need = ['chart', 'bar', 'line', 'area']
const scale: Need = [...plot, 'progress', 'ring']
const curve: Need = ['chart', 'line', 'area']
const header: Need = ['showHeader', true]
const stack: Need = ['layout', 'row', 'column']
const drawnLines: Need = ['lines', 'rows', 'columns', 'all']

/** Properties that change nothing unless another one has one of these values. */
const needs: Readonly<Record<string, Need>> = {
  'chart.min': scale,
  'chart.max': scale,
  'chart.trackFill': scale,
  'chart.innerRadius': circle,
  'chart.startAngle': [...circle, 'pie'],
  'chart.legend': slices,
  'chart.gap': ['chart', 'bar'],
  'chart.horizontal': ['chart', 'bar'],
  'chart.radius': ['chart', 'bar', 'progress', 'ring'],
  'chart.thickness': curve,
  'chart.smooth': curve,
  'chart.dots': curve,
  'chart.axis': plot,
  'group.align': stack,
  'group.justify': stack,
  'group.gap': stack,
  'group.wrap': stack,
  'group.padding': stack,
  'path-text.path': ['shape', 'path'],
  'table.headerFontFamily': header,
  'table.headerFontSize': header,
  'table.headerFontWeight': header,
  'table.headerTextFill': header,
  'table.headerFill': header,
  'table.lineThickness': drawnLines,
  'table.lineFill': drawnLines,
  'table.minFontSize': ['fit', 'shrink'],
  'text.minFontSize': ['fit', 'shrink'],
  'text.maxFontSize': ['fit', 'shrink'],
}

/** Whether a property can change how a layer looks now. What is written is always seen. */
export function isRelevant(layer: { readonly type: string }, name: string, schemas: PropertySchemas): boolean {
  const [property, ...values] = needs[`${layer.type}.${name}`] ?? []
  if (property === undefined || partAt(layer, name) !== undefined) return true
  const present = effective(schemas[property] ?? {}, partAt(layer, property))
  return isFilled(present) || values.includes(present)
}
