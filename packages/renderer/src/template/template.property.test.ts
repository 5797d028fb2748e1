import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { RenderError } from '#renderer/errors/render-error.ts'
import { layerOf, type Random, randomFrom, spoil } from '#renderer/testing/random-template.test-kit.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'
import { layerKinds } from './kinds.ts'
import { parseTemplate, type Template, TemplateError, type TemplateInput, templateJsonSchema } from './template.ts'
import { createTemplateParser } from './template-parser.ts'

const VALID = 150
const INVALID = 400

const root = join(import.meta.dirname, '..', '..', '..', '..')
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const designs = globSync('packages/renderer/designs/*.json', { cwd: root }).map((path) => join(root, path))
const examples = globSync('examples/templates/*.json', { cwd: root }).map((path) => join(root, path))

function templateOf(random: Random): unknown {
  const names = { next: 0 }
  const count = 1 + random.below(5)
  const layers = Array.from({ length: count }, () => layerOf(random, names, 0))
  return { schema: 1, width: 60 + random.below(200), height: 60 + random.below(200), layers }
}

function startsWith(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[[\].]/g, '\\$&')}`)
}

function parse(json: unknown): Template | TemplateError {
  try {
    return parseTemplate(json)
  } catch (error) {
    if (error instanceof TemplateError) return error
    throw error
  }
}

function outcomeOf(parse: (input: TemplateInput) => unknown, input: TemplateInput): unknown {
  try {
    return parse(input)
  } catch (error) {
    return String(error)
  }
}

describe('random templates', () => {
  test('of all kinds are valid, stay as they are, and become pictures', async () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < VALID; seed++) {
      const json = templateOf(randomFrom(seed))
      const template = parse(json)
      if (template instanceof TemplateError) throw new Error(`seed ${seed}: ${template.message}`)
      expect(template).toEqual({ name: '', ...z.object({}).loose().parse(json) })
      for (const layer of template.layers) seen.add(layer.type)
      const { files } = await renderer.render({ template, values: { Text: 'Words', Number: 1 } })
      expect(files[0]?.bytes.length, `seed ${seed}`).toBeGreaterThan(50)
    }
    expect([...seen].sort()).toEqual(layerKinds.map(({ type }) => type).sort())
  })

  test('with one thing wrong are refused with its place, and nothing else is ever thrown', () => {
    let refused = 0
    for (let seed = 0; seed < INVALID; seed++) {
      const random = randomFrom(seed)
      const { json, path } = spoil(random, templateOf(random))
      const template = parse(json)
      if (!(template instanceof TemplateError)) throw new Error(`seed ${seed}: ${path} was taken`)
      refused++
      const places = template.issues.map((issue) => issue.path)
      // A missing kind is missed at `type`; a name that is gone is missed by those who refer to it as well.
      expect(places, `seed ${seed}`).toContainEqual(expect.stringMatching(startsWith(path)))
    }
    expect(refused).toBe(INVALID)
  })

  test.each(layerKinds)('$type: every property refuses what is not for it, and says where', ({ type, shape }) => {
    const box = { type, name: 'Box', width: 10, height: 10, ...(type === 'group' && { children: [] }) }
    for (const property of Object.keys(shape)) {
      const inner = { ...box, [property]: { nonsense: 1 } }
      const outer = { ...box, type: 'group', name: 'Group', children: [inner] }
      const template = parse({ schema: 1, width: 100, height: 100, layers: [{ ...box, name: 'First' }, outer] })
      const places = template instanceof TemplateError ? template.issues.map(({ path }) => path) : []
      const here = startsWith(`layers[1].children[0].${property}`)
      expect(places.length > 0 && places.every((path) => here.test(path)), `${property}: ${places}`).toBe(true)
    }
  })

  test('with any values become a picture or a RenderError that names a layer', async () => {
    const values = ['', 'Words', '-1', 1e9, true, null, [1, '2', null], '#f00', 'data:,', '\ud800', 'x'.repeat(500)]
    let failed = 0
    for (let seed = 0; seed < VALID; seed++) {
      const random = randomFrom(seed)
      const template = parse(templateOf(random))
      if (template instanceof TemplateError) continue
      const [text, number] = [random.pick(values), random.pick(values)]
      try {
        await renderer.render({ template, values: { Text: text, Number: number } })
      } catch (error) {
        if (!(error instanceof RenderError)) throw error
        failed++
        expect(error.layer, error.message).toBeDefined()
      }
    }
    expect(failed).toBeGreaterThan(5)
  })
})

describe('createTemplateParser()', () => {
  test('reads and refuses what parseTemplate() does', () => {
    const parseText = createTemplateParser()
    let refused = 0
    for (let seed = 0; seed < 400; seed++) {
      const random = randomFrom(seed)
      const template = templateOf(random)
      const text = JSON.stringify(seed % 2 === 0 ? template : spoil(random, template).json)
      const expected = outcomeOf(parseTemplate, JSON.parse(text))
      if (typeof expected === 'string') refused++
      expect(outcomeOf(parseText, JSON.parse(text)), `seed ${seed}`).toEqual(expected)
    }
    expect(refused).toBeGreaterThan(100)
  })
})

describe('templateJsonSchema()', () => {
  test('accepts every design there is', () => {
    const schema = z.fromJSONSchema(templateJsonSchema())
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
