import { describe, expect, test } from 'vitest'
import { isPressed, type Keys, wordsOf } from './keys.ts'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const press = (key: string, code: string, held: Partial<typeof none> = {}) => ({ ...none, key, code, ...held })

/** Ctrl and Alt, from a browser that tells AltGr from them. */
const pressed = (key: string, code: string, { isAltGr }: { isAltGr: boolean }) => ({
  ...press(key, code, { ctrlKey: true, altKey: true }),
  getModifierState: (name: string) => name === 'AltGraph' && isAltGr,
})

describe('isPressed()', () => {
  const cases: readonly [string, ReturnType<typeof press>, Keys, boolean][] = [
    ['AZERTY: undo is where z is written', press('z', 'KeyW', { ctrlKey: true }), 'Mod+z', true],
    ['QWERTZ: undo is where z is written', press('z', 'KeyY', { ctrlKey: true }), 'Mod+z', true],
    ['QWERTZ: redo is not undo', press('y', 'KeyZ', { ctrlKey: true }), 'Mod+z', false],
    ['AZERTY: align left is where a is written', press('a', 'KeyQ', { altKey: true }), 'Alt+a', true],
    [
      'AZERTY: Shift and the first digit, which types 1',
      press('1', 'Digit1', { shiftKey: true }),
      'Shift+Digit1',
      true,
    ],
    ['AZERTY: the first digit, which types &', press('&', 'Digit1'), 'Digit1', true],
    [
      'QWERTY: Shift and the first digit, which types !',
      press('!', 'Digit1', { shiftKey: true }),
      'Shift+Digit1',
      true,
    ],
    ['QWERTZ: ? is typed with Shift and ß', press('?', 'Minus', { shiftKey: true }), '?', true],
    ['QWERTZ: ] is typed with AltGr', press(']', 'Digit9', { ctrlKey: true, altKey: true }), ']', true],
    ['QWERTZ: AltGr alone is not Mod', press(']', 'Digit9', { ctrlKey: true, altKey: true }), 'Mod+]', false],
    ['QWERTZ on Linux: AltGr is no modifier there', press(']', 'Digit9'), ']', true],
    ['QWERTZ on Linux: Mod and AltGr', press(']', 'Digit9', { ctrlKey: true }), 'Mod+]', true],
    ['QWERTY: Ctrl and Alt are not AltGr', pressed(']', 'BracketRight', { isAltGr: false }), ']', false],
    ['QWERTY: Ctrl and Alt are not Mod', pressed(']', 'BracketRight', { isAltGr: false }), 'Mod+]', false],
    ['QWERTZ: AltGr, as browsers say', pressed(']', 'Digit9', { isAltGr: true }), ']', true],
    ['AZERTY: . is typed with Shift', press('.', 'Comma', { shiftKey: true }), '.', true],
    ['Greek: letters count by their place', press('ε', 'KeyE', { ctrlKey: true }), 'Mod+e', true],
    ['Option types another sign on macOS', press('å', 'KeyA', { altKey: true }), 'Alt+a', true],
    ['caps lock', press('V', 'KeyV'), 'v', true],
    ['a letter with a modifier is not the letter', press('v', 'KeyV', { ctrlKey: true }), 'v', false],
    ['Shift belongs to the combination', press('R', 'KeyR', { shiftKey: true }), 'r', false],
    ['Mod+plus is left to the zoom of the browser', press('+', 'Equal', { ctrlKey: true, shiftKey: true }), '+', false],
    ['QWERTY: Alt and =', press('=', 'Equal', { altKey: true }), 'Alt+=', true],
    ['QWERTZ: = is typed with Shift and 0', press('=', 'Digit0', { altKey: true, shiftKey: true }), 'Alt+=', true],
    ['QWERTZ: Alt and the key where QWERTY has =', press('´', 'Equal', { altKey: true }), 'Alt+=', false],
    ['= without Alt', press('=', 'Equal'), 'Alt+=', false],
    ['Mod+0 is left to the browser', press('0', 'Digit0', { ctrlKey: true }), 'Digit0', false],
  ]
  test.each(cases)('%s', (_, event, keys, expected) => {
    expect(isPressed(event, keys)).toBe(expected)
  })
})

test('wordsOf() writes keys as they are printed', () => {
  const written = ['Mod+Alt+c', 'Shift+Digit1', 'Delete', 'Mod+Enter', '+', 'Mod+]', 'Mod+wheel'].map(wordsOf)
  expect(written).toEqual(['Ctrl+Alt+C', 'Shift+1', 'Del', 'Ctrl+Enter', '+', 'Ctrl+]', 'Ctrl+wheel'])
})
