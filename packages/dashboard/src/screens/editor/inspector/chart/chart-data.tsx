import { apply, type Command, CommandError, isFilled } from '@pictable/editor'
import { mapEdit, type Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { cellText } from '#dashboard/screens/editor/inspector/grid/cell-text.ts'
import { OwnFrame } from '#dashboard/screens/editor/inspector/grid/own-frame.tsx'
import { SmallGrid } from '#dashboard/screens/editor/inspector/grid/small-grid.tsx'
import { OwnBind, useOwnBinding } from '#dashboard/screens/editor/inspector/own-binding.tsx'
import { Property } from '#dashboard/screens/editor/inspector/property.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import { commandWords } from '#dashboard/screens/editor/properties/command-words.ts'
import { type Shown, shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { isMixed } from '#dashboard/screens/editor/properties/values.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { type ChartLists, chartLists, MAX_ENTRIES, withBlock, withCell, withRows, writtenLists } from './data-rows.ts'

interface ChartDataProps {
  readonly targets: readonly Target[]
  readonly values: Shown
  readonly labels: Shown
}

/** The names and values of a chart, side by side; each list as a property where a record fills all of it. */
export function ChartData({ targets, values, labels }: ChartDataProps) {
  const session = useSession()
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const { written: ownLabels, edit: labelsEdit } = useProperty(targets, labels.name)
  const { written: ownValues, edit: valuesEdit } = useProperty(targets, values.name)
  const valuesBinding = useOwnBinding()
  const labelsBinding = useOwnBinding()
  const isBinding = valuesBinding.open[0] || labelsBinding.open[0]
  if (isReadOnly || isBinding || [ownLabels, ownValues].some((list) => isMixed(list) || isFilled(list))) {
    return (
      <>
        <Property targets={targets} shown={values} binding={valuesBinding.open} />
        <Property targets={targets} shown={labels} binding={labelsBinding.open} />
      </>
    )
  }
  const lists = chartLists(ownLabels, ownValues)
  const ofLabels = [lists.labels, labelsEdit, { type: 'string' }] as const
  const ofValues = [lists.values, valuesEdit, { type: 'number' }] as const

  const commandFor = (next: ChartLists): Command => {
    const parts = writtenLists(next)
    const commands = targets.flatMap((target): Command[] => [
      { type: 'set', target, path: [labels.name], value: parts.labels },
      { type: 'set', target, path: [values.name], value: parts.values },
    ])
    return { type: 'batch', commands }
  }

  /** One step. @returns why it cannot be made */
  function change(next: ChartLists, merge?: string): string | undefined {
    const command = commandFor(next)
    try {
      apply(session.history.committed, command)
    } catch (error) {
      if (error instanceof CommandError) return commandWords(error)
      throw error
    }
    session.run(command, merge === undefined ? {} : { merge: `${merge} ${targets.join(' ')}` })
    return undefined
  }

  return (
    <OwnFrame
      name={values.name}
      title={t('inspector.chart_data')}
      binding={valuesBinding}
      also={
        // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the button does the same
        <span onKeyDown={labelsBinding.onKeyDown}>
          <OwnBind name={titleOf(labels.name)} binding={labelsBinding} />
        </span>
      }
    >
      <SmallGrid
        label={t('inspector.chart_data')}
        columns={[titleOf(labels.name), titleOf(values.name)]}
        rows={lists.values.map((value, at) => [cellText(lists.labels[at]), cellText(value)])}
        maxRows={MAX_ENTRIES}
        onCell={(place, text) => change(withCell(lists, place, text), `cell ${place.row} ${place.column}`)}
        onPaste={(place, block) => change(withBlock(lists, place, block))}
        onAdd={() => change(withRows(lists, (list) => [...list, null]))}
        onRemove={(row) => change(withRows(lists, (list) => list.toSpliced(row, 1)))}
        onMove={(row, by) =>
          change(withRows(lists, (list) => list.with(row, list[row + by]).with(row + by, list[row])))
        }
        bindingAt={({ row, column }) => {
          const [list, edit, schema] = column === 0 ? ofLabels : ofValues
          return {
            shown: shownPart('chart', 'cell', schema),
            written: list[row],
            edit: mapEdit(edit, (make) => (_, target) => list.with(row, make(list[row], target) ?? null), [
              ...edit.path,
              row,
            ]),
          }
        }}
      />
    </OwnFrame>
  )
}
