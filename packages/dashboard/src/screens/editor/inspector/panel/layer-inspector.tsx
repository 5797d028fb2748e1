import { isFilled, layerAt } from '@pictable/editor'
import { layerProperties, type PropertySchema, type PropertySchemas } from '@pictable/renderer/property-schemas'
import { type ReactNode, use, useMemo, useState } from 'react'
import { AlignBar } from '#dashboard/screens/editor/inspector/align-bar.tsx'
import { BindingContext } from '#dashboard/screens/editor/inspector/control-context.ts'
import { controlOf } from '#dashboard/screens/editor/inspector/controls.ts'
import type { Edit, Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { onBindKey } from '#dashboard/screens/editor/inspector/own-binding.tsx'
import { AdditionParts, Properties } from '#dashboard/screens/editor/inspector/properties.tsx'
import { Addition, ClosedSection, Section } from '#dashboard/screens/editor/inspector/section.tsx'
import { siblingNames, startOfAddition } from '#dashboard/screens/editor/inspector/starts.ts'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import {
  isAddition,
  type SectionName,
  type Shown,
  shownProperties,
} from '#dashboard/screens/editor/properties/presentation.ts'
import { isRelevant } from '#dashboard/screens/editor/properties/relevant.ts'
import { sectionsOf } from '#dashboard/screens/editor/properties/section-order.ts'
import { detachSelection } from '#dashboard/screens/editor/session/arrange-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { LayerHeader } from './layer-header.tsx'

/** The properties that several kinds of layers have in common. */
function commonProperties(types: readonly string[]): PropertySchemas {
  const [first = {}, ...others] = types.map(layerProperties)
  const kindOf = (schema: PropertySchema) => controlOf(schema)?.kind
  return Object.fromEntries(
    Object.entries(first).filter(([name, schema]) =>
      others.every((each) => {
        const other = each[name]
        return other !== undefined && kindOf(other) === kindOf(schema)
      }),
    ),
  )
}

/** The other layers are offered by name. */
function withNames({ schema, ...rest }: Shown, names: readonly string[]): Shown {
  const layer: PropertySchema = { type: 'string', enum: names }
  return { ...rest, schema: { ...schema, properties: { ...schema.properties, layer } } }
}

function LayerAddition({ targets, shown }: { targets: readonly Target[]; shown: Shown }) {
  const session = useSession()
  const { written, edit } = useProperty(targets, shown.name)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const names = useEditor(({ document }) =>
    shown.name === 'anchor' || shown.name === 'mask' ? siblingNames(document, targets).join('\n') : '',
  )
  const siblings = names === '' ? [] : names.split('\n')
  const isReference = shown.name === 'anchor' || shown.name === 'mask'
  const named = isReference ? withNames(shown, siblings) : shown
  const isPresent = written !== undefined
  const [isOpen, onOpenChange] = useState(false)
  const BindingButton = use(BindingContext)
  if (!isPresent && (isReadOnly || (isReference && siblings.length === 0))) return null
  const isBindable = BindingButton !== null && !isReference && !isReadOnly
  const add = () => {
    const isPossible = (start: unknown) => edit.problem(() => start) === undefined
    const start = startOfAddition(session.state, shown.name, { targets, isPossible })
    edit.set((before) => before ?? start)
  }
  return (
    <Addition
      title={titleOf(shown.name)}
      isPresent={isPresent}
      binding={
        isBindable && (
          <BindingButton
            {...{ shown, written, edit, isOpen, onOpenChange }}
            label={titleOf(shown.name)}
            value={written}
            isBound={isFilled(written)}
          />
        )
      }
      onKeyDown={isPresent && isBindable ? onBindKey(() => onOpenChange(true)) : undefined}
      onAdd={isReadOnly ? undefined : add}
      onRemove={isReadOnly ? undefined : () => removeAddition(shown.name, edit, () => detachSelection(session))}
    >
      {shown.own === undefined ? (
        <AdditionParts shown={named} written={written} edit={edit} />
      ) : (
        <Properties targets={targets} list={[named]} />
      )}
    </Addition>
  )
}

/** What loses its anchor stays where it is. */
function removeAddition(name: string, edit: Edit, detach: () => void): void {
  if (name === 'anchor') detach()
  else edit.set(() => undefined)
}

/** Everything that the selected layers have in common, in the order that suits their kind, below what comes first. */
export function LayerInspector({ targets, head }: { targets: readonly Target[]; head: ReactNode }) {
  const types = useEditor(({ document }) =>
    [...new Set(targets.map((id) => layerAt(document, id)?.type ?? 'text'))].join(' '),
  )
  const list = useMemo(() => {
    const each = types.split(' ')
    return shownProperties(each.length === 1 ? types : 'several', commonProperties(each))
  }, [types])
  const irrelevant = useEditor(({ document }) => {
    const layers = targets.flatMap((target) => layerAt(document, target) ?? [])
    const isOf = (name: string) => layers.some((layer) => isRelevant(layer, name, layerProperties(layer.type)))
    return list.flatMap(({ name }) => (isOf(name) ? [] : name)).join(' ')
  })
  const hidden = new Set(irrelevant.split(' '))
  const plain = list.filter(({ name, schema }) => !isAddition(schema) && !hidden.has(name))
  const inSection = (name: SectionName) => plain.filter(({ section }) => section === name)
  return (
    <>
      <LayerHeader targets={targets} />
      {head}
      <AlignBar />
      {sectionsOf(types)
        .filter((name) => name !== 'more' && inSection(name).length > 0)
        .map((name) => (
          <Section key={name} title={t(`inspector.section_${name}`)}>
            <Properties targets={targets} list={inSection(name)} />
          </Section>
        ))}
      {list
        .filter(({ schema }) => isAddition(schema))
        .map((shown) => (
          <LayerAddition key={shown.name} targets={targets} shown={shown} />
        ))}
      <ClosedSection title={t('inspector.section_more')}>
        <Properties targets={targets} list={inSection('more')} />
      </ClosedSection>
    </>
  )
}
