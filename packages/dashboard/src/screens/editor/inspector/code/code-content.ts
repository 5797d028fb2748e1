/** What a code is read as. */
export const contentKinds = ['url', 'text', 'wifi', 'contact', 'email', 'phone', 'sms', 'place'] as const
export type ContentKind = (typeof contentKinds)[number]

/** The parts of each kind, in the order in which they are asked for. */
export const contentFields = {
  url: ['url'],
  text: ['text'],
  wifi: ['network', 'password', 'security'],
  contact: ['firstName', 'lastName', 'organization', 'title', 'phone', 'email', 'url', 'address'],
  email: ['email', 'subject', 'body'],
  phone: ['phone'],
  sms: ['phone', 'body'],
  place: ['latitude', 'longitude'],
} as const satisfies Record<ContentKind, readonly string[]>

export type ContentField = (typeof contentFields)[ContentKind][number]
type Parts = Readonly<Partial<Record<ContentField, string>>>

export interface Content {
  readonly kind: ContentKind
  readonly parts: Parts
}

/** As the Wi-Fi Alliance and readers of codes know them. */
export const securities = ['WPA', 'WEP', 'nopass'] as const

/** What is written and the expressions in it, in turn: words, expression, words. */
function turnsOf(text: string): string[] {
  const turns: string[] = []
  for (let at = 0; ; ) {
    const start = text.indexOf('{{', at)
    const end = start < 0 ? -1 : text.indexOf('}}', start)
    if (end < 0) return [...turns, text.slice(at)]
    turns.push(text.slice(at, start), text.slice(start, end + 2))
    at = end + 2
  }
}

/** Changes what is written, and no expression. */
function outside(text: string, change: (words: string) => string): string {
  return turnsOf(text)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('')
}

const escaped = (text: string, special: RegExp) => outside(text, (words) => words.replace(special, '\\$&'))
const unescaped = (text: string) => outside(text, (words) => words.replace(/\\(.)/gs, '$1'))
const percent = (text: string) => outside(text, encodeURIComponent)

function plainOf(text: string): string {
  return outside(text, (words) => {
    try {
      return decodeURIComponent(words)
    } catch {
      return words
    }
  })
}

/** The text of a code. Its parts may have expressions. */
export function writeContent({ kind, parts }: Content): string {
  const of = (field: ContentField) => parts[field] ?? ''
  switch (kind) {
    case 'wifi':
      return writeWifi(parts)
    case 'contact':
      return writeContact(parts)
    case 'email': {
      const query = (['subject', 'body'] as const).flatMap((field) =>
        of(field) ? [`${field}=${percent(of(field))}`] : [],
      )
      return `mailto:${of('email')}${query.length > 0 ? `?${query.join('&')}` : ''}`
    }
    case 'phone':
      return `tel:${of('phone')}`
    case 'sms':
      return `SMSTO:${of('phone')}${of('body') ? `:${of('body')}` : ''}`
    case 'place':
      return `geo:${of('latitude')},${of('longitude')}`
    default:
      return of(kind)
  }
}

function writeWifi({ network = '', password = '', security = 'WPA' }: Parts): string {
  const special = /[\\;,:"]/g
  const secret = security === 'nopass' ? '' : `P:${escaped(password, special)};`
  return `WIFI:T:${security};S:${escaped(network, special)};${secret};`
}

function writeContact(parts: Parts): string {
  const of = (field: ContentField) => {
    const text = escaped(parts[field] ?? '', /[\\;,]/g)
    return outside(text, (words) => words.replaceAll('\n', '\\n'))
  }
  const line = (name: string, field: ContentField) => (parts[field] ? [`${name}:${of(field)}`] : [])
  const full = [of('firstName'), of('lastName')].filter((name) => name !== '').join(' ')
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${of('lastName')};${of('firstName')};;;`,
    `FN:${full || of('organization')}`,
    ...line('ORG', 'organization'),
    ...line('TITLE', 'title'),
    ...line('TEL', 'phone'),
    ...line('EMAIL', 'email'),
    ...line('URL', 'url'),
    ...(parts.address ? [`ADR:;;${of('address')};;;;`] : []),
    'END:VCARD',
  ].join('\n')
}

/** What the text of a code is: the kind that writes the same text, else plain text. */
export function readContent(text: string): Content {
  const read = [readWifi, readContact, readMail, readCalls, readPlace].map((each) => each(text)).find(Boolean)
  if (read && writeContent(read) === text) return read
  return /^https?:\/\//i.test(text) ? { kind: 'url', parts: { url: text } } : { kind: 'text', parts: { text } }
}

/** The parts of a text between marks that are not escaped; marks in expressions count for nothing. */
function split(text: string, mark: ';' | ','): string[] {
  const parts: string[] = ['']
  const tokens = turnsOf(text).flatMap((part, at) => (at % 2 === 1 ? [part] : (part.match(/\\[\s\S]|[\s\S]/g) ?? [])))
  for (const token of tokens) {
    if (token === mark) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${token}`)
  }
  return parts
}

function readWifi(text: string): Content | undefined {
  if (!text.startsWith('WIFI:')) return undefined
  const parts = Object.fromEntries(
    split(text.slice('WIFI:'.length), ';').map((part) => [part.slice(0, 1), unescaped(part.slice(2))]),
  )
  const password = parts.P ? { password: parts.P } : {}
  return { kind: 'wifi', parts: { network: parts.S ?? '', security: parts.T ?? 'WPA', ...password } }
}

const contactLines: ReadonlyMap<string, ContentField> = new Map([
  ['ORG', 'organization'],
  ['TITLE', 'title'],
  ['TEL', 'phone'],
  ['EMAIL', 'email'],
  ['URL', 'url'],
])

function readContact(text: string): Content | undefined {
  if (!text.startsWith('BEGIN:VCARD')) return undefined
  const parts: Partial<Record<ContentField, string>> = {}
  const plain = (value: string) => unescaped(outside(value, (words) => words.replaceAll('\\n', '\n')))
  for (const line of text.split('\n')) {
    const [name = '', value = ''] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]
    const [last = '', first = ''] = split(value, ';')
    if (name === 'N') Object.assign(parts, first && { firstName: plain(first) }, last && { lastName: plain(last) })
    const field = contactLines.get(name)
    if (field !== undefined) parts[field] = plain(value)
    if (name === 'ADR') parts.address = plain(split(value, ';')[2] ?? '')
  }
  return { kind: 'contact', parts }
}

function readMail(text: string): Content | undefined {
  const [, email = '', query = ''] = /^mailto:([^?]*)(?:\?([\s\S]*))?$/.exec(text) ?? []
  if (!text.startsWith('mailto:')) return undefined
  const parts = query.split('&').flatMap((pair): [string, string][] => {
    const [, field, value = ''] = /^(subject|body)=([\s\S]*)$/.exec(pair) ?? []
    return field === undefined ? [] : [[field, plainOf(value)]]
  })
  return { kind: 'email', parts: { email, ...Object.fromEntries(parts) } }
}

function readCalls(text: string): Content | undefined {
  if (text.startsWith('tel:')) return { kind: 'phone', parts: { phone: text.slice('tel:'.length) } }
  const [, phone, body] = /^SMSTO:([^:]*)(?::([\s\S]*))?$/.exec(text) ?? []
  return phone === undefined ? undefined : { kind: 'sms', parts: { phone, ...(body && { body }) } }
}

function readPlace(text: string): Content | undefined {
  const [, latitude, longitude] = /^geo:([^,]*),([^,]*)$/.exec(text) ?? []
  return latitude === undefined || longitude === undefined
    ? undefined
    : { kind: 'place', parts: { latitude, longitude } }
}
