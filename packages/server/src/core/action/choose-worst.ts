import type { BecauseCode } from '@pictable/model/preview'
import type { SourceRecord } from '#core/ports/source.ts'
import type { Listing } from '#core/run/find-listing.ts'
import {
  bindRecords,
  type Fields,
  fieldsOf,
  isEmptyCell,
  problemOfTexts,
  templateValueOf,
} from '#core/run/map-record.ts'
import { nextTurn } from '#core/turns.ts'
import { listed } from '#core/words.ts'

export interface Because {
  code: BecauseCode
  /** For people. */
  message: string
}

export interface Chosen {
  record: SourceRecord
  because: Because[]
}

interface Cell {
  /** Of the field. */
  name: string
  text: string
  isImage: boolean
  isEmpty: boolean
}

interface Finding {
  /** The worst has the highest; 0 is nothing to look at. */
  score: number
  message: string
}

type Judge = (cells: readonly Cell[]) => Finding

function cellsOf({ bindings }: Listing, imageNames: ReadonlySet<string>, fields: Fields): Cell[] {
  return bindings.flatMap((binding): Cell[] => {
    const { name, from } = binding
    const read = fieldsOf(binding)
    if (read.length === 0) return []
    const isImage = imageNames.has(name) || read.some(({ kind }) => kind === 'attachments')
    const value = fields[name] ?? null
    const text = isImage || typeof value === 'boolean' ? '' : String(templateValueOf(value) ?? '')
    return [{ name: 'field' in from ? from.field.name : name, text, isImage, isEmpty: isEmptyCell(value) }]
  })
}

/** The cell of which most is found. */
function worstCell(measure: (text: string) => number, words: (count: number, name: string) => string): Judge {
  return (cells) => {
    const found = cells.map(({ name, text }) => ({ name, count: measure(text) }))
    const [worst] = found.toSorted((one, other) => other.count - one.count)
    return worst === undefined
      ? { score: 0, message: '' }
      : { score: worst.count, message: words(worst.count, worst.name) }
  }
}

function emptyCells(among: (cell: Cell) => boolean, words: (names: string) => string): Judge {
  return (cells) => {
    const empty = cells.filter((cell) => among(cell) && cell.isEmpty)
    return {
      score: empty.length,
      message: words(
        listed(
          empty.map(({ name }) => name),
          5,
        ),
      ),
    }
  }
}

const countOf = (pattern: RegExp) => (text: string) => text.match(pattern)?.length ?? 0

const longestOf = (text: string) => Math.max(0, ...text.split(/\s+/u, 2000).map((word) => word.length))

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu

/** In the order in which they are shown. */
const judges: readonly [code: Because['code'], judge: Judge][] = [
  [
    'longest_text',
    worstCell(
      (text) => text.length,
      (count, name) => `longest text: ${count} characters in "${name}"`,
    ),
  ],
  [
    'missing_image',
    emptyCells(
      ({ isImage }) => isImage,
      (names) => `no picture in ${names}`,
    ),
  ],
  [
    'emptiest',
    emptyCells(
      ({ isImage }) => !isImage,
      (names) => `most empty fields: ${names}`,
    ),
  ],
  ['right_to_left', worstCell(countOf(rightToLeft), (_, name) => `right-to-left text in "${name}"`)],
  ['longest_word', worstCell(longestOf, (count, name) => `longest word: ${count} characters in "${name}"`)],
  ['most_digits', worstCell(countOf(/\p{Nd}/gu), (count, name) => `most digits: ${count} in "${name}"`)],
]

/**
 * Of a sample, the records that a design most likely breaks on: one whose texts cannot be made, the worst by each judge,
 * then the first ones. A record that is the worst in several ways is there once, with all reasons.
 */
export async function chooseWorst(
  sample: readonly SourceRecord[],
  { listing, imageNames, limit }: { listing: Listing; imageNames: ReadonlySet<string>; limit: number },
): Promise<Chosen[]> {
  const bound = await bindRecords(listing, sample)
  const measured = sample.map((record, at) => ({ record, cells: cellsOf(listing, imageNames, bound[at] ?? {}) }))
  const chosen = new Map<string, Chosen>()
  const choose = (record: SourceRecord, because: Because) => {
    const known = chosen.get(record.id)
    if (known !== undefined) known.because.push(because)
    else if (chosen.size < limit) chosen.set(record.id, { record, because: [because] })
  }
  for (const [at, record] of sample.entries()) {
    const problem = problemOfTexts(bound[at] ?? {})
    if (problem === undefined) continue
    choose(record, { code: 'fails', message: `the text of a mapping fails: ${problem.message}` })
    break
  }
  for (const [code, judge] of judges) {
    // Each reads every cell of the sample.
    await nextTurn()
    const findings = measured.map(({ record, cells }) => ({ record, ...judge(cells) }))
    const [worst] = findings.toSorted((one, other) => other.score - one.score)
    if (worst !== undefined && worst.score > 0) choose(worst.record, { code, message: worst.message })
  }
  for (const record of sample) {
    if (chosen.size >= limit) break
    if (!chosen.has(record.id)) choose(record, { code: 'first', message: 'one of the first in the view' })
  }
  return [...chosen.values()]
}
