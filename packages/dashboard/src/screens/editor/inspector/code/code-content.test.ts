import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentFields, contentKinds, readContent, writeContent } from './code-content.ts'

const special = String.raw`a;b,c:d\e"f`

describe('writeContent()', () => {
  test.each([
    [{ kind: 'url', parts: { url: 'https://a.example/{{SKU | url}}' } }, 'https://a.example/{{SKU | url}}'],
    [
      { kind: 'wifi', parts: { network: special, password: '{{Pass | default:"a;b"}};', security: 'WPA' } },
      String.raw`WIFI:T:WPA;S:a\;b\,c\:d\\e\"f;P:{{Pass | default:"a;b"}}\;;;`,
    ],
    [{ kind: 'wifi', parts: { network: 'Guests', security: 'nopass' } }, 'WIFI:T:nopass;S:Guests;;'],
    [
      {
        kind: 'contact',
        parts: { firstName: 'Ada', lastName: 'Lovelace; Dr.', phone: '+44 1', address: '1 Road,\nLondon' },
      },
      String.raw`BEGIN:VCARD
VERSION:3.0
N:Lovelace\; Dr.;Ada;;;
FN:Ada Lovelace\; Dr.
TEL:+44 1
ADR:;;1 Road\,\nLondon;;;;
END:VCARD`,
    ],
    [
      { kind: 'email', parts: { email: 'a@b.example', subject: 'Order & {{Id}}', body: 'Hello\nyou' } },
      'mailto:a@b.example?subject=Order%20%26%20{{Id}}&body=Hello%0Ayou',
    ],
    [{ kind: 'phone', parts: { phone: '+491234' } }, 'tel:+491234'],
    [{ kind: 'sms', parts: { phone: '+491234', body: 'Hi: you' } }, 'SMSTO:+491234:Hi: you'],
    [{ kind: 'place', parts: { latitude: '52.5', longitude: '{{Lng}}' } }, 'geo:52.5,{{Lng}}'],
  ] as const)('%j is %s, and is read again', (content, text) => {
    expect(writeContent(content)).toBe(text)
    expect(readContent(text)).toEqual(content)
  })

  test('loses nothing of any parts, expressions included', () => {
    const part = fc
      .array(
        fc.oneof(
          fc.constantFrom('{{Name}}', '{{a | default:"x;y"}}', ';', ',', ':', '\\', '"', ' ', '\n', '%', '&', 'é'),
          fc.string(),
        ),
      )
      .map((parts) =>
        parts
          .join('')
          .replaceAll('}}}', '')
          .replace(/(?<!\{\{[^{}]*)[{}]/g, ''),
      )
    for (const kind of ['wifi', 'contact', 'email'] as const) {
      const record = fc.record(Object.fromEntries(contentFields[kind].map((field) => [field, part])))
      fc.assert(
        fc.property(record, (parts) => {
          const own = {
            ...parts,
            ...(kind === 'wifi' && { security: 'WPA' }),
            ...(kind === 'email' && { email: 'a@b.example' }),
          }
          const text = writeContent({ kind, parts: own })
          // What cannot be read back as parts is shown as the text it is.
          expect(writeContent(readContent(text))).toBe(text)
        }),
      )
    }
  })
})

describe('readContent()', () => {
  test.each([
    ['', 'text'],
    ['plain {{words}}', 'text'],
    ['HTTPS://A.EXAMPLE', 'url'],
    ['WIFI:S:Other order;T:WPA;;', 'text'],
    ['BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nEND:VCARD', 'text'],
    ['mailto:', 'email'],
    ['mailto:a@b.example?cc=c@d.example', 'text'],
    ['geo:1,2;u=5', 'place'],
  ])('%j is %s, and stays as it is written', (text, kind) => {
    const content = readContent(text)
    expect(content.kind).toBe(kind)
    expect(writeContent(content)).toBe(text)
  })

  test('begins each kind with what is empty', () => {
    for (const kind of contentKinds) {
      const text = writeContent({ kind, parts: {} })
      expect(writeContent(readContent(text)), kind).toBe(text)
    }
  })
})
