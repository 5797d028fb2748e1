import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#core/fakes/any-text.ts'
import { createAddressPolicy, portOf } from './address-policy.ts'
import { badAddresses } from './attacks.test-kit.ts'

const strict = createAddressPolicy({ allow: '' })
const https = { allowHttp: false }

describe('checkAddress()', () => {
  test.each(badAddresses)('refuses %s', (address) => {
    expect(strict.checkAddress(address)).toMatch(/^its IP address /)
  })

  test.each([
    '',
    'example.com',
    '1.2.3',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8/32',
    '[2606:4700::1]',
    ' 8.8.8.8',
  ])('refuses "%s", which is no address', (text) => {
    expect(strict.checkAddress(text)).toBe('its IP address cannot be parsed')
  })

  test.each(['8.8.8.8', '1.0.0.0', '223.255.255.255', '2606:4700:4700::1111', '2001:200::1', '2c0f:fb50::1'])(
    'passes %s',
    (address) => {
      expect(strict.checkAddress(address)).toBeUndefined()
    },
  )

  test('takes no other interface id for ISATAP', () => {
    for (const id of ['1:5efe', '100:5efe', '200:5eff', '0:0'])
      expect(strict.checkAddress(`2606:4700::${id}:808:808`) === undefined, id).toBe(id !== '100:5efe')
  })

  test('reads NAT64 only when the operator asked for it', () => {
    const nat64 = createAddressPolicy({ allow: '10.0.0.0/8', nat64: true })
    expect(nat64.checkAddress('64:ff9b::808:808')).toBeUndefined()
    expect(nat64.checkAddress('64:ff9b::a00:1')).toBeUndefined()
    expect(nat64.checkAddress('64:ff9b::7f00:1')).toBeDefined()
    expect(nat64.checkAddress('64:ff9b::a9fe:a9fe')).toBeDefined()
    expect(nat64.checkAddress('64:ff9b:1::808:808')).toBeDefined()
    expect(strict.checkAddress('64:ff9b::808:808')).toBeDefined()
  })

  test('with everything listed still refuses link-local, metadata and translated addresses', () => {
    const open = createAddressPolicy({ allow: '0.0.0.0/0,::/0' })
    const listable = badAddresses.filter((address) => open.checkAddress(address) === undefined)
    expect(listable).toEqual(
      badAddresses.filter(
        (address) =>
          /^(10\.|100\.(64|127)|127|172|192\.(0\.0\.1$|0\.2|31|52|88|168|175)|198|203|240|::1$|100::|2001:(2|10|20|1ff|db8)::|26|3fff|4000|5f|fc|fd00::1$|fdff)/.test(
            address,
          ) && !address.includes('5efe'),
      ),
    )
  })
})

describe('createAddressPolicy()', () => {
  test.each([
    ['10.0.0.0/33', /neither a network/],
    ['10.0.0.5/8', /Write the network 10\.0\.0\.0\/8/],
    ['fd00::1/8', /Write the network fd00::\/8/],
    ['010.0.0.1', /neither/],
    ['127.1', /neither/],
    ['*.example.com', /neither/],
    ['https://example.com', /neither/],
    ['example.com:443', /neither/],
    ['fe80::1%eth0', /neither/],
    ['exa mple', /neither/],
    ['169.254.169.254', /can never be allowed/],
    ['169.254.0.0/16', /can never be allowed/],
    ['fe80::/64', /can never be allowed/],
    ['fd00:ec2::254', /can never be allowed/],
    ['::ffff:10.0.0.0/104', /can never be allowed/],
    ['2002:a00::/24', /can never be allowed/],
    ['168.63.129.16/32', /can never be allowed/],
  ])('refuses the entry %s', (entry, message) => {
    expect(() => createAddressPolicy({ allow: `8.8.8.8, ${entry}` })).toThrow(message)
    expect(() => createAddressPolicy({ allow: entry })).toThrow(/^PICTABLE_EGRESS_ALLOW: "/)
  })

  test('opens listed networks and addresses, and names only with them', () => {
    const policy = createAddressPolicy({ allow: ' 10.1.0.0/16 ,192.168.7.7,fd12:3456::/32,::1, MinIO , nas.lan.,' })
    expect(policy.checkAddress('10.1.255.255')).toBeUndefined()
    expect(policy.checkAddress('10.2.0.0')).toBeDefined()
    expect(policy.checkAddress('192.168.7.7')).toBeUndefined()
    expect(policy.checkAddress('192.168.7.8')).toBeDefined()
    expect(policy.checkAddress('fd12:3456::9')).toBeUndefined()
    expect(policy.checkAddress('::1')).toBeUndefined()
    expect(policy.checkName('minio')).toBeUndefined()
    expect(policy.checkName('MINIO.')).toBeUndefined()
    expect(policy.checkName('nas.lan')).toBeUndefined()
    expect(policy.checkName('other.lan')).toBeDefined()
    expect(policy.checkUrl('https://minio:9000/', https).port).toBe('9000')
    expect(() => policy.checkUrl('https://minio:6379/', https)).toThrow(/port 6379 is blocked/)
    expect(() => policy.checkUrl('https://10.2.0.1/', https)).toThrow(/not public/)
  })
})

describe('checkUrl()', () => {
  test('answers the parsed URL', () => {
    expect(strict.checkUrl(' HTTPS://Example.COM:443/a b ', https).href).toBe('https://example.com/a%20b')
  })

  test('refuses what is longer than 8,192 characters, as it was written or as it is read', () => {
    const long = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`
    expect(strict.checkUrl(long(8192), https).href).toHaveLength(8192)
    for (const url of [long(8193), `${long(100)}${' '.repeat(8093)}`, `${long(8191)}é`])
      expect(() => strict.checkUrl(url, https)).toThrow(
        expect.objectContaining({ code: 'blocked_url', message: expect.stringContaining('8192') }),
      )
    expect(strict.checkUrl(`${long(100)}${' '.repeat(8092)}`, https).href).toHaveLength(100)
  })

  test.each([
    ['https://[', 'The URL is invalid, or longer than 8192 characters'],
    ['ftp://example.com/', 'The URL must begin with https://'],
    ['http://example.com/', 'Cannot reach "example.com": only https:// is allowed here'],
    ['https://user@example.com/', 'Cannot reach "example.com": the URL contains a user name or a password'],
    ['https://:secret@example.com/', 'Cannot reach "example.com": the URL contains a user name or a password'],
  ])('says why it refuses %s', (url, message) => {
    expect(() => strict.checkUrl(url, https)).toThrow(expect.objectContaining({ code: 'blocked_url', message }))
  })

  test('names both schemes where both are allowed', () => {
    expect(() => strict.checkUrl('ftp://example.com/', { allowHttp: true })).toThrow(
      /^The URL must begin with https:\/\/ or http:\/\/$/,
    )
  })

  test('keeps the ports of databases closed', () => {
    expect(() => strict.checkUrl('https://example.com:5432/', https)).toThrow('port 5432 is blocked')
  })

  test('passes http only when it is allowed', () => {
    expect(strict.checkUrl('http://example.com/', { allowHttp: true }).protocol).toBe('http:')
    expect(() => strict.checkUrl('http://example.com/', https)).toThrow(
      'Cannot reach "example.com": only https:// is allowed here',
    )
  })

  test('ends the refusal of http with what may be done about it', () => {
    const rules = { allowHttp: false, httpCure: '. Ask the operator' }
    expect(() => strict.checkUrl('http://example.com/', rules)).toThrow(/here\. Ask the operator$/)
  })

  test.each([
    ['https://2130706433/', '"2130706433" (127.0.0.1)'],
    ['https://0x7f.1:8443/a', '"0x7f.1" (127.0.0.1)'],
    [' https:\\\\127.1\\a ', '"127.1" (127.0.0.1)'],
    ['https://LOCALHOST./', '"LOCALHOST."'],
    ['https://b\u00fccher.local/', '"b\u00fccher.local" (xn--bcher-kva.local)'],
    ['https://%6cocalhost/', '"%6cocalhost" (localhost)'],
    ['https://local\u00adhost/', '"local?host" (localhost)'],
    ['https://[::0001]/', '"[::0001]" (::1)'],
    ['https://[::1]/', '"[::1]"'],
    ['https://user:secret@127.1/', '"127.1" (127.0.0.1)'],
    ['https://a@b@127.0.0.1/', '"127.0.0.1"'],
  ])('names the host of %s as it was typed', (url, named) => {
    expect(() => strict.checkUrl(url, https)).toThrow(`Cannot reach ${named}: `)
  })

  test('keeps credentials out of its messages', () => {
    for (const url of ['https://user:secret@example.com/', 'https://secret@[', 'ftp://secret@example.com/', 'secret']) {
      expect(() => strict.checkUrl(url, https)).toThrow(/^(?!.*secret)/)
    }
  })

  test('keeps them out wherever they stand', () => {
    const mark = fc.constantFrom('', '@', ':', '/', '\\\\', '?', '#', '%40', '\t', '[', ']', '\u00ad')
    const name = fc.array(mark, { maxLength: 4 }).map((marks) => `//u:canary${marks.join('canary')}@127.0.0.1/`)
    fc.assert(
      fc.property(name, (rest) => {
        const url = URL.parse(`https:${rest}`)
        fc.pre(url !== null && !url.hostname.includes('canary'))
        expect(() => strict.checkUrl(`https:${rest}`, https)).toThrow(/^(?!.*canary)/)
      }),
    )
  })

  test('never passes a literal whose address it would refuse, in any spelling of IPv4', () => {
    const part = (radix: 8 | 10 | 16, value: number): string =>
      radix === 10 ? String(value) : `${radix === 16 ? '0x' : '0'}${value.toString(radix)}`
    const radix = fc.constantFrom<8 | 10 | 16>(8, 10, 16)
    const spelled = fc.tuple(fc.nat({ max: 0xffffffff }), radix, radix, fc.integer({ min: 1, max: 4 }))
    fc.assert(
      fc.property(spelled, ([value, first, second, parts]) => {
        const octets = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)
        const heads = octets.slice(0, parts - 1).map((octet) => part(first, octet))
        const tail = value % 2 ** (8 * (5 - parts))
        const url = `https://${[...heads, part(second, tail)].join('.')}/`
        const passes = strict.checkAddress(octets.join('.')) === undefined
        if (passes) expect(strict.checkUrl(url, https).hostname).toBe(octets.join('.'))
        else expect(() => strict.checkUrl(url, https)).toThrow('Cannot reach')
      }),
    )
  })

  test('throws nothing but a NetError, whatever the text', () => {
    const encoded = anyText().map(encodeURIComponent)
    const text = fc.oneof(
      anyText(),
      anyText().map((host) => `https://${host}/`),
      fc
        .tuple(fc.webAuthority(), encoded, encoded, encoded)
        .map(([host, path, query, part]) => `https://${host}/${path}?${query}#${part}`),
      fc.ipV6().map((address) => `https://[${address}]/`),
    )
    fc.assert(
      fc.property(text, (url) => {
        try {
          const { hostname } = strict.checkUrl(url, https)
          expect(hostname).toMatch(/^([a-z0-9_.-]+|\[[0-9a-f:]+\])$/)
        } catch (error) {
          expect(error).toMatchObject({ name: 'NetError' })
        }
      }),
    )
  })
})

describe('portOf()', () => {
  test.each([
    ['https://example.com/', 443],
    ['http://example.com/', 80],
    ['https://example.com:8080/', 8080],
    ['http://example.com:443/', 443],
  ])('of %s is %i', (url, port) => {
    expect(portOf(new URL(url))).toBe(port)
  })
})

describe('checkHostPort()', () => {
  test.each([3306, 5432, 6543, 25060])('opens port %i to SQL drivers', (port) => {
    expect(() => strict.checkHostPort('db.example.com', port, 'sql')).not.toThrow()
    expect(() => strict.checkHostPort('8.8.8.8', port, 'sql')).not.toThrow()
  })

  test.each([0, -1, 22, 6379, 11211, 65536, 1.5, Number.NaN])('closes port %d to them', (port) => {
    expect(() => strict.checkHostPort('db.example.com', port, 'sql')).toThrow(/port .* is blocked/)
  })

  test.each(['127.0.0.1', '127.1', '0x7f000001', '2130706433', '::1', '[::1]', '::ffff:10.0.0.1', 'fe80::1%lo'])(
    'refuses the literal %s',
    (host) => {
      expect(() => strict.checkHostPort(host, 5432, 'sql')).toThrow(/its IP address/)
    },
  )

  test.each([
    'localhost',
    'db',
    'db.internal',
    '/var/run/postgresql',
    '',
    'a b',
    'db.example.com/x',
    '①②⑦.0.0.1',
    'x.0x7f',
  ])('refuses the name "%s"', (host) => {
    expect(() => strict.checkHostPort(host, 5432, 'sql')).toThrow(/name/)
  })
})
