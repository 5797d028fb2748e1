import { isMac } from './is-mac.ts'

/** `Mod+Shift+z`: letters and signs as they are typed, digits by their place on the keyboard (`Digit1`). */
export type Keys = string

type Held = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>

const SIGN = /^[^\p{L}\p{N}]$/u
const LETTER = /^[a-z]$/i

/** Windows reports AltGr as Ctrl and Alt. */
function holdsAltGr(event: Held): boolean {
  return event.ctrlKey && event.altKey && (event.getModifierState?.('AltGraph') ?? true)
}

/** Whether an event is this combination, on any layout of the keyboard. */
export function isPressed(event: Held, keys: Keys): boolean {
  const parts = keys === '+' ? ['+'] : keys.split(/\+(?=.)/)
  const name = parts.at(-1) ?? ''
  const wants = (modifier: string) => parts.slice(0, -1).includes(modifier)
  const [mod, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  if (!isNamed(event, name) || other) return false
  // Signs need Shift or AltGr on some layouts, which is then no modifier.
  if (SIGN.test(name) && holdsAltGr(event)) return !wants('Mod') && !wants('Alt')
  if (SIGN.test(name)) return mod === wants('Mod') && (isMac && !wants('Alt') ? true : event.altKey === wants('Alt'))
  return mod === wants('Mod') && event.shiftKey === wants('Shift') && event.altKey === wants('Alt')
}

/** Where a key types no Latin letter, such as in Greek, or another sign with Option on macOS, its place counts. */
function isNamed({ key, code, altKey }: Held, name: string): boolean {
  if (name.startsWith('Digit')) return code === name
  if (isMac && altKey && name === '=') return code === 'Equal'
  if (LETTER.test(name) && !LETTER.test(key)) return code === `Key${name.toUpperCase()}`
  return key.toLowerCase() === name.toLowerCase()
}

const WORDS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Delete: 'Del',
  Escape: 'Esc',
}

/** What is done with the pointer while keys are held. */
const POINTER = new Set(['click', 'double-click', 'drag', 'wheel'])

const MAC: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' }

/** As people read them: `⇧⌘Z` or `Ctrl+Shift+Z`, `⌘ wheel` or `Ctrl+wheel`. */
export function wordsOf(keys: Keys): string {
  const parts = keys === '+' ? ['+'] : keys.split(/\+(?=.)/)
  const words = parts.map((part) => {
    if (isMac && MAC[part]) return MAC[part]
    if (part === 'Mod') return 'Ctrl'
    const name = part.replace('Digit', '')
    return WORDS[part] ?? (name.length === 1 ? name.toUpperCase() : name)
  })
  if (!isMac) return words.join('+')
  return words.join(POINTER.has(parts.at(-1) ?? '') ? ' ' : '')
}
