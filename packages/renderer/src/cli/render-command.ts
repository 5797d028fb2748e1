import { Presets, SingleBar } from 'cli-progress'
import { Command, InvalidArgumentError } from 'commander'
import { type OutputFormat, outputKinds } from '#renderer/formats/index.ts'
import { type RowFailure, type RowsJob, type RowsProgress, renderRows } from './render-rows.ts'
import { messageOf, RowsError } from './rows-error.ts'

const formatNames = outputKinds.map(({ name }) => name)

const examples = `
The columns of the table are the variables of the template; pictures and fonts are files beside the template.

Examples:
  $ pictable render card.json products.csv --out pictures
  $ pictable render card.json products.csv --out pictures --format jpeg --quality 80
  $ pictable render badge.json guests.tsv --out badges --format png,webp --scale 2 --name Email

Exit code: 0 all rows rendered, 1 some rows failed, 2 nothing could be rendered.`

interface Options {
  out: string
  format: OutputFormat[]
  quality?: number
  scale?: number
  name?: string
}

/** The sub-command `render template.json rows.csv --out dir`; it sets the exit code of the process. */
export function renderCommand(): Command {
  return new Command('render')
    .description('Renders one picture for each row of a CSV file.')
    .argument('<template>', 'template, a JSON file')
    .argument('<rows>', 'table, a CSV file with a header (commas, semicolons or tabs)')
    .requiredOption('-o, --out <folder>', 'folder for the pictures')
    .option('-f, --format <names>', `one or more of ${formatNames.join(', ')}`, readFormats, ['png'])
    .option('-q, --quality <number>', '1 to 100, for JPEG and WebP', readQuality)
    .option('-s, --scale <number>', '0.1 to 8: pixels per pixel of the template', readScale)
    .option('-n, --name <column>', 'the column that names the files')
    .addHelpText('after', examples)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(run)
}

async function run(templatePath: string, rowsPath: string, options: Options): Promise<void> {
  const display = createDisplay()
  const { out, format, quality, scale, name } = options
  const job: RowsJob = {
    templatePath,
    rowsPath,
    outDir: out,
    formats: format,
    ...(quality !== undefined && { quality }),
    ...(scale !== undefined && { scale }),
    ...(name !== undefined && { nameColumn: name }),
    ...display,
  }
  try {
    const start = performance.now()
    const { total, rendered, failures } = await renderRows(job)
    display.end()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const failed = failures.length === 0 ? '' : `, ${failures.length} failed`
    process.stdout.write(`${rendered} of ${total} rendered into ${out} in ${seconds} s${failed}\n`)
    process.exitCode = failures.length === 0 ? 0 : 1
  } catch (error) {
    display.end()
    if (!(error instanceof RowsError)) throw error
    process.stderr.write(`error: ${messageOf(error)}\n`)
    process.exitCode = 2
  }
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
    if (known === undefined) throw new InvalidArgumentError(`It must be one or more of ${formatNames.join(', ')}.`)
    return known
  })
}

function readQuality(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 100) throw new InvalidArgumentError('It must be 1 to 100.')
  return number
}

function readScale(text: string): number {
  const number = Number(text)
  if (!(number >= 0.1 && number <= 8)) throw new InvalidArgumentError('It must be 0.1 to 8.')
  return number
}
