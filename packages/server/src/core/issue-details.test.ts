import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueDetails } from './issue-details.ts'

const shape = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('circle') }),
  z.strictObject({ type: z.literal('square') }),
])

test.each<[what: string, schema: z.ZodType, value: unknown, pointer: string, detail: string]>([
  ['a missing value', z.object({ a: z.string() }), {}, '/a', 'is missing'],
  ['another type', z.object({ a: z.array(z.string()) }), { a: 1 }, '/a', 'must be a list'],
  ['an unknown choice', shape, { type: 'line' }, '/type', 'must be one of "circle", "square"'],
  ['no choice', shape, {}, '/type', 'must be one of "circle", "square"'],
  [
    'none of several types',
    z.object({ a: z.union([z.array(z.string()), z.object({ path: z.string() })]) }),
    { a: 1 },
    '/a',
    'must be a list or an object',
  ],
  ['nothing, where several types fit', z.object({ a: z.union([z.string(), z.number()]) }), {}, '/a', 'is missing'],
  [
    'a type beside fixed values',
    z.union([z.literal('auto'), z.number()]),
    true,
    '',
    'must be one of "auto" or a number',
  ],
  [
    'the form that it is nearest to',
    z.union([z.string(), z.object({ path: z.string() })]),
    { path: 1 },
    '/path',
    'must be a text',
  ],
  ['a pattern', z.string().regex(/^a+$/), 'b', '', 'has the wrong format'],
  ['a pattern with words of its own', z.string().regex(/^a+$/, 'must be of "a" only'), 'b', '', 'must be of "a" only'],
  ['a URL', z.url(), 'b', '', 'must be a URL'],
  ['an unknown key', z.strictObject({}), { b: 1 }, '/b', 'is not a known key'],
])('%s is told in words', (_what, schema, value, pointer, detail) => {
  expect(issueDetails(schema.safeParse(value).error?.issues ?? [])).toEqual([{ pointer, detail }])
})
