/** The name itself if it is free, else the next of "Title 2", "Title 3" … */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const [, stem = name, number = '1'] = /^(.*\S) (\d{1,6})$/.exec(name) ?? []
  for (let next = Number(number) + 1; ; next++) {
    const ending = ` ${next}`
    const candidate = stem.slice(0, MAX_NAME - ending.length) + ending
    if (!taken.has(candidate)) return candidate
  }
}

/** The longest name that a layer may have. */
const MAX_NAME = 200
