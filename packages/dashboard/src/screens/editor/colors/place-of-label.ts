/** Reads what a property of the layer is. */
export type Read = (name: string) => unknown

/** Of a list or a text of numbers; undefined where a field fills it. */
function firstNumber(values: unknown): number | undefined {
  const first = Array.isArray(values) ? (values[0] ?? 0) : values
  if (typeof first !== 'string') return typeof first === 'number' ? first : undefined
  const [written = ''] = first.trim().split(/[,;\n]/, 1)
  const number = written.trim()
  if (number === '') return 0
  return /^-?\d+(?:\.\d+)?$/.test(number) ? Number(number) : undefined
}

export type LabelPlace = 'hole' | 'track' | 'bar' | undefined

/** On what the label of a progress chart is; undefined where it is on an edge of the bar, or may be. */
export function placeOfLabel(read: Read): LabelPlace {
  const size = (name: string) => Number(read(name) ?? Number.NaN)
  const [width, height, fontSize] = [size('width'), size('height'), size('fontSize')]
  if (read('chart') === 'ring') {
    const inner = (Math.min(width, height) / 2) * size('innerRadius')
    return fontSize <= 0.7 * inner ? 'hole' : undefined
  }
  const value = firstNumber(read('values'))
  const [min, max] = [Number(read('min') ?? 0), Number(read('max') ?? 100)]
  if (value === undefined) return undefined
  const reached = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0
  const isUpright = height > width
  const length = isUpright ? height : width
  // No letter is wider or higher than this, and a label shrinks to the width.
  const written = read('format') === undefined ? String(value).length * fontSize : width
  const half = isUpright ? fontSize : Math.min(width, written) / 2
  if (reached === 1 || reached * length >= length / 2 + half) return 'bar'
  return reached === 0 || reached * length <= length / 2 - half ? 'track' : undefined
}
