import { type ArrowFunctionExpression, type Function as FunctionNode, type Node, parseSync, Visitor } from 'oxc-parser'
import { z } from 'zod'
import { folderCycles } from '#test/house/cycles.ts'
import { createParsed } from '#test/parsed.ts'

/** What is counted of the shape of the source. Each count may only fall. */
export const SHAPES = [
  'long functions',
  'functions of many parameters',
  'overloads',
  'full folders',
  'folders in cycles',
] as const

/** A place that has grown out of shape, with its size. */
const misshapeSchema = z.object({
  shape: z.enum(SHAPES),
  /** `path:line name` */
  place: z.string(),
  size: z.number(),
})
export type Misshape = z.infer<typeof misshapeSchema>

const MAX_LINES = 60
const MAX_PARAMETERS = 3
const MAX_FILES = 40

interface Measured {
  start: number
  end: number
  name: string
  parameters: number
  /** Called by a library, which decides what it passes: the function has no name of its own. */
  isCallback: boolean
}

interface Outline {
  /** With a body. */
  functions: Measured[]
  overloads: Pick<Measured, 'start' | 'name'>[]
}

function outlineOf(path: string, source: string): Outline {
  const functions: Measured[] = []
  const overloads: Outline['overloads'] = []
  const names = new Map<Node, string>()
  const note = (node: FunctionNode | ArrowFunctionExpression): void => {
    const name = names.get(node) ?? node.id?.name
    const { start, end } = node
    const params = node.params.filter((one) => one.type !== 'Identifier' || one.name !== 'this')
    if (node.body === null) return
    functions.push({
      start,
      end,
      name: name ?? '(callback)',
      parameters: params.length,
      isCallback: name === undefined,
    })
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'Identifier') names.set(init, id.name)
    },
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
    TSDeclareFunction: ({ id, start }) => void overloads.push({ start, name: id?.name ?? '(default)' }),
  }).visit(parseSync(path, source).program)
  return { functions, overloads }
}

/** Lines of a function without those of the functions in it, which count on their own: a factory is as long as what it makes is many. */
function ownLines(source: string, { start, end }: Measured, all: readonly Measured[]): number {
  const linesIn = (from: number, to: number) => source.slice(from, to).split('\n').length - 1
  const inside = all.filter((other) => other.start > start && other.end <= end)
  const nearest = inside.filter((one) => !inside.some((other) => other.start < one.start && one.end <= other.end))
  return 1 + linesIn(start, end) - nearest.reduce((sum, one) => sum + linesIn(one.start, one.end), 0)
}

function misshapesOfFile(path: string, source: string): Misshape[] {
  const { functions, overloads } = outlineOf(path, source)
  const placeOf = (start: number, name: string) => `${path}:${source.slice(0, start).split('\n').length} ${name}`
  const long = functions.map((one): Misshape => {
    const size = ownLines(source, one, functions)
    return { shape: 'long functions', place: placeOf(one.start, one.name), size }
  })
  const wide = functions
    .filter(({ isCallback }) => !isCallback)
    .map(({ start, name, parameters }): Misshape => {
      return { shape: 'functions of many parameters', place: placeOf(start, name), size: parameters }
    })
  const overloaded = overloads.map(({ start, name }): Misshape => {
    return { shape: 'overloads', place: placeOf(start, name), size: 1 }
  })
  return [
    ...long.filter(({ size }) => size > MAX_LINES),
    ...wide.filter(({ size }) => size > MAX_PARAMETERS),
    // A declaration file describes a library.
    ...(path.endsWith('.d.ts') ? [] : overloaded),
  ]
}

/** What is out of shape inside of each file. */
export const parsedShapes = createParsed({
  name: 'shapes',
  found: z.array(misshapeSchema),
  parse: misshapesOfFile,
  parser: [import.meta.filename],
})

function fullFolders(paths: readonly string[]): Misshape[] {
  const sizes = new Map<string, number>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return (
    [...sizes]
      // Migrations are a list by number, which only grows.
      .filter(([place, size]) => size > MAX_FILES && !place.endsWith('/migrations'))
      .map(([place, size]) => ({ shape: 'full folders', place, size }))
  )
}

function circlingFolders(files: ReadonlyMap<string, string>): Misshape[] {
  return folderCycles(files).flatMap((cycle) =>
    cycle.map((place) => ({ shape: 'folders in cycles' as const, place, size: cycle.length })),
  )
}

/** `misshapesIn()` lists what is out of shape, given every source file by its path. Tests are lists of cases: only their folders count. */
export function misshapesIn(files: ReadonlyMap<string, string>): Misshape[] {
  const product = [...files].filter(([path]) => !/\.(test|test-kit)\.tsx?$|\/fakes\//.test(path))
  return [
    ...product.flatMap(([path, source]) => parsedShapes.of(path, source)),
    ...fullFolders([...files.keys()]),
    ...circlingFolders(files),
  ]
}
