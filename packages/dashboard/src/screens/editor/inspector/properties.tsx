import { Suspense, use } from 'react'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { OwnControlContext } from './control-context.ts'
import type { Edit, Target } from './edit.ts'
import { Property } from './property.tsx'
import { PropertyRow } from './property-row.tsx'

/** The parts of something that was added; its title is that of its section. */
export function AdditionParts({ shown, written, edit }: { shown: Shown; written: unknown; edit: Edit }) {
  return (
    <PropertyRow shown={shown} written={written} value={written} edit={edit} isOptional={false} isComputable isBare />
  )
}

/** What several properties of one section look like. */
export function Properties({ targets, list }: { targets: readonly Target[]; list: readonly Shown[] }) {
  const OwnControl = use(OwnControlContext)
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-1.5">
      {list.map((shown) =>
        shown.own === undefined || OwnControl === null ? (
          <Property key={shown.name} targets={targets} shown={shown} />
        ) : (
          <Suspense key={shown.name} fallback={<div className={shown.isHalf ? 'h-12' : 'col-span-2 h-24'} />}>
            <OwnControl targets={targets} shown={shown} list={list} />
          </Suspense>
        ),
      )}
    </div>
  )
}
