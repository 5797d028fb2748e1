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

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s-]/g, '')

/** The weight of a name such as `Semi Bold` or `semibold`; undefined for any other words. */
export function weightOf(name: string): number | undefined {
  const at = weightKeys.findIndex((key) =>
    [key.replace('_', ''), plain(t(`inspector.weight_${key}`))].includes(plain(name)),
  )
  return at < 0 ? undefined : (at + 1) * 100
}
