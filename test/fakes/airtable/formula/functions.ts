import { FormulaError, isTruthy, type Scalar, toDate, toNumber, toText, type Value } from './value.ts'

/** What a formula may ask of the record it is worked out for. */
export interface FormulaRecord {
  id: string
  createdAtMs: number
  nowMs: number
  autoNumber: number
  cell(fieldId: string): Value
  /** When these fields (all that can be edited, if none is named) were written last. */
  modifiedAtMs(fieldIds: readonly string[]): number | null
}

/** Arguments come unevaluated, so that IF() looks at one branch only. */
type Apply = (args: readonly (() => Value)[], record: FormulaRecord) => Value

const values = (args: readonly (() => Value)[]): Scalar[] => args.flatMap((arg) => arg())
const at = (args: readonly (() => Value)[], index: number): Value => args[index]?.() ?? null
const texts =
  (apply: (...parts: string[]) => Value): Apply =>
  (args) =>
    apply(...args.map((arg) => toText(arg())))
const numbers =
  (apply: (parts: number[]) => number): Apply =>
  (args) =>
    apply(
      values(args)
        .filter((value) => value !== null)
        .map(toNumber),
    )

function days(compareMs: (one: number, other: number) => boolean): Apply {
  return (args) => {
    const [one, other] = [toDate(at(args, 0)), toDate(at(args, 1))]
    return one !== null && other !== null && compareMs(one.getTime(), other.getTime())
  }
}

const msPerUnit = new Map([
  ['milliseconds', 1],
  ['seconds', 1000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
])

function unitMs(value: Value): number {
  const ms = msPerUnit.get(toText(value))
  if (ms === undefined) throw new FormulaError(`"${toText(value)}" is no unit of time`)
  return ms
}

const modelled = new Map<string, Apply>(
  Object.entries<Apply>({
    RECORD_ID: (_args, record) => record.id,
    CREATED_TIME: (_args, record) => new Date(record.createdAtMs),
    NOW: (_args, record) => new Date(record.nowMs),
    TODAY: (_args, record) => new Date(new Date(record.nowMs).toISOString().slice(0, 10)),
    BLANK: () => null,
    TRUE: () => true,
    FALSE: () => false,
    AND: (args) => args.every((arg) => isTruthy(arg())),
    OR: (args) => args.some((arg) => isTruthy(arg())),
    NOT: (args) => !isTruthy(at(args, 0)),
    XOR: (args) => args.filter((arg) => isTruthy(arg())).length % 2 === 1,
    IF: (args) => (isTruthy(at(args, 0)) ? at(args, 1) : at(args, 2)),
    ERROR: () => {
      throw new FormulaError('ERROR()')
    },
    IS_AFTER: days((one, other) => one > other),
    IS_BEFORE: days((one, other) => one < other),
    DATEADD: (args) => {
      const date = toDate(at(args, 0))
      return date && new Date(date.getTime() + toNumber(at(args, 1)) * unitMs(at(args, 2)))
    },
    DATETIME_PARSE: (args) => toDate(at(args, 0)),
    LOWER: texts((text) => (text ?? '').toLowerCase()),
    UPPER: texts((text) => (text ?? '').toUpperCase()),
    TRIM: texts((text) => (text ?? '').trim()),
    LEN: texts((text) => (text ?? '').length),
    FIND: texts((part, text) => (text ?? '').indexOf(part ?? '') + 1),
    SEARCH: texts((part, text) => (text ?? '').toLowerCase().indexOf((part ?? '').toLowerCase()) + 1 || null),
    CONCATENATE: texts((...parts) => parts.join('')),
    ARRAYJOIN: (args) => {
      const separator = args.length > 1 ? toText(at(args, 1)) : ', '
      return values(args.slice(0, 1)).map(toText).join(separator)
    },
    COUNTA: (args) => values(args).filter((value) => value !== null && value !== '').length,
    SUM: numbers((parts) => parts.reduce((sum, part) => sum + part, 0)),
    MAX: numbers((parts) => Math.max(...parts)),
    MIN: numbers((parts) => Math.min(...parts)),
    ABS: numbers(([one]) => Math.abs(one ?? 0)),
    ROUND: numbers(([one, places]) => Math.round((one ?? 0) * 10 ** (places ?? 0)) / 10 ** (places ?? 0)),
    MOD: numbers(([one, other]) => (one ?? 0) % (other ?? 0)),
  }),
)

/** Airtable's other functions, to tell what is not modelled from what is wrong. */
const others = new Set(
  (
    'ARRAYCOMPACT ARRAYFLATTEN ARRAYSLICE ARRAYUNIQUE AVERAGE CEILING COUNT COUNTALL DATESTR DATETIME_DIFF ' +
    'DATETIME_FORMAT DAY ENCODE_URL_COMPONENT EVEN EXP FLOOR FROMNOW HOUR INT ISERROR IS_SAME LEFT LOG ' +
    'MID MINUTE MONTH ODD POWER REGEX_EXTRACT REGEX_MATCH REGEX_REPLACE REPLACE REPT RIGHT ROUNDDOWN ROUNDUP SECOND ' +
    'SET_LOCALE SET_TIMEZONE SQRT SUBSTITUTE SWITCH T TIMESTR TONOW VALUE WEEKDAY WEEKNUM WORKDAY WORKDAY_DIFF YEAR'
  ).split(' '),
)

/** Its arguments are fields, not values, so it is worked out where fields are known. */
export const lastModifiedTime = 'LAST_MODIFIED_TIME'

export const isModelledFunction = (name: string): boolean => name === lastModifiedTime || modelled.has(name)
export const isAirtableFunction = (name: string): boolean => isModelledFunction(name) || others.has(name)

export function applyFunction(name: string, args: readonly (() => Value)[], record: FormulaRecord): Value {
  const apply = modelled.get(name)
  if (!apply) throw new FormulaError(`${name}() is unknown`)
  return apply(args, record)
}
