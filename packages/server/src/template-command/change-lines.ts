import { styleText } from 'node:util'
import type { DesignChange } from '#core/template/diff-designs.ts'
import { plain, shortened } from '#core/words.ts'

type Paint = Parameters<typeof styleText>[0]

const paint = (format: Paint, text: string) => styleText(format, text, { stream: process.stdout })

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : plain(shortened(JSON.stringify(value), 60))
}

function arrow(before: unknown, after: unknown): string {
  return `${paint('red', shown(before))} → ${paint('green', shown(after))}`
}

/** `moved x 40 → 60, y 10 → 20`: places and sizes are one line each. */
const together = [
  { word: 'moved', properties: ['x', 'y'] },
  { word: 'resized', properties: ['width', 'height'] },
] as const

function propertyLines(changes: readonly DesignChange[]): string[] {
  const isIn = (names: readonly string[]) => (change: DesignChange) => names.includes(change.property ?? '')
  const joined = together.flatMap(({ word, properties }) => {
    const parts = changes.filter(isIn(properties)).map(({ property, before, after }) => {
      return `${property} ${arrow(before, after)}`
    })
    return parts.length > 0 ? [`    ${word} ${parts.join(', ')}`] : []
  })
  const others = changes.filter((change) => !together.some(({ properties }) => isIn(properties)(change)))
  return [...joined, ...others.map(({ property, before, after }) => `    ${property}: ${arrow(before, after)}`)]
}

function titleOf(layer: string | null): string {
  return layer === null ? 'the page' : `"${plain(layer)}"`
}

function wholeLines(change: DesignChange): string[] {
  const name = titleOf(change.layer)
  if (change.kind === 'added') return [paint('green', `  + ${name} added`)]
  if (change.kind === 'removed') return [paint('red', `  - ${name} removed`)]
  if (change.kind === 'renamed') return [paint('yellow', `  ~ ${name} renamed from "${plain(String(change.before))}"`)]
  return change.kind === 'reordered' ? [paint('yellow', `  ~ ${name} moved in the order`)] : []
}

/** What changed, layer by layer, for people. */
export function changeLines(changes: readonly DesignChange[]): string[] {
  const layers = [...new Set(changes.map(({ layer }) => layer))]
  return layers.flatMap((layer) => {
    const own = changes.filter((change) => change.layer === layer)
    const parts = own.filter(({ kind }) => kind === 'changed')
    const whole = own.flatMap(wholeLines)
    return [
      ...whole,
      ...(parts.length > 0 && whole.length === 0 ? [paint('yellow', `  ~ ${titleOf(layer)}`)] : []),
      ...propertyLines(parts),
    ]
  })
}
