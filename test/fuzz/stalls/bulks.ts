/** JSON or bytes of about a size, by what is large about them. */
export type Bulks = Readonly<Record<string, (bytes: number) => string>>

/** As many copies, separated by commas, as fit. */
function fill(bytes: number, item: (index: number) => string): string {
  const items: string[] = []
  for (let length = 0, index = 0; length < bytes; index++) {
    const next = item(index)
    items.push(next)
    length += Buffer.byteLength(next) + 1
  }
  return items.join()
}

const nested = (depth: number, [open, close]: readonly [string, string]) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`
const layer = (rest: string) => `{"type":"text","name":"a","x":0,"y":0,"width":9,"height":9${rest}}`
const design = (layers: string) => `{"schema":1,"width":9,"height":9,"layers":[${layers}]}`

/** As many keys as an object may have. */
const MAX_KEYS = 10_000
const objectOfObjects = (keys: number) => `{${fill(keys * 11, (n) => `"k${n}":{}`)}}`

/** Lists and objects whose parts fit nothing: each may be an error of its own. */
const invalid: Bulks = {
  'deep lists': (bytes) => `[${fill(bytes, () => nested(55, ['[', ']']))}]`,
  'deep objects': (bytes) => `[${fill(bytes, () => nested(55, ['{"a":', '}']))}]`,
  'lists of lists': (bytes) => `[${fill(bytes, () => nested(5, ['[', ']']))}]`,
  'lists of objects': (bytes) => `[${fill(bytes, () => `[${'{},'.repeat(40)}{}]`)}]`,
  'objects of objects': (bytes) => `[${fill(bytes, () => objectOfObjects(40))}]`,
  'large objects of objects': (bytes) => `[${fill(bytes - 100_000, () => objectOfObjects(MAX_KEYS - 100))}]`,
  'keys of objects': () => objectOfObjects(MAX_KEYS - 100),
}

/** A layer with invalid values in a property. */
const invalidIn = (name: string, layerOf: (value: string) => string): Bulks =>
  Object.fromEntries(
    Object.entries(invalid).map(([kind, make]) => [
      `${name} of ${kind}`,
      (bytes) => design(layerOf(make(bytes - 300))),
    ]),
  )
const box = '"name":"a","x":0,"y":0,"width":9,"height":9'

/** Values that are allowed by their size alone. */
export const bulkyValues: Bulks = {
  ...invalid,
  ...invalidIn('table rows', (value) => `{"type":"table",${box},"rows":${value}}`),
  ...invalidIn('table columns', (value) => `{"type":"table",${box},"columns":${value}}`),
  ...invalidIn('column values', (value) => `{"type":"table",${box},"columns":[{"values":${value}}]}`),
  ...invalidIn('chart values', (value) => `{"type":"chart",${box},"values":${value}}`),
  ...invalidIn('layers', (value) => value),
  text: (bytes) => `"${'x'.repeat(bytes)}"`,
  spaces: (bytes) => `"${' '.repeat(bytes)}"`,
  digits: (bytes) => `"${'9'.repeat(bytes)}"`,
  escapes: (bytes) => `"${String.raw`\"`.repeat(bytes / 2)}"`,
  markup: (bytes) => `"${'**[a]('.repeat(bytes / 6)}"`,
  braces: (bytes) => `"${'{{a}}'.repeat(bytes / 5)}"`,
  url: (bytes) => `"https://a.example/${'a/../'.repeat(bytes / 5)}"`,
  emoji: (bytes) => `"${'😀'.repeat(bytes / 4)}"`,
  number: (bytes) => '9'.repeat(bytes),
  keys: (bytes) => `{${fill(bytes, (n) => `"k${n}":1`)}}`,
  'empty keys': (bytes) => `{${fill(bytes, (n) => `"${n}":""`)}}`,
  numbers: (bytes) => `[${fill(bytes, () => '1')}]`,
  texts: (bytes) => `[${fill(bytes, () => '""')}]`,
  // A number that a double cannot keep makes each other one slower to read.
  'lists of numbers': (bytes) => `[12345678901234567890,${fill(bytes - 40_000, () => `[${'1,'.repeat(19_000)}1]`)}]`,
  'different texts': (bytes) => `[${fill(bytes, (n) => `"${n}"`)}]`,
  objects: (bytes) => `[${fill(bytes, () => '{}')}]`,
  'named objects': (bytes) => `[${fill(bytes, (n) => `{"name":"n${n}"}`)}]`,
  lists: (bytes) => `[${fill(bytes, () => '[]')}]`,
  layers: (bytes) => design(fill(bytes, () => layer(''))),
  'unknown layers': (bytes) => design(fill(bytes, () => '{"type":"x"}')),
  'wrong layers': (bytes) => design(fill(bytes, () => layer(',"text":{"bind":""},"fill":"x","x":"y"'))),
  'bound layers': (bytes) => design(fill(bytes, (n) => layer(`,"text":{"bind":"f${n}"}`))),
  'layer of keys': (bytes) => design(layer(`,${fill(bytes, (n) => `"k${n}":1`)}`)),
  'layer of text': (bytes) => design(layer(`,"text":"${'a '.repeat(bytes / 2)}"`)),
  groups: (bytes) =>
    design(`{"type":"group","name":"g","x":0,"y":0,"width":9,"height":9,"layers":[${fill(bytes, () => layer(''))}]}`),
  paths: (bytes) =>
    design(
      fill(
        bytes,
        () => `{"type":"rating","name":"r","x":0,"y":0,"width":9,"height":9,"path":"M0 0${'L1 1'.repeat(4000)}"}`,
      ),
    ),
  'a path': (bytes) =>
    design(`{"type":"rating","name":"r","x":0,"y":0,"width":9,"height":9,"path":"M${'0 0 '.repeat(bytes / 4)}"}`),
  'an SVG': (bytes) =>
    design(
      `{"type":"svg","name":"s","x":0,"y":0,"width":9,"height":9,"svg":"<svg xmlns='http://www.w3.org/2000/svg'>${'<g>'.repeat(bytes / 3)}"}`,
    ),
  values: (bytes) => `{${fill(bytes, (n) => `"v${n}":"${n}"`)}}`,
}

/** Bodies that are no JSON, or JSON that is only allowed where anything is. */
export const bulkyBodies: Bulks = {
  ...bulkyValues,
  'keys that end too early': (bytes) => `{${fill(bytes, (n) => `"k${n}":1`)}`,
  'lists that do not end': (bytes) => '['.repeat(bytes),
  'objects that do not end': (bytes) => '{"a":'.repeat(bytes / 5),
  'text that does not end': (bytes) => `"${'x'.repeat(bytes)}`,
  'escapes that do not end': (bytes) => `"${String.raw`\"`.repeat(bytes / 2)}`,
  blanks: (bytes) => ' '.repeat(bytes),
  'lines and a mistake': (bytes) => `[${'1,\n'.repeat(bytes / 3)}`,
  'the same key': (bytes) => `{${fill(bytes, () => '"a":1')}}`,
  'halves of letters': (bytes) => `[${fill(bytes, () => String.raw`"\ud800"`)}]`,
}

/** Files of any kind. */
export const bulkyFiles: Bulks = {
  lines: (bytes) => `Name,Image\n${'a,b\n'.repeat(bytes / 4)}`,
  'long line': (bytes) => `Name,Image\n${'a,'.repeat(bytes / 2)}`,
  columns: (bytes) => `${fill(bytes, (n) => `c${n}`)}\n1`,
  quotes: (bytes) => `Name,Image\n"${'""'.repeat(bytes / 2)}`,
  'line breaks': (bytes) => `Name,Image\n"${'\n'.repeat(bytes)}x`,
  cell: (bytes) => `Name,Image\n${'x'.repeat(bytes)},1\n`,
  'JSON lines': (bytes) => '{"Name":"a"}\n'.repeat(bytes / 13),
  JSON: (bytes) => `[${fill(bytes, (n) => `{"Name":"a${n}"}`)}]`,
  'JSON keys': (bytes) => `[{${fill(bytes, (n) => `"k${n}":1`)}}]`,
  SVG: (bytes) => `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(bytes / 3)}`,
  comments: (bytes) => `${'<!-- - '.repeat(bytes / 7)}`,
  blanks: (bytes) => ' '.repeat(bytes),
  zeros: (bytes) => '\0'.repeat(bytes),
}
