import { AppError } from '#core/errors.ts'
import { keepUpload } from '#core/image/keep-upload.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { RecordError } from '#core/run/record-error.ts'
import { shortened } from '#core/words.ts'
import { drawSpecimen } from './draw-specimen.ts'
import { type Font, fontKey } from './font.ts'

const mostBytes = 10_000_000

export interface FontUpload {
  filename: string
  bytes: Uint8Array
  /** In place of what the file says of itself. */
  family?: string | undefined
  weight?: number | undefined
  style?: Font['style'] | undefined
}

/** What happens when another file has this family, weight and style. */
type IfTaken = 'fail' | 'replace' | 'keep'

export type FontWorld = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'renderer' | 'storage'>

function fontRefused(error: unknown, filename: string): unknown {
  if (!(error instanceof RecordError)) return error
  const isNamed = error.message.includes(filename)
  const message = isNamed ? `T${error.message.slice(1)}.` : `The font "${filename}" cannot be used: ${error.message}`
  return new AppError('invalid_request', message, { cause: error, errors: [{ pointer: '', detail: error.message }] })
}

/** Vets the file and sets words in it, in a render process: a font that is out to do harm harms that one alone. */
async function readFont(world: FontWorld, upload: FontUpload): Promise<Font> {
  const { bytes } = upload
  const filename = shortened(upload.filename, 255)
  const facts = await world.renderer.inspectFont(bytes, filename)
  const family = upload.family ?? facts.family
  if (family === null)
    throw new AppError('invalid_request', `The font "${filename}" has no family name. Set one with ?family=.`, {
      errors: [{ pointer: '/query/family', detail: 'is missing, and the file contains none' }],
    })
  const font: Font = {
    id: world.newId('font'),
    family,
    weight: upload.weight ?? facts.weight,
    style: upload.style ?? facts.style,
    filename,
    contentType: `font/${facts.format}`,
    hash: world.digest.sha256(bytes),
    sizeBytes: bytes.length,
    facts,
    createdAt: world.clock.now(),
  }
  await drawSpecimen(world, font, { bytes })
  return font
}

export interface AddedFont {
  font: Font
  isNew: boolean
}

/** Keeps a font that templates use by its family. The same file again changes nothing. @throws AppError `conflict` when another one has its place */
export async function addFont(
  world: FontWorld,
  { ifTaken, ...upload }: FontUpload & { ifTaken: IfTaken },
): Promise<AddedFont> {
  const font = await keepFont(world, upload)
  return retryIfTaken(() => world.data.transaction((inside) => saveFont(inside, font, ifTaken)))
}

/** Checks a font and stores its file, all that takes long; `saveFont()` then makes it known. */
export async function keepFont(world: FontWorld, upload: FontUpload): Promise<Font> {
  const { bytes, filename } = upload
  if (bytes.length > mostBytes)
    throw new AppError(
      'payload_too_large',
      `"${filename}" has ${Math.ceil(bytes.length / 1e6)} MB. The maximum is 10 MB.`,
    )
  const font = await readFont(world, upload).catch((error: unknown) => {
    throw fontRefused(error, filename)
  })
  const file = { hash: font.hash, format: 'font' as const }
  await keepUpload(world, { key: fontKey(font), file, bytes, contentType: font.contentType })
  return font
}

/** Repeats the transaction when another process inserted the font between the look and the insert. */
export async function retryIfTaken<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict' && error.cause !== undefined) return save()
    throw error
  }
}

/** In a transaction. @throws AppError `conflict` when another font has its place and is to stay */
export async function saveFont(inside: Data, font: Font, ifTaken: IfTaken): Promise<AddedFont> {
  const there = await inside.fonts.find(font)
  if (there === null) {
    await inside.fonts.insert(font)
    return { font, isNew: true }
  }
  if (there.hash === font.hash || ifTaken === 'keep') return { font: there, isNew: false }
  if (ifTaken === 'fail')
    throw new AppError(
      'conflict',
      `The font "${font.family}" ${font.weight} ${font.style} already exists (${there.id}, from "${there.filename}"). Add ?replace=true to replace its file, or choose another family, weight or style.`,
    )
  const replaced = { ...font, id: there.id }
  await inside.fonts.replace(replaced)
  return { font: replaced, isNew: false }
}

/** @throws AppError `conflict` while templates name the family, unless `force` */
export async function deleteFont(
  { clock, data }: Pick<World, 'clock' | 'data'>,
  font: Font,
  force: boolean,
): Promise<void> {
  await data.transaction(async (inside) => {
    const users = force ? [] : await inside.fonts.usersOf(font.family)
    if (users.length > 0) {
      const names = users.map((name) => `"${name}"`).join(', ')
      throw new AppError(
        'conflict',
        `Templates use the family "${font.family}": ${names}. Choose another font in their drafts and published versions, or add ?force=true.`,
      )
    }
    await inside.fonts.delete(font.id, clock.now())
  })
}
