import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { boundAnswers } from './driver-socket.ts'
import { maxAnswerBytes } from './fault.ts'

test('boundAnswers() ends a connection that sends more for one statement than an answer may have', () => {
  vi.useFakeTimers()
  try {
    const socket = Object.assign(new PassThrough(), { connect() {}, ref() {}, unref() {}, bytesRead: 0 })
    socket.on('error', () => {})
    const beginAnswer = boundAnswers(socket)
    for (let statement = 0; statement < 3; statement++) {
      beginAnswer()
      socket.bytesRead += maxAnswerBytes
      vi.advanceTimersByTime(1000)
      expect(socket.errored).toBeNull()
    }
    socket.bytesRead++
    vi.advanceTimersByTime(1000)
    expect(socket.errored?.message).toBe('The answer is too large')
  } finally {
    vi.useRealTimers()
  }
})
