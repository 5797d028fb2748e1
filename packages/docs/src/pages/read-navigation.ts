import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Navigation } from './navigation.ts'

const entry = z.strictObject({
  path: z.string(),
  title: z.string().min(1),
  summary: z.string().min(1),
  words: z.string().optional(),
})
const navigation = z.strictObject({
  tasks: z.array(entry),
  sections: z.array(z.strictObject({ title: z.string().min(1), summary: z.string(), pages: z.array(entry).min(1) })),
})

/** Reads `docs/navigation.json`, the one place that says which pages there are. */
export function readNavigation(root: string): Navigation {
  return navigation.parse(JSON.parse(readFileSync(join(root, 'docs', 'navigation.json'), 'utf8')))
}
