import fc from 'fast-check'

const half = '\ud800'

/** Texts that break what is careless about texts. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    half,
    '../../etc/passwd',
    "';drop table runs;--",
    '__proto__',
    'constructor',
    'toString',
    '{{record.fields.Name}}',
    '%s%n%x',
    'null',
    '-1',
    '1e999',
    '0x10',
    '٣',
    '2026-02-30T25:61:00Z',
    'file:///etc/passwd',
    'http://127.0.0.1:9/x',
    'https://[::1]/x.png',
    'http://169.254.169.254/latest/meta-data',
    'asset:ast_unknown',
    'data:image/png;base64,AA==',
    'javascript:alert(1)',
    '[{"field":"Name","operator":"equals","value":"Cup"}]',
    '\u202e\u0007\u200b\ufeff',
    'e\u0301\u0301\u0301',
    'مرحبا',
    '<svg onload=alert(1)>',
    '=HYPERLINK("http://127.0.0.1")',
    '😀'.repeat(500),
    'a'.repeat(201),
    'a'.repeat(10_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Numbers at which ranges end, and such as JSON can hold and databases cannot. */
const hostileNumber: fc.Arbitrary<number> = fc.constantFrom(
  0,
  -0,
  1,
  -1,
  0.1,
  1e-320,
  1e308,
  -1e308,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  -(2 ** 63) - 2048,
)

const deep = (levels: number): unknown =>
  levels === 0 ? 1 : levels % 2 === 0 ? [deep(levels - 1)] : { a: deep(levels - 1) }

/** A value that does not belong where it is put. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [{}], [null]) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(60, 70, 700).map(deep) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1200 }).map((count) => Array.from({ length: count }, () => 'x')) },
)

/** Parts of a path as no client of ours writes them; they go out as they are. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%',
    '%0',
    '%zz',
    '%00',
    '%2e%2e%2f',
    '%2F',
    '%5c',
    '%c0%af',
    '%ff',
    '%ed%a0%80',
    '%F0%9F%98%80',
    '..',
    '.',
    '',
    '*',
    ';a=1',
    ':id',
    '\u00ff\u00e4',
    'x_1',
    "'%20or%201=1",
    '9'.repeat(40),
    'a'.repeat(65),
    'a'.repeat(3000),
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2000)),
)

/** Bodies that are no JSON, or JSON that parsers disagree about. */
export const hostileBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc
    .constantFrom(
      '',
      '{',
      '{}',
      'null',
      '"text"',
      '[]',
      '{"name":"a","name":"b"}',
      '{"__proto__":{"admin":true}}',
      '{"a":1}{"b":2}',
      '{"a":01}',
      '{"a":1e999}',
      '{"a":NaN}',
      "{'a':1}",
      '\ufeff{}',
      '{"a":"\\ud800"}',
      '{"a":"\\u0000"}',
      `${'['.repeat(100_000)}`,
      `${'['.repeat(3000)}${']'.repeat(3000)}`,
      `{"name":"${'x'.repeat(1_100_000)}"}`,
      `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`,
    )
    .map((text) => new TextEncoder().encode(text)),
  fc
    .constantFrom([0xff, 0xfe, 0x7b], [0x7b, 0x22, 0xc0, 0xaf, 0x22], [0xed, 0xa0, 0x80])
    .map((bytes) => new Uint8Array(bytes)),
  fc.uint8Array({ maxLength: 200 }),
)

/** Headers as no client of ours sends them. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'application/JSON;;;' },
  { 'content-type': '/' },
  { 'content-type': '' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-encoding': 'gzip' },
  { accept: 'text/html;q=0.1, x/y' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'a b' },
  { 'idempotency-key': 'k'.repeat(256) },
  { 'if-match': '"r99999999999"' },
  { 'if-match': '*' },
  { 'if-match': 'W/"r1"' },
  { 'if-none-match': '*' },
  { range: 'bytes=5-1,99999999999999999999-' },
  { range: 'bytes=0-0' },
  { 'last-event-id': '\u00ff' },
  { authorization: 'Basic YTpi' },
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${'x'.repeat(600)}` },
  { 'x-request-id': 'forged' },
  { 'x-large': 'x'.repeat(20_000) },
  { expect: '100-continue' },
  { host: 'evil.example' },
  { origin: 'null' },
  { cookie: 'a=b; __proto__=1; session=\u00ff' },
  { 'x-http-method-override': 'DELETE' },
)
