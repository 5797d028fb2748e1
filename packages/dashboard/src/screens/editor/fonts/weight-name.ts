import { t } from '#dashboard/strings/editing.ts'

const weightKeys = [
  'thin',
  'extra_light',
  'light',
  'regular',
  'medium',
  'semi_bold',
  'bold',
  'extra_bold',
  'black',
] as const

/** What designers call a weight; empty beyond those with a name. */
export function weightName(weight: number): string {
  const key = weightKeys[Math.round(weight / 100) - 1]
  return key === undefined ? '' : t(`inspector.weight_${key}`)
}
