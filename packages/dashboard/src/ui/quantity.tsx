import { locale } from '#dashboard/strings/t.ts'

const plain = new Intl.NumberFormat(locale)
const bytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'narrow', notation: 'compact' })

interface QuantityProps {
  value: number
  unit?: 'bytes'
}

/** A number as the person writes it, its digits all of one width. */
export function Quantity({ value, unit }: QuantityProps) {
  return <span className="tabular-nums">{(unit === 'bytes' ? bytes : plain).format(value)}</span>
}
