import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import type { Modification } from '#core/ports/renderer.ts'
import { reasonOf } from './reason.ts'
import { RecordError } from './record-error.ts'

const failing = {
  recordId: 'row_1',
  label: 'Enamel Teapot',
  mapping: { photo: { field: { id: 'fld_1', name: 'Photo' } }, logo: { value: 'asset:ast_1' } },
}
const picture = (message: string, variable?: string) =>
  new RecordError('image_truncated', message, { layer: 'Picture', ...(variable === undefined ? {} : { variable }) })

describe('reasonOf()', () => {
  test.each<[string, unknown, string]>([
    [
      'the field of a picture',
      picture('the image in layer "Picture" is cut off', 'photo'),
      'the image in field Photo is cut off (image_truncated)',
    ],
    [
      'the field of a picture that did not load',
      picture('layer "Picture": the image returned 403.', 'photo'),
      'the image in field Photo returned 403 (image_truncated)',
    ],
    [
      'the field of a background',
      picture('the image in the background of the page is cut off', 'photo'),
      'the image in field Photo is cut off (image_truncated)',
    ],
    [
      'the field of a background that did not load',
      picture('the background of the page: the image returned 403.', 'photo'),
      'the image in field Photo returned 403 (image_truncated)',
    ],
    [
      'the field of a picture that is not there',
      picture('layer "Picture" has no image', 'photo'),
      'field Photo has no image (image_truncated)',
    ],
    [
      'a fixed value',
      picture('the image is cut off', 'logo'),
      'the image in the fixed value of "logo" is cut off (image_truncated)',
    ],
    [
      'a field by its own name',
      picture('the image is cut off', 'Hero'),
      'the image in field Hero is cut off (image_truncated)',
    ],
    [
      'the layer when no field is known',
      picture('the image in layer "Picture" is cut off'),
      'the image in layer "Picture" is cut off (image_truncated)',
    ],
    [
      'what the renderer says of other values',
      new RecordError('value_invalid', 'layer "Title": fontSize: is "abc"', { variable: 'photo' }),
      'field Photo, layer "Title": fontSize: is "abc" (value_invalid)',
    ],
    ['errors of the storage', new AppError('storage_unavailable', 'the disk is full'), 'the disk is full'],
    ['nothing of a bug', new TypeError('x is undefined'), 'an internal error occurred (internal)'],
  ])('names %s', (_what, error, words) => {
    expect(reasonOf(error, failing).message).toBe(`Record row_1 "Enamel Teapot": ${words}`)
  })

  test('names the exception of the layer where it is shown in place of the value', () => {
    const messageFor = (exceptions: Modification[], output: string | null = null) =>
      reasonOf(picture('layer "Picture": the image returned 404.', 'logo'), { ...failing, output, exceptions }).message
    const value = 'the image in the fixed value of "logo" returned 404 (image_truncated)'
    const exception = 'the image in the exception of layer "Picture" returned 404 (image_truncated)'
    expect(messageFor([{ name: 'Picture', src: 'https://a.example/b.png' }])).toContain(exception)
    expect(messageFor([{ name: 'Picture', fill: { type: 'picture', src: 'x' } }])).toContain(exception)
    const stroke = { color: { type: 'picture', src: 'x' }, width: 2 }
    expect(messageFor([{ name: 'Picture', stroke }])).toContain(exception)
    expect(messageFor([{ name: 'Picture', 'fill.src': 'x' }])).toContain(exception)
    expect(messageFor([{ name: 'Picture', 'colors[0].src': 'x' }])).toContain(exception)
    expect(messageFor([{ name: 'Picture', rows: [{ src: 'x' }] }])).toContain(value)
    expect(messageFor([{ name: 'Picture', 'rows[0].src': 'x' }])).toContain(value)
    expect(messageFor([{ name: 'Picture', 'rows[0]': { src: 'x' } }])).toContain(value)
    expect(messageFor([{ name: 'Picture', src: 'x', output: 'small' }], 'small')).toContain(exception)
    expect(messageFor([{ name: 'Picture', src: 'x', output: 'small' }], 'large')).toContain(value)
    expect(messageFor([{ name: 'Picture', x: 1, fill: 'red' }])).toContain(value)
    expect(messageFor([{ name: 'Other', src: 'x' }])).toContain(value)
    const fixed = picture('the image in layer "Picture" is cut off')
    expect(reasonOf(fixed, { ...failing, exceptions: [{ name: 'Picture', src: 'x' }] }).message).toContain(
      'the image in the exception of layer "Picture" is cut off',
    )
  })

  test('leaves out an empty label and shortens a long one', () => {
    const error = new RecordError('x', 'no')
    expect(reasonOf(error, { ...failing, label: '' })).toEqual({ code: 'x', message: 'Record row_1: no (x)' })
    expect(reasonOf(error, { ...failing, label: 'a'.repeat(200) }).message).toBe(
      `Record row_1 "${'a'.repeat(79)}…": no (x)`,
    )
  })
})
