import { describe, expect, test } from 'vitest'
import { publicUrlProblem } from './public-url-problem.ts'

describe('publicUrlProblem()', () => {
  test.each([
    'http://127.0.0.1:4400',
    'http://localhost:4400',
    'http://[::1]:4400',
    'http://0.0.0.0',
    'https://pictable.localhost',
    'http://[::ffff:127.0.0.1]',
  ])('%s is reached by this machine alone', (url) => {
    expect(publicUrlProblem(url)).toBe('which only this machine can reach')
  })

  test.each([
    'http://10.0.0.7:4400',
    'http://192.168.1.2',
    'http://169.254.1.1',
    'http://[fd00::1]',
    'http://pictable',
    'https://pictable.internal',
    'http://nas.local:8080',
  ])('%s is reached by its own network alone', (url) => {
    expect(publicUrlProblem(url)).toBe('which only its own network can reach')
  })

  test.each(['https://pictable.example.com', 'http://93.184.215.14:4400/base', 'https://[2606:2800:220:1::1]'])(
    '%s may be reached by others',
    (url) => {
      expect(publicUrlProblem(url)).toBeUndefined()
    },
  )
})
