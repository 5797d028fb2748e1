import type { Duplex } from 'node:stream'
import { AnswerTooLarge, maxAnswerBytes } from './fault.ts'

/** A guarded socket for a database driver, still to be connected. */
export type DriverSocket = Duplex & {
  connect(port: number, host: string): unknown
  ref(): unknown
  unref(): unknown
  readonly bytesRead: number
}

const lookEveryMs = 50

/**
 * Ends the connection when more comes than the answer to one statement may have: a driver collects what is sent to it.
 * By time, as with TLS nothing of the socket passes by here. @returns what is called at each statement
 */
export function boundAnswers(socket: DriverSocket): () => void {
  let before = 0
  const timer = setInterval(() => {
    if (socket.bytesRead - before > maxAnswerBytes) socket.destroy(new AnswerTooLarge('The answer is too large'))
  }, lookEveryMs).unref()
  socket.once('close', () => clearInterval(timer))
  return () => {
    before = socket.bytesRead
  }
}
