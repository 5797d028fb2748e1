import * as v from 'valibot'
import { kept } from '#dashboard/api/kept.ts'
import { personal } from '#dashboard/api/personal.ts'

const keptAs = () => personal('recent')
const most = 8

const recentShape = v.fallback(
  v.array(v.object({ path: v.pipe(v.string(), v.startsWith('/')), title: v.string() })),
  [],
)

export type Recent = v.InferOutput<typeof recentShape>[number]

/** Things looked at lately, newest first. */
export function recentThings(): Recent[] {
  try {
    return v.parse(recentShape, JSON.parse(kept.get(keptAs()) ?? '[]'))
  } catch {
    return []
  }
}

/** Without its open tab, record or filter: it is one thing. */
const pageOf = (path: string) => path.replace(/[?#].*$/s, '')

/** `noteVisit()` keeps what the palette offers to come back to. */
export function noteVisit(path: string, title: string): void {
  const others = recentThings().filter((one) => pageOf(one.path) !== pageOf(path))
  kept.set(keptAs(), JSON.stringify([{ path, title }, ...others].slice(0, most)))
}
