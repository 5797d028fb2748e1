import { readCells } from '#dashboard/screens/editor/clipboard/sheet-cells.ts'

/** What is pasted into a cell: rows of cells, or one text. */
export function readBlock(text: string): string[][] {
  // A line without a tab is text, whatever commas it has.
  const isBlock = /[\t\n]/.test(text.trimEnd())
  return isBlock ? readCells(text) : [[text]]
}

/** A number as people and spreadsheets write it: `1,234.50`, `1.234,50`, `€ 12`, `45 %`. */
export function readNumber(text: string): number | undefined {
  const digits = text.replace(/[\s'’_]|[\p{Sc}%]/gu, '')
  if (!/^[-+−]?[\d.,]+$/.test(digits) || !/\d/.test(digits)) return undefined
  const plain = withPoint(digits.replace('−', '-'))
  const number = Number(plain)
  return plain !== undefined && Number.isFinite(number) ? number : undefined
}

/** The last of two kinds of marks is the decimal one; one kind that comes several times, or before three digits, groups. */
function withPoint(digits: string): string | undefined {
  const marks = digits.replace(/[^.,]/g, '')
  const last = marks.at(-1)
  if (last === undefined) return digits
  const isGrouping =
    new Set(marks).size === 1 && (marks.length > 1 || (last === ',' && /^[-+]?\d{1,3},\d{3}$/.test(digits)))
  if (isGrouping) return digits.replaceAll(last, '')
  const at = digits.lastIndexOf(last)
  if (marks.indexOf(last) !== marks.length - 1) return undefined
  return `${digits.slice(0, at).replace(/[.,]/g, '')}.${digits.slice(at + 1)}`
}
