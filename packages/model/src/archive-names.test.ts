import { expect, test } from 'vitest'
import { createFileNames } from './archive-names.ts'

test('createFileNames() gives names that are safe, and each only once', () => {
  const nameOf = createFileNames(['images.csv'])
  const labels = [
    'Teapot',
    'teapot',
    'Teapot (2)',
    '../../etc/passwd',
    'a\u202Egnp.exe',
    '…',
    ' . ',
    'CON',
    '=1',
    '',
    '😀'.repeat(100),
  ]
  expect(labels.map((label) => nameOf(label, 'img_1', 'png'))).toEqual([
    'Teapot.png',
    'teapot (2).png',
    'Teapot (2) (2).png',
    'etc passwd.png',
    'a gnp.exe.png',
    '….png',
    'img_1.png',
    '_CON.png',
    '_=1.png',
    'img_1 (2).png',
    `${'😀'.repeat(80)}.png`,
  ])
  expect(nameOf('images', 'img_1', 'csv')).toBe('images (2).csv')
})
