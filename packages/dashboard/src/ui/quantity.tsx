import { locale } from '#dashboard/strings/t.ts'

const plain = new Intl.NumberFormat(locale)

const sizes = [
  { unit: 'byte', until: 1e3, per: 1 },
  { unit: 'kilobyte', until: 1e6, per: 1e3 },
  { unit: 'megabyte', until: 1e9, per: 1e6 },
  { unit: 'gigabyte', until: Number.POSITIVE_INFINITY, per: 1e9 },
] as const

function bytesText(bytes: number): string {
  const { unit, per } = sizes.find(({ until }) => bytes < until) ?? sizes[3]
  // Short for a few bytes is "0 byte".
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const style = { style: 'unit', unit, unitDisplay, maximumSignificantDigits: 3 } as const
  return new Intl.NumberFormat(locale, style).format(bytes / per)
}

interface QuantityProps {
  value: number
  unit?: 'bytes'
}

/** A number as the person writes it, its digits all of one width. */
export function Quantity({ value, unit }: QuantityProps) {
  return <span className="tabular-nums">{unit === 'bytes' ? bytesText(value) : plain.format(value)}</span>
}
