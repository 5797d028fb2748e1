/** The bad ports of the Fetch standard: protocols that mistake a request for commands of their own. */
const fetchBadPorts = [
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]

/** Databases that sources speak to: closed to HTTP, open to their drivers. */
const sqlPorts = [1433, 1521, 3306, 5432, 33060]

/** Control planes, caches, queues and stores that trust whoever reaches them, and remote desktops. */
const servicePorts = [
  445, 873, 1883, 2181, 2375, 2376, 2377, 2379, 2380, 3389, 4369, 5672, 5900, 5984, 5985, 5986, 6379, 6443, 7000, 7001,
  8500, 9042, 9092, 9200, 9300, 10250, 10255, 10256, 11211, 25672, 26379, 27017, 27018, 27019, 50070, 61616,
]

/** Submission and relay of mail: closed to HTTP, which spammers could make speak SMTP. */
const smtpPorts = [25, 465, 587]

const closedToAll: ReadonlySet<number> = new Set([...fetchBadPorts, ...servicePorts])

/** Whether events, statements or mail are sent. */
export type PortUse = 'http' | 'sql' | 'smtp'

const closed: Readonly<Record<PortUse, ReadonlySet<number>>> = {
  http: new Set([...closedToAll, ...sqlPorts]),
  sql: closedToAll,
  smtp: new Set([...closedToAll, ...sqlPorts].filter((port) => !smtpPorts.includes(port))),
}

/** Whether a connection for `use` may be opened to `port`. */
export function isOpenPort(port: number, use: PortUse): boolean {
  return Number.isInteger(port) && port > 0 && port < 65_536 && !closed[use].has(port)
}
