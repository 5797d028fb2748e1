import { Presets, SingleBar } from 'cli-progress'

/** Progress on the terminal: a bar where people look, a line per tenth where a log is kept. */
export interface ProgressBar {
  update(done: number, total: number): void
  stop(): void
}

/** `createProgressBar()` draws on standard error, so that standard output stays clean for pipes. */
export function createProgressBar(title: string, unit: string): ProgressBar {
  return process.stderr.isTTY ? terminalBar(title, unit) : plainLines(title, unit)
}

function terminalBar(title: string, unit: string): ProgressBar {
  const format = `  ${title} {bar} {value}/{total} ${unit}`
  const bar = new SingleBar({ format, hideCursor: true, stream: process.stderr }, Presets.shades_classic)
  bar.start(0, 0)
  return {
    update(done, total) {
      bar.setTotal(total)
      bar.update(done)
    },
    stop: () => bar.stop(),
  }
}

function plainLines(title: string, unit: string): ProgressBar {
  let lastTenth = -1
  return {
    update(done, total) {
      const tenth = total === 0 ? 0 : Math.floor((done / total) * 10)
      if (tenth === lastTenth) return
      lastTenth = tenth
      console.error(`  ${title}: ${done}/${total} ${unit}`)
    },
    stop() {},
  }
}
