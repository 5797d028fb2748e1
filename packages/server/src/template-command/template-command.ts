import { styleText } from 'node:util'
import { Command } from 'commander'
import { plain } from '#core/words.ts'
import { compare } from './compare.ts'
import { findDesigns, readDesign } from './design-file.ts'
import { fontNotes } from './font-notes.ts'
import { formatFiles } from './format-files.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { type Access, allTemplates, openRemote, type Remote } from './remote.ts'
import { remoteCommand, run } from './remote-command.ts'

const print = (line: string) => console.log(line)

async function validate(paths: readonly string[]): Promise<number> {
  const files = await findDesigns(paths)
  const mistakes: string[] = []
  const notes: string[] = []
  for (const path of files) {
    const read = await readDesign(path)
    if ('mistakes' in read) mistakes.push(...read.mistakes)
    else notes.push(...fontNotes(read))
  }
  for (const mistake of mistakes) console.error(mistake)
  for (const note of new Set(notes)) console.error(note)
  const valid = files.length === 1 ? '1 design is valid.' : `${files.length} designs are valid.`
  const errors = mistakes.length === 1 ? '1 error.' : `${mistakes.length} errors.`
  print(mistakes.length === 0 ? valid : errors)
  return mistakes.length === 0 ? 0 : 1
}

async function list(remote: Remote): Promise<number> {
  const templates = await allTemplates(remote)
  const rows = templates.map(({ id, name, latest_version: latest, published_version: published }) => {
    const state = published === null ? 'draft' : published === latest ? 'published' : `version ${published} published`
    return [id, `v${latest}`, state, plain(name)]
  })
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) print(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  if (rows.length === 0)
    console.error(styleText('dim', `${remote.url} has no templates yet.`, { stream: process.stderr }))
  return 0
}

function pushCommand(): Command {
  return remoteCommand('push')
    .description('create templates, or new versions of them, from design files')
    .argument('<path...>', 'folders of *.json, or single files')
    .option('--publish', 'publish the new versions')
    .option('--dry-run', 'only print what would change')
    .option('--force', 'overwrite newer versions on the server')
    .addHelpText(
      'after',
      `
Pictures that a design refers to by path are uploaded. The file .pictable.json next to the designs maps each file to its
template: commit it with them. Without it, templates are matched by name.

Examples:
  pictable template push designs --dry-run
  pictable template push designs --publish
  pictable template push designs/sale.json --url https://pictable.example.com`,
    )
    .action((paths: string[], options: Access & { publish?: true; dryRun?: true; force?: true }) =>
      run(async () => {
        await push(openRemote(options), paths, { ...options, print })
        return 0
      }),
    )
}

function pullCommand(): Command {
  return remoteCommand('pull')
    .description('write the latest designs of templates to files')
    .argument('[template...]', 'names or ids. Default: all templates')
    .option('-o, --out <folder>', 'folder for the files', '.')
    .option('--force', 'overwrite files that were changed after they were pulled or pushed')
    .addHelpText(
      'after',
      `
Examples:
  pictable template pull --out designs
  pictable template pull "Spring sale" tpl_01jd3v --out designs`,
    )
    .action((wanted: string[], options: Access & { out: string; force?: true }) =>
      run(async () => {
        await pull(openRemote(options), wanted, { ...options, print })
        return 0
      }),
    )
}

function diffCommand(): Command {
  return remoteCommand('diff')
    .description('print what a push would change; exits with 1 if anything differs')
    .argument('<path...>', 'folders of *.json, or single files')
    .addHelpText('after', '\nExample:\n  pictable template diff designs')
    .action((paths: string[], options: Access) =>
      run(async () => ((await compare(openRemote(options), paths, print)) === 0 ? 0 : 1)),
    )
}

function formatCommand(): Command {
  return new Command('fmt')
    .description('format design files in the canonical form, so that one changed value is one changed line')
    .argument('<path...>', 'folders of *.json, or single files')
    .option('--check', 'change nothing; exits with 1 if a file is not formatted')
    .addHelpText(
      'after',
      `
Examples:
  pictable template fmt designs
  pictable template fmt designs --check`,
    )
    .action((paths: string[], { check = false }: { check?: boolean }) =>
      run(async () => ((await formatFiles(paths, { check, print })) > 0 && check ? 1 : 0)),
    )
}

/** `pictable template …`: designs as files, in version control, pushed and pulled. Exits with 1 if designs differ or are wrong. */
export function templateCommand(): Command {
  const validateCommand = new Command('validate')
    .description('check design files without a server; exits with 1 on errors')
    .argument('<path...>', 'folders of *.json, or single files')
    .addHelpText('after', '\nExample:\n  pictable template validate designs')
    .action((paths: string[]) => run(() => validate(paths)))
  const listCommand = remoteCommand('list')
    .description('list the templates of the server')
    .addHelpText('after', '\nExample:\n  pictable template list')
    .action((options: Access) => run(() => list(openRemote(options))))
  return new Command('template')
    .description('keep designs as files: push, pull, diff, validate, fmt, list')
    .addCommand(pushCommand())
    .addCommand(pullCommand())
    .addCommand(diffCommand())
    .addCommand(validateCommand)
    .addCommand(formatCommand())
    .addCommand(listCommand)
    .addHelpText('after', '\nExit codes: 0 success, 1 designs differ or are invalid, 2 the command failed.')
}
