import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { effective, partAt } from '#dashboard/screens/editor/properties/values.ts'
import { type Edit, editPart } from './edit.ts'
import { PropertyRow } from './property-row.tsx'

interface PartRowsProps {
  readonly parent: string
  readonly properties: Readonly<Record<string, PropertySchema>>
  readonly required?: readonly string[] | undefined
  /** Where nothing is written. */
  readonly start?: unknown
  readonly value: unknown
  readonly edit: Edit
  readonly isComputable: boolean | undefined
}

/** The parts of a property that is an object. */
export function PartRows({ parent, properties, required, start, value, edit, isComputable = false }: PartRowsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-2">
      {Object.entries(properties)
        .filter(([, schema]) => schema.const === undefined)
        .map(([name, schema]) => {
          const written = partAt(value, name)
          return (
            <PropertyRow
              key={name}
              shown={shownPart(parent, name, schema)}
              written={written}
              value={effective(schema, written)}
              edit={editPart(edit, name, start)}
              isOptional={required?.includes(name) !== true}
              isComputable={isComputable}
            />
          )
        })}
    </div>
  )
}
