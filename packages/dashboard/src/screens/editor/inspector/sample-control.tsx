import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { AssetName } from '#dashboard/parts/images/asset-name.tsx'
import { shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { areRows, type SampleKind, sampleForm } from '#dashboard/screens/editor/typing/sample-kinds.ts'
import { t } from '#dashboard/strings/editing.ts'
import { AnyControl } from './any-control.tsx'
import { ControlContext } from './control-context.ts'
import { TextControl } from './text-control.tsx'
import { useProperty } from './use-property.ts'
import { readRows, rowsText } from './written-lists.ts'

const SAMPLE = ['sample'] as const

const single: PropertySchema = { anyOf: [{ type: 'number' }, { type: 'string' }] }
const schemas: Readonly<Record<SampleKind, PropertySchema>> = {
  text: { type: 'string' },
  rows: { type: 'string' },
  number: single,
  color: { type: 'string', kind: 'color' },
  boolean: { type: 'boolean' },
  image: { type: 'string', kind: 'image' },
  list: { type: 'array', items: single },
}

interface SampleControlProps {
  readonly id: string
  readonly name: string
  readonly kind: SampleKind
}

/** The sample value of a name that the design binds, asked for as what it fills. */
export function SampleControl({ id, name, kind }: SampleControlProps) {
  const { written, edit } = useProperty(SAMPLE, name)
  const form = sampleForm(kind, written)
  const shown = shownPart('', 'sample', schemas[form])
  const nothing = t('data.no_sample')
  const props = { id, label: name, shown, value: written, edit, nothing, isOptional: true, isFixed: true }
  const refuse = (rows: unknown) => (areRows(kind, rows) ? undefined : t('inspector.no_rows'))
  const asRows = { isMono: true, write: rowsText, read: readRows, refuse }
  const isRows = form === 'rows'
  return form === 'text' || isRows ? (
    <TextControl {...props} isLong isGrowing {...(isRows ? asRows : { write: String, read: String })} />
  ) : (
    <ControlContext value={AnyControl}>
      <AnyControl {...props} />
      <AssetName value={written} />
    </ControlContext>
  )
}
