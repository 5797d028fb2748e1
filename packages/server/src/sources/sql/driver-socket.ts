import type { Duplex } from 'node:stream'

/** A guarded socket for a database driver, still to be connected. */
export type DriverSocket = Duplex & {
  connect(port: number, host: string): unknown
  ref(): unknown
  unref(): unknown
}
