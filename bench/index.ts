import { airtable } from '#bench/airtable.ts'
import { badInput } from '#bench/bad-input.ts'
import type { Bench } from '#bench/bench.ts'
import { bursts } from '#bench/bursts.ts'
import { cards } from '#bench/cards.ts'
import { dashboard } from '#bench/dashboard.ts'
import { direct } from '#bench/direct.ts'
import { disconnects } from '#bench/disconnects.ts'
import { editor } from '#bench/editor.ts'
import { feed } from '#bench/feed.ts'
import { gate } from '#bench/gate.ts'
import { idle } from '#bench/idle.ts'
import { lists } from '#bench/lists.ts'
import { mainThread } from '#bench/main-thread.ts'
import { memory } from '#bench/memory.ts'
import { million } from '#bench/million.ts'
import { orchestration } from '#bench/orchestration.ts'
import { outputs } from '#bench/outputs.ts'
import { render } from '#bench/render.ts'
import { sandbox } from '#bench/sandbox.ts'
import { scale } from '#bench/scale.ts'
import { sqlSource } from '#bench/sql-source.ts'
import { start } from '#bench/start.ts'
import { status } from '#bench/status.ts'
import { webhooks } from '#bench/webhooks.ts'
import { workers } from '#bench/workers.ts'

export const benches: readonly Bench[] = [
  orchestration,
  render,
  cards,
  direct,
  outputs,
  status,
  memory,
  webhooks,
  airtable,
  sqlSource,
  feed,
  idle,
  lists,
  workers,
  million,
  dashboard,
  editor,
  badInput,
  mainThread,
  bursts,
  disconnects,
  sandbox,
  scale,
  start,
  gate,
]
