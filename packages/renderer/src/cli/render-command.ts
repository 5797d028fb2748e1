import { Presets, SingleBar } from 'cli-progress'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type OutputFormat, outputKinds } from '#renderer/formats/index.ts'
import { animationKinds } from '#renderer/pictures/animation-kinds.ts'
import { type Effort, efforts } from '#renderer/pictures/output-kind.ts'
import type { RowFailure, RowsResult } from './open-rows.ts'
import { renderRowsToAnimation, renderRowsToPdf } from './render-one-file.ts'
import { type RowsProgress, renderRows } from './render-rows.ts'
import { messageOf, RowsError } from './rows-error.ts'

const formatNames = outputKinds.map(({ name }) => name)
const animationNames = animationKinds.map(({ name }) => name)

const examples = `
The columns of the table are the variables of the template. Pictures and fonts are files next to the template.

Examples:
  $ pictable render card.json products.csv --out pictures
  $ pictable render card.json products.csv --out pictures --format jpeg --quality 80
  $ pictable render badge.json guests.tsv --out badges --format png,webp --scale 2 --name Email
  $ pictable render badge.json guests.tsv --out badges.pdf --pages --dpi 300
  $ pictable render slide.json offers.csv --out offers.gif --animate --delay 1500

Exit code: 0 all rows rendered, 1 some rows failed, 2 nothing could be rendered.`

interface Options {
  out: string
  format: OutputFormat[]
  quality?: number
  effort?: Effort
  scale?: number
  name?: string
  thumbnail?: number
  dpi?: number
  pages?: true
  animate?: true
  delay?: number
  loop?: number
  report?: string
}

/** The sub-command `render template.json rows.csv --out dir`; it sets the exit code of the process. */
export function renderCommand(): Command {
  return new Command('render')
    .description('Render one image for each row of a CSV file.')
    .argument('<template>', 'template (JSON file)')
    .argument('<rows>', 'table (CSV file with a header; commas, semicolons or tabs)')
    .requiredOption('-o, --out <path>', 'folder for the images; with --pages or --animate, a file')
    .option('-f, --format <names>', `formats: ${formatNames.join(', ')}; separate several with commas`, readFormats, [
      'png',
    ])
    .option('-q, --quality <number>', 'quality of all formats except PNG, 1 to 100', readWhole(1, 100))
    .addOption(
      new Option('-e, --effort <name>', 'fast: larger files in less time; small: the opposite').choices(efforts),
    )
    .option('-s, --scale <number>', 'multiply the size of the template, 0.1 to 8', readScale)
    .option('-n, --name <column>', 'column for the file names')
    .option(
      '--thumbnail <width>',
      'also create a thumbnail of each row with this width in pixels',
      readWhole(1, 10_000),
    )
    .option('--dpi <number>', 'pixels per inch of PDF pages, 36 to 1200', readWhole(36, 1200))
    .option('--pages', 'create one PDF file with a page for each row')
    .option('--animate', `create one animation with a frame for each row: ${animationNames.join(' or ')}`)
    .option('--delay <ms>', 'duration of each frame in milliseconds', readWhole(10, 600_000))
    .option('--loop <times>', 'number of repetitions of an animation. 0: forever', readWhole(0, 65_535))
    .option('--report <file>', 'file for the outcomes, one line of JSON for each row')
    .addHelpText('after', examples)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(run)
}

async function run(templatePath: string, rowsPath: string, options: Options): Promise<void> {
  const display = createDisplay()
  try {
    const start = performance.now()
    const { total, rendered, failures, warnings, information } = await begin(templatePath, rowsPath, {
      options,
      display,
    })
    display.end()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const failed = failures.length === 0 ? '' : `, ${failures.length} failed`
    process.stdout.write(`${rendered} of ${total} rendered into ${options.out} in ${seconds} s${failed}\n`)
    for (const [level, counts] of Object.entries({ warnings, information })) {
      const said = Object.entries(counts).map(([code, count]) => `${count} ${code.replaceAll('_', ' ')}`)
      if (said.length > 0) process.stdout.write(`${level}: ${said.join(', ')}\n`)
    }
    process.exitCode = failures.length === 0 ? 0 : 1
  } catch (error) {
    display.end()
    if (!(error instanceof RowsError)) throw error
    process.stderr.write(`error: ${messageOf(error)}\n`)
    process.exitCode = 2
  }
}

function begin(
  templatePath: string,
  rowsPath: string,
  { options, display }: { options: Options; display: Display },
): Promise<RowsResult> {
  const { out, format, quality, effort, scale, name, thumbnail, dpi, pages, animate, delay, loop, report } = options
  const job = {
    templatePath,
    rowsPath,
    ...(quality !== undefined && { quality }),
    ...(effort !== undefined && { effort }),
    ...(scale !== undefined && { scale }),
    ...(report !== undefined && { reportPath: report }),
    ...display,
  }
  if (pages) return renderRowsToPdf({ ...job, outFile: out, ...(dpi !== undefined && { dpi }) })
  if (animate) {
    const timing = { ...(delay !== undefined && { delaysMs: delay }), ...(loop !== undefined && { loop }) }
    return renderRowsToAnimation({ ...job, outFile: out, ...timing })
  }
  return renderRows({
    ...job,
    outDir: out,
    formats: format,
    ...(name !== undefined && { nameColumn: name }),
    ...(thumbnail !== undefined && { thumbnail: { width: thumbnail } }),
    ...(dpi !== undefined && { encoding: { pdf: { dpi } } }),
  })
}

interface Display {
  onProgress(progress: RowsProgress): void
  onFailure(failure: RowFailure): void
  onWarning(message: string): void
  end(): void
}

/** A bar for a person who watches, plain lines for a log. */
function createDisplay(): Display {
  const lines: string[] = []
  const print = (line: string) => process.stderr.write(`${line}\n`)
  const tell = ({ row, label, message }: RowFailure) => `row ${row} "${label}": ${message}`
  if (!process.stderr.isTTY) {
    let told = 0
    return {
      onProgress({ done, total, failed }) {
        const tenths = Math.floor((done * 10) / total)
        if (total >= 20 && tenths > told) print(`${done} of ${total} done, ${failed} failed`)
        told = tenths
      },
      onFailure: (failure) => print(tell(failure)),
      onWarning: (message) => print(`warning: ${message}`),
      end: () => {},
    }
  }
  const bar = new SingleBar(
    { format: '{bar} {value}/{total} | {failed} failed | {eta_formatted} left' },
    Presets.shades_classic,
  )
  let started = false
  return {
    onProgress({ done, total, failed }) {
      if (!started) bar.start(total, 0, { failed })
      started = true
      bar.update(done, { failed })
    },
    // A line between two drawings of the bar would tear it.
    onFailure: (failure) => lines.push(tell(failure)),
    onWarning: (message) => print(`warning: ${message}`),
    end() {
      if (started) bar.stop()
      for (const line of lines.splice(0)) print(line)
    },
  }
}

function readFormats(text: string): OutputFormat[] {
  return text.split(',').map((part) => {
    const name = part.trim().toLowerCase()
    const known = formatNames.find((each) => each === (name === 'jpg' ? 'jpeg' : name))
    if (known === undefined) throw new InvalidArgumentError(`Use one or more of ${formatNames.join(', ')}.`)
    return known
  })
}

function readWhole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`Use a number from ${least} to ${most}.`)
  }
}

function readScale(text: string): number {
  const number = Number(text)
  if (!(number >= 0.1 && number <= 8)) throw new InvalidArgumentError('Use a number from 0.1 to 8.')
  return number
}
