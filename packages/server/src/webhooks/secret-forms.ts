import { MIN_SECRET_CHARACTERS } from '#core/webhook/user-defined.ts'

const scheme = /^(basic|bearer|digest|token|api-?key)$/i

/** What is the same in the base64 of every text that holds these bytes, at each of its three places. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
    const whole = shifted.toString('base64url')
    const inner = whole.slice(Math.ceil((offset * 4) / 3), Math.floor((shifted.length * 4) / 3))
    return [inner, inner.replaceAll('-', '+').replaceAll('_', '/')]
  })
}

/** The password of HTTP's Basic is as good as the header. */
function withPassword(word: string): string[] {
  const text = Buffer.from(word, 'base64').toString('utf8')
  const [, password = ''] = /^(?=[\x20-\x7e]+$)[^:]*:(.+)$/.exec(text) ?? []
  return [word, password]
}

/** As JSON writers of other languages escape it. */
function asciiJson(word: string): string {
  return JSON.stringify(word)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The forms in which an echo may show a secret: as it is, as JSON, in a URL, in base64, in hex. The longest first. */
export function secretForms(secret: string): string[] {
  const words = [secret, ...secret.split(/[\s,;]+/).flatMap(withPassword)]
  const forms = words
    .filter((word) => word.length >= MIN_SECRET_CHARACTERS && !scheme.test(word))
    .flatMap((word) => {
      const bytes = Buffer.from(word, 'utf8')
      const hex = bytes.toString('hex')
      return [
        word,
        JSON.stringify(word).slice(1, -1),
        asciiJson(word),
        asciiJson(word).replaceAll('/', '\\/'),
        encodeURIComponent(word),
        hex,
        hex.toUpperCase(),
        ...base64Forms(bytes),
      ]
    })
  return [...new Set(forms)].sort((one, other) => other.length - one.length)
}
