/** Of the names, the one that was most likely meant: equal but for case and spaces, or at most two letters away. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '')
  const wanted = plain(name).slice(0, MAX_LENGTH)
  const ranked = names
    .slice(0, MAX_NAMES)
    .map((each) => ({ each, edits: edits(wanted, plain(each).slice(0, MAX_LENGTH)) }))
    .sort((one, other) => one.edits - other.edits)
  const best = ranked[0]
  return best && best.edits <= Math.min(2, Math.floor(wanted.length / 2)) ? best.each : undefined
}

const MAX_LENGTH = 60
const MAX_NAMES = 1000

/** How many letters have to be added, removed or replaced to make one text the other. */
function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    let before = at + 1
    const next = [before]
    for (const [place, against] of [...other].entries()) {
      const replaced = (row[place] ?? 0) + (letter === against ? 0 : 1)
      before = Math.min(replaced, before + 1, (row[place + 1] ?? 0) + 1)
      next.push(before)
    }
    row = next
  }
  return row.at(-1) ?? 0
}
