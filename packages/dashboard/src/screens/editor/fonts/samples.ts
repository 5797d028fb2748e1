import { createFontSamples, type FontSample, type FontSampleRequest } from '@pictable/renderer/font-samples'
import { loadFonts, unpackWoff2 } from '#dashboard/screens/editor/engine/files.ts'

/** A few at a time, so that the rows that are seen come first. */
const MAX_AT_A_TIME = 3

export interface Samples {
  /** Loads the font unless it is there. Rejects when it cannot be read. */
  get(request: FontSampleRequest): Promise<FontSample>
}

/** Families in their own faces, as the server has them now. */
export async function openSamples(): Promise<Samples> {
  const samples = createFontSamples(await loadFonts(), { unpackWoff2 })
  const known = new Map<string, Promise<FontSample>>()
  const waiting: (() => void)[] = []
  let running = 0

  async function load(request: FontSampleRequest): Promise<FontSample> {
    if (running >= MAX_AT_A_TIME) await new Promise<void>((resolve) => waiting.unshift(resolve))
    running += 1
    try {
      return await samples.sample(request)
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  return {
    get(request) {
      const key = JSON.stringify([request.family, request.weight, request.italic, request.text])
      const found = known.get(key) ?? load(request)
      known.set(key, found)
      return found
    },
  }
}
