import { eventNames } from '@pictable/model/webhook'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isRaw } from './endpoint.ts'
import { contract, endpoints } from './index.ts'

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe('contract', () => {
  test('names every endpoint by collection and verb', () => {
    const expected = Object.entries(contract).flatMap(([collection, verbs]) =>
      Object.keys(verbs).map((verb) => `${kebab(collection)}-${kebab(verb)}`),
    )
    expect(endpoints.map((entry) => entry.name)).toEqual(expected)
  })

  test('has one endpoint for a method and path', () => {
    const ways = endpoints.map((entry) => `${entry.method} ${entry.path}`)
    expect(new Set(ways).size).toBe(ways.length)
  })

  test.each(endpoints.map((entry) => [entry.name, entry] as const))(
    '%s declares the parameters of its path',
    (_, entry) => {
      const inPath = [...entry.path.matchAll(/:(\w+)/g)].map((match) => match[1])
      expect(Object.keys(entry.params?.shape ?? {})).toEqual(inPath)
    },
  )

  test.each(endpoints.map((entry) => [entry.name, entry] as const))('%s refuses unknown keys', (_, entry) => {
    const shapes = [entry.params, entry.query, entry.body, ...Object.values(entry.answers)]
    for (const shape of shapes) {
      if (!shape || isRaw(shape)) continue
      const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
      if (schema.type === 'object' && schema.properties) expect(schema.additionalProperties).toBe(false)
    }
  })
})

test('a webhook can name every event', () => {
  const draft = { name: 'All', url: 'https://hooks.example', events: [...eventNames] }
  for (const { body } of [contract.webhooks.create, contract.webhooks.update])
    expect(body.safeParse(draft).error?.issues).toBeUndefined()
})

describe('examples', () => {
  const examples = endpoints.flatMap(({ name, body, answers }) =>
    [body, ...Object.values(answers)].flatMap((shape) => {
      if (!shape || isRaw(shape)) return []
      const given = shape.meta()?.examples
      return Array.isArray(given) ? given.map((example) => ({ name, shape, example })) : []
    }),
  )

  test.each(examples)('of $name fit their schema', ({ shape, example }) => {
    expect(shape.safeParse(example)).toMatchObject({ success: true })
  })

  test('stand beside every JSON body', () => {
    const without = endpoints.filter(({ body }) => body && !isRaw(body) && !body.meta()?.examples)
    expect(without.map(({ name }) => name)).toEqual([])
  })
})

describe('tablesources', () => {
  test('answers exactly five keys', () => {
    const shape = contract.tablesources.get.answers[200]
    expect(Object.keys(shape.shape).sort()).toEqual(['action_title', 'base_id', 'status', 'table_name', 'view_name'])
    const answer = { action_title: 'a', base_id: 'b', status: null, table_name: 't', view_name: null }
    expect(shape.safeParse(answer).success).toBe(true)
    expect(shape.safeParse({ ...answer, run_id: 'run_1' }).success).toBe(false)
    expect(shape.safeParse({ ...answer, status: 'Done' }).success).toBe(false)
  })
})
