import { changeProblem, everyLayer, type TemplateLayer } from '@pictable/renderer/template'
import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { isEqual } from '#core/template/diff-designs.ts'
import { namedFamilies } from '#core/template/named-parts.ts'
import { type Change, meant, unknownProperty } from '#core/template/read-modifications.ts'
import { listed } from '#core/words.ts'
import type { ChangedOutput } from './apply-exceptions.ts'
import type { RecordModification } from './exception.ts'

/** Of the JSON of one record: a run reads those of a hundred together. */
const MAX_BYTES = 64 * 1024

interface Subject {
  outputs: readonly ChangedOutput[]
  /** The font families that there are. */
  families: ReadonlySet<string>
  /** What is stored already. Unchanged, it is accepted: a template that has lost its layer may get it back. */
  stored: readonly RecordModification[]
}

interface Reading extends Subject {
  given: RecordModification
  index: number
  errors: ErrorDetail[]
}

/** Whether the property is stored with this value. */
function isStored({ stored, given }: Reading, [key, value]: readonly [string, unknown]): boolean {
  return stored.some(
    (each) =>
      each.name === given.name && each.output === given.output && Object.hasOwn(each, key) && isEqual(each[key], value),
  )
}

/** The layers that a modification is about. */
function layersOf({ given: { name, output }, outputs, index, errors }: Reading): TemplateLayer[] {
  const meantOutputs = outputs.filter((each) => output === undefined || each.name === output)
  if (meantOutputs.length === 0) {
    const there = listed(outputs.map((each) => each.name))
    const detail = `The action has no output "${output}". It has: ${there}.`
    errors.push({ pointer: pointer('modifications', index, 'output'), detail })
    return []
  }
  const all = meantOutputs.flatMap(({ design }) => everyLayer(design).map(({ layer }) => layer))
  const found = all.filter((layer) => layer.name === name)
  if (found.length === 0) {
    const there = listed([...new Set(all.map((layer) => layer.name))])
    const detail = `There is no layer named "${name}". There are: ${there}.`
    errors.push({ pointer: pointer('modifications', index, 'name'), detail })
  }
  return found
}

/** Why the layer, as it will be, cannot have the value: a font that is not there. */
function familyProblem({ families }: Subject, { property, value }: Change, layer: object): string | undefined {
  const unknown = namedFamilies(property, value, layer).find((family) => !families.has(family))
  if (unknown === undefined) return undefined
  return `There is no font family "${unknown}". Upload it, or choose one of these: ${listed([...families])}.`
}

/** The property as the first layer calls it that takes the value; why none does is an error. */
function readProperty(layers: readonly TemplateLayer[], [key, value]: readonly [string, unknown], reading: Reading) {
  const changes = layers.flatMap((layer) => {
    const change = meant(layer, key, value)
    if (change === undefined) return []
    const problem = changeProblem(layer, change.property, change.value)
    return [{ ...change, problem: problem ?? familyProblem(reading, change, { ...layer, ...reading.given }) }]
  })
  const fitting = changes.find(({ problem }) => problem === undefined)
  if (fitting !== undefined) return fitting
  const [detail] = [
    ...changes.flatMap(({ problem }) => problem ?? []),
    ...layers.map((layer) => unknownProperty(layer, key)),
  ]
  if (detail !== undefined) reading.errors.push({ pointer: pointer('modifications', reading.index, key), detail })
  return undefined
}

function readOne(reading: Reading): RecordModification {
  const { given, errors, index } = reading
  const { name, output, ...properties } = given
  const entries = Object.entries(properties)
  const read: RecordModification = { name, ...(output !== undefined && { output }) }
  for (const entry of entries) if (isStored(reading, entry)) read[entry[0]] = entry[1]
  const added = entries.filter(([key]) => !Object.hasOwn(read, key))
  if (entries.length > 0 && added.length === 0) return read
  const layers = layersOf(reading)
  if (layers.length === 0) return read
  if (entries.length === 0) {
    const detail = `The modification of the layer "${name}" changes nothing. Name a property with its new value.`
    errors.push({ pointer: pointer('modifications', index), detail })
  }
  for (const entry of added) {
    const [key] = entry
    const change = readProperty(layers, entry, reading)
    if (change === undefined) continue
    if (Object.hasOwn(read, change.property)) {
      const detail = `The property "${change.property}" of the layer "${name}" is given twice.`
      errors.push({ pointer: pointer('modifications', index, key), detail })
    } else read[change.property] = change.value
  }
  return read
}

/**
 * Modifications of the images of one record, in the properties of the layers of an action's outputs.
 * @throws AppError `invalid_request` that points at each unknown layer, property and font, and each value that does not suit
 */
export function readExceptions(subject: Subject, given: readonly RecordModification[]): RecordModification[] {
  const errors: ErrorDetail[] = []
  const seen = new Set<string>()
  const read = given.map((each, index) => {
    const key = JSON.stringify([each.name, each.output])
    if (seen.has(key)) {
      const detail = `The layer "${each.name}" is named twice. Give all its properties together.`
      errors.push({ pointer: pointer('modifications', index, 'name'), detail })
    }
    seen.add(key)
    return readOne({ ...subject, given: each, index, errors })
  })
  if (new TextEncoder().encode(JSON.stringify(read)).length > MAX_BYTES)
    errors.push({ pointer: '/modifications', detail: 'must have at most 64 KiB. Shorten the texts.' })
  refuseIfAny(errors, 'The exceptions do not match the template.')
  return read
}
