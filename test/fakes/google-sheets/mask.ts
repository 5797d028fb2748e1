/** A mask of fields, such as `sheets(properties(title),data.rowData)`: null keeps all that is below. */
type Mask = Map<string, Mask> | null

/** Reads the part from `at`. @returns where it ends */
function parse(text: string, at: number, into: Map<string, Mask>): number {
  let place = at
  while (place < text.length && text[place] !== ')') {
    const [name = ''] = /^[^,()./]*/.exec(text.slice(place)) ?? []
    if (name === '') throw new Error(`Invalid field selection: ${text}`)
    place += name.length
    const below = into.get(name) ?? new Map<string, Mask>()
    const isNested = text[place] === '(' || text[place] === '.' || text[place] === '/'
    if (text[place] === '(') place = parse(text, place + 1, below) + 1
    else if (isNested) place = parseOne(text, place + 1, below)
    into.set(name, isNested ? below : null)
    if (text[place] === ',') place++
  }
  return place
}

/** One path behind a dot: ends at a comma of its own level. */
function parseOne(text: string, at: number, into: Map<string, Mask>): number {
  const [name = ''] = /^[^,()./]*/.exec(text.slice(at)) ?? []
  const place = at + name.length
  const below = new Map<string, Mask>()
  if (text[place] === '(') {
    const end = parse(text, place + 1, below) + 1
    into.set(name, below)
    return end
  }
  if (text[place] === '.' || text[place] === '/') {
    const end = parseOne(text, place + 1, below)
    into.set(name, below)
    return end
  }
  into.set(name, null)
  return place
}

function keep(value: unknown, mask: Mask): unknown {
  if (mask === null || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => keep(item, mask))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const below = mask.get(name)
      return below === undefined ? [] : [[name, keep(item, below)]]
    }),
  )
}

/** What Google answers when a request names the fields it wants. */
export function applyMask(value: unknown, fields: string | null): unknown {
  if (fields === null || fields === '*') return value
  const mask = new Map<string, Mask>()
  parse(fields, 0, mask)
  return keep(value, mask)
}
