import { inspect } from 'node:util'

const shown = '[secret]'

/** A text that no log, template string, JSON or inspection gives away: only `reveal()` does. */
export interface Secret {
  reveal(): string
}

export function createSecret(text: string): Secret {
  const secret = {
    reveal: () => text,
    toString: () => shown,
    toJSON: () => shown,
    [Symbol.toPrimitive]: () => shown,
    [inspect.custom]: () => shown,
  }
  return Object.freeze(secret)
}
