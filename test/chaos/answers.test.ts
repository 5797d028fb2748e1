import { expect, test } from 'vitest'
import { killAnswers } from '#test/chaos/answers.ts'

test.each(['keys', 'erasures', 'submissions'])(
  'a request for %s with an Idempotency-Key is done once when its process is killed with SIGKILL before the answer',
  {
    timeout: 400_000,
  },
  async (subject) => {
    const report = await killAnswers({
      times: 1,
      step: 4,
      random: 1,
      only: [subject],
      isEmbedded: true,
      releasedWithinMs: 0,
    })
    expect(report).toMatchObject({ doubled: [], changed: [], late: [] })
    expect(report.kills).toBeGreaterThan(2)
  },
)
