import type { BarFormat, MatrixFormat } from './code-looks.ts'
import { cannotEncode } from './encode.ts'

/** Digits under the bars, centred between two places in units of the thinnest bar. */
export interface Digits {
  readonly text: string
  readonly from: number
  readonly to: number
}

interface Kind {
  /** As the encoder calls it. */
  readonly id: string
  /** As people call it. */
  readonly name: string
  /** Free room around the code, in units. */
  readonly quietZone: number
  readonly options?: Readonly<Record<string, string | number>>
}

/** A code of bars. */
export interface BarKind extends Kind {
  /** Checks and completes the value. */
  read(value: string): string
  /** What is written under the bars; a code of its own layout tells where. */
  labels?(value: string): readonly Digits[]
  /** Bars that reach down between the digits. */
  readonly guards?: readonly { readonly from: number; readonly to: number }[]
}

/** Codes of bars. */
export const barKinds: Readonly<Record<BarFormat, BarKind>> = {
  'ean-13': retail(13, {
    id: 'ean13',
    name: 'EAN-13 code',
    quietZone: 11,
    guards: [
      { from: 0, to: 3 },
      { from: 45, to: 50 },
      { from: 92, to: 95 },
    ],
    labels: (digits) => [
      { text: digits.slice(0, 1), from: -10, to: -1 },
      { text: digits.slice(1, 7), from: 4, to: 45 },
      { text: digits.slice(7), from: 50, to: 91 },
    ],
  }),
  'ean-8': retail(8, {
    id: 'ean8',
    name: 'EAN-8 code',
    quietZone: 7,
    guards: [
      { from: 0, to: 3 },
      { from: 31, to: 36 },
      { from: 64, to: 67 },
    ],
    labels: (digits) => [
      { text: digits.slice(0, 4), from: 4, to: 31 },
      { text: digits.slice(4), from: 36, to: 63 },
    ],
  }),
  'upc-a': retail(12, {
    id: 'upca',
    name: 'UPC-A code',
    quietZone: 9,
    guards: [
      { from: 0, to: 10 },
      { from: 45, to: 50 },
      { from: 85, to: 95 },
    ],
    labels: (digits) => [
      { text: digits.slice(0, 1), from: -9, to: -1 },
      { text: digits.slice(1, 6), from: 11, to: 45 },
      { text: digits.slice(6, 11), from: 50, to: 84 },
      { text: digits.slice(11), from: 96, to: 104 },
    ],
  }),
  'itf-14': retail(14, { id: 'itf14', name: 'ITF-14 code', quietZone: 10 }),
  'code-128': { id: 'code128', name: 'Code 128', quietZone: 10, read: readCode128 },
  'code-39': { id: 'code39', name: 'Code 39', quietZone: 10, read: readCode39 },
}

/** Codes of squares. */
export const matrixKinds: Readonly<Record<MatrixFormat, Kind>> = {
  'data-matrix': { id: 'datamatrix', name: 'DataMatrix code', quietZone: 1 },
  pdf417: { id: 'pdf417', name: 'PDF417 code', quietZone: 2 },
  aztec: { id: 'azteccode', name: 'Aztec code', quietZone: 1 },
}

function retail(length: number, kind: Omit<BarKind, 'read'>): BarKind {
  return { ...kind, read: (value) => readDigits(value, { length, name: kind.name }) }
}

/** All digits, with the check digit added where it is missing. Blanks and hyphens between digits are how people write them. */
function readDigits(value: string, { length, name }: { length: number; name: string }): string {
  const digits = value.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) throw cannotEncode(value, name, 'it may contain only digits')
  if (digits.length !== length && digits.length !== length - 1) {
    const lengths = `${length} digits, or ${length - 1} without the check digit`
    throw cannotEncode(value, name, `it has ${digits.length} digits and needs ${lengths}`)
  }
  const body = digits.slice(0, length - 1)
  const check = checkDigit(body)
  if (digits.length === length && !digits.endsWith(check)) {
    throw cannotEncode(
      value,
      name,
      `its last digit should be ${check} (${body}${check}); check the number, or omit its last digit`,
    )
  }
  return body + check
}

/** From the right, digits count three times and once in turn. */
function checkDigit(body: string): string {
  const sum = [...body].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

function readCode128(value: string): string {
  const wrong = [...value].find((character) => !/^[ -~]$/.test(character))
  if (wrong !== undefined) {
    throw cannotEncode(value, 'Code 128', `"${wrong}" is not supported (only ASCII characters are); use a QR code`)
  }
  return value
}

function readCode39(value: string): string {
  const upper = value.toUpperCase()
  const wrong = [...upper].find((character) => !/^[0-9A-Z .$/+%-]$/.test(character))
  if (wrong !== undefined) {
    throw cannotEncode(
      value,
      'Code 39',
      `"${wrong}" is not supported (only A-Z, 0-9, space and -.$/+% are); use Code 128`,
    )
  }
  return upper
}
