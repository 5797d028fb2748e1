import { z } from 'zod'
import { personal } from '#dashboard/api/personal.ts'

const keptAs = () => personal('recent')
const most = 8

const recentShape = z.array(z.object({ path: z.string().startsWith('/'), title: z.string() })).catch([])

export type Recent = z.output<typeof recentShape>[number]

/** Things looked at lately, newest first. */
export function recentThings(): Recent[] {
  try {
    return recentShape.parse(JSON.parse(localStorage.getItem(keptAs()) ?? '[]'))
  } catch {
    return []
  }
}

/** `noteVisit()` keeps what the palette offers to come back to. */
export function noteVisit(path: string, title: string): void {
  const others = recentThings().filter((one) => one.path !== path)
  localStorage.setItem(keptAs(), JSON.stringify([{ path, title }, ...others].slice(0, most)))
}
