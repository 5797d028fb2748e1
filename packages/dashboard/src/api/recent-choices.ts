import * as v from 'valibot'
import { kept } from './kept.ts'
import { personal } from './personal.ts'

const shape = v.fallback(v.array(v.string()), [])

/** What this person chose lately, the latest first: of fonts, say. */
export function recentChoices(name: string): readonly string[] {
  try {
    return v.parse(shape, JSON.parse(kept.get(personal(name)) ?? '[]'))
  } catch {
    return []
  }
}

export function noteChoice(name: string, choice: string, most: number): void {
  const others = recentChoices(name).filter((each) => each !== choice)
  kept.set(personal(name), JSON.stringify([choice, ...others].slice(0, most)))
}
