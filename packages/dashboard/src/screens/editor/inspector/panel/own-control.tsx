import { AnchorBox } from '#dashboard/screens/editor/inspector/box/anchor-box.tsx'
import { PictureChoice } from '#dashboard/screens/editor/inspector/box/picture-choice.tsx'
import { StackBox } from '#dashboard/screens/editor/inspector/box/stack-box.tsx'
import { ChartData } from '#dashboard/screens/editor/inspector/chart/chart-data.tsx'
import { BarcodeValue } from '#dashboard/screens/editor/inspector/code/barcode-value.tsx'
import { CodeContent } from '#dashboard/screens/editor/inspector/code/code-content.tsx'
import type { OwnControlProps } from '#dashboard/screens/editor/inspector/control-props.ts'
import { DrawingColors } from '#dashboard/screens/editor/inspector/drawing/drawing-colors.tsx'
import { TableColumns } from '#dashboard/screens/editor/inspector/table/table-columns.tsx'
import { TableRows } from '#dashboard/screens/editor/inspector/table/table-rows.tsx'

/** The control that is made for one property of one kind of layer. */
export function OwnControl({ targets, shown, list }: OwnControlProps) {
  switch (shown.own) {
    case 'chart-data': {
      const labels = list.find(({ name }) => name === 'labels')
      return labels && <ChartData targets={targets} values={shown} labels={labels} />
    }
    case 'code-content':
      return <CodeContent targets={targets} shown={shown} />
    case 'barcode-value':
      return <BarcodeValue targets={targets} shown={shown} />
    case 'table-rows':
      return <TableRows targets={targets} shown={shown} />
    case 'table-columns':
      return <TableColumns targets={targets} shown={shown} />
    case 'drawing-colors':
      return <DrawingColors targets={targets} shown={shown} />
    case 'anchor-box':
      return <AnchorBox targets={targets} shown={shown} />
    case 'stack-box':
      return <StackBox targets={targets} shown={shown} list={list} />
    case 'picture-choice':
      return <PictureChoice targets={targets} shown={shown} />
    default:
      return null
  }
}
