import { z } from 'zod'
import { personal } from '#dashboard/api/personal.ts'

const MAX_RECENT = 6

const shape = z.array(z.string()).catch([])

/** The families that this person chose lately, the latest first. */
export function recentFonts(): string[] {
  try {
    return shape.parse(JSON.parse(localStorage.getItem(personal('fonts')) ?? '[]'))
  } catch {
    return []
  }
}

export function noteFont(family: string): void {
  const others = recentFonts().filter((each) => each !== family)
  localStorage.setItem(personal('fonts'), JSON.stringify([family, ...others].slice(0, MAX_RECENT)))
}
