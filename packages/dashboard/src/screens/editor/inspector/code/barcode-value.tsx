import type { Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { Property } from '#dashboard/screens/editor/inspector/property.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { t } from '#dashboard/strings/editing.ts'
import { CodeProblem } from './code-problem.tsx'
import { CodeSize } from './code-size.tsx'

/** What each type of code takes. */
const hints = {
  'ean-13': 'inspector.barcode_ean_13',
  'ean-8': 'inspector.barcode_ean_8',
  'upc-a': 'inspector.barcode_upc_a',
  'itf-14': 'inspector.barcode_itf_14',
  'code-128': 'inspector.barcode_code_128',
  'code-39': 'inspector.barcode_code_39',
} as const

/** The value of a barcode, and what its type takes. */
export function BarcodeValue({ targets, shown }: { targets: readonly Target[]; shown: Shown }) {
  const { written = 'code-128' } = useProperty(targets, 'format')
  const [, hint] = Object.entries(hints).find(([format]) => format === written) ?? []
  return (
    <>
      <Property targets={targets} shown={shown} />
      <CodeProblem targets={targets} hint={hint && t(hint)} />
      <CodeSize targets={targets} />
    </>
  )
}
