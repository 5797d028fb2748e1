import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseTemplate, templateJsonSchema } from './template.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const designs = globSync('packages/renderer/designs/*.json', { cwd: root }).map((path) => join(root, path))
const examples = globSync('examples/templates/*.json', { cwd: root }).map((path) => join(root, path))

const schema = z.fromJSONSchema(templateJsonSchema())

describe('templateJsonSchema()', () => {
  test('accepts every design there is', () => {
    const design = z.object({ template: z.unknown() })
    const all = [...designs.map((path) => design.parse(read(path)).template), ...examples.map(read)]
    expect(all.length).toBeGreaterThan(10)
    for (const template of all) {
      expect(parseTemplate(template)).toBeDefined()
      const result = schema.safeParse(template)
      expect(result.error?.issues).toBeUndefined()
    }
  })
})
