import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mutantsOf, nameOf } from './mutate.ts'
import { playMutants } from './play.ts'
import { mutantsIn, subjects } from './subjects.ts'
import { survivors } from './survivors.ts'

const changesIn = (source: string) => mutantsOf('a.ts', source).map(({ before, after }) => `${before} -> ${after}`)

describe('mutantsOf()', () => {
  test.each([
    ['a < b', ['< -> <=', '< -> >=']],
    ['a === b', ['=== -> !==']],
    ['a && !b', ['&& -> ||', '!b -> b']],
    ['a ?? b', ['a ?? b -> a']],
    ['x(0, true)', ['x(0, true); -> ;', '0 -> 1', 'true -> false']],
    ["x = ['a', '']", ["x = ['a', '']; -> ;", "'a', -> ", "'' -> ", "'a' -> ''", "'' -> 'mutant'"]],
    ['if (a) throw b', ['a -> true', 'a -> false', 'throw b; -> ;']],
    ['x = /a/', ['x = /a/; -> ;', '/a/ -> /(?!)/', '/a/ -> /(?:)/']],
    ['x = y.some(z)', ['x = y.some(z); -> ;', 'some -> every']],
  ])('changes %s', (source, changes) => {
    const all = changesIn(`${source};`)
    expect(all.filter((change) => changes.includes(change))).toEqual(changes)
  })

  test('leaves types, imports and sentences as they are', () => {
    expect(changesIn("import { a } from 'b'; type T = 'c' | 1; interface I { d: 'e' }")).toEqual([])
    expect(changesIn("export const a: 'b' = f('That is not right.')")).toEqual([])
  })

  test('changes a file where it says', () => {
    const source = "const a = 1\nconst b = 'x' // 1\n"
    expect(mutantsOf('a.ts', source).map((mutant) => nameOf(mutant, source))).toEqual([
      'a.ts: const a = 1: 1 -> 2',
      "a.ts: const b = 'x' // 1: 'x' -> ''",
    ])
  })
})

describe('the list of survivors', () => {
  test('names changes that can be made, each with a reason', () => {
    const names = new Set(
      subjects.flatMap((subject) =>
        subject.files.flatMap((file) => {
          const source = readFileSync(file, 'utf8')
          return mutantsIn(subject, file).map((mutant) => nameOf(mutant, source))
        }),
      ),
    )
    expect(Object.keys(survivors).filter((name) => !names.has(name))).toEqual([])
    expect(Object.values(survivors).filter((reason) => reason.length < 10)).toEqual([])
  })
})

test('playMutants() tells mutants that tests notice from others', async () => {
  const [subject] = subjects.filter(({ name }) => name === 'scopes')
  const [file = ''] = subject?.files ?? []
  const [mutant] = mutantsOf(file, readFileSync(file, 'utf8')).filter(({ before }) => before === '>=')
  if (subject === undefined || mutant === undefined) throw new Error('there is no such mutant')
  const jobs = [
    { mutant, tests: subject.tests },
    { mutant: { ...mutant, before: '>=', after: '>= 0 +' }, tests: subject.tests },
  ]
  expect(await playMutants(jobs)).toEqual(['killed', 'survived'])
})
