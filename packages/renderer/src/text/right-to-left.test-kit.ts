import { untilReady } from '#renderer/async/pending.ts'
import { bidiLevels } from './bidi.ts'

// Loads what is loaded when a text from right to left is first laid out, for tests that lay out without waiting.
await untilReady([() => void bidiLevels('א', 'auto')])
