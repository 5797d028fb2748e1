import { describe, expect, test } from 'vitest'
import { isOpenPort } from './ports.ts'

const all = Array.from({ length: 65_536 }, (_, port) => port)

/** The closed ones, written down a second time. */
const sql = [1433, 1521, 3306, 5432, 33060]
const closed = `
  0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137
  139 143 161 179 389 427 445 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 873 989 990 993 995 1719
  1720 1723 1883 2049 2181 2375 2376 2377 2379 2380 3389 3659 4045 4190 4369 5060 5061 5672 5900 5984 5985 5986 6000 6379
  6443 6566 6665 6666 6667 6668 6669 6679 6697 7000 7001 8500 9042 9092 9200 9300 10080 10250 10255 10256 11211 25672 26379
  27017 27018 27019 50070 61616`
  .trim()
  .split(/\s+/)
  .map(Number)

describe('isOpenPort()', () => {
  test('closes the ports of other protocols to all, those of SQL databases to HTTP', () => {
    expect(all.filter((port) => !isOpenPort(port, 'sql'))).toEqual(closed)
    expect(all.filter((port) => !isOpenPort(port, 'http')).toSorted()).toEqual([...closed, ...sql].toSorted())
  })
  test('opens the ports of mail to mail alone, and no database', () => {
    const mail = [25, 465, 587]
    const expected = [...closed, ...sql].filter((port) => !mail.includes(port))
    expect(all.filter((port) => !isOpenPort(port, 'smtp')).toSorted()).toEqual(expected.toSorted())
  })
  test.each([-1, 65_536, 80.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s, which is no port', (port) => {
    expect(isOpenPort(port, 'sql')).toBe(false)
    expect(isOpenPort(port, 'http')).toBe(false)
  })
  test.each([80, 443, 8080, 65_535])('opens %i', (port) => expect(isOpenPort(port, 'http')).toBe(true))
})
