import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { findPopular, notInPack, type PopularFont, popularFonts } from '#core/font/popular-fonts.ts'
import { StartError } from '#core/start-error.ts'
import { packageFilename, readFontPackage } from '#font-catalogs/read-package.ts'
import { type Access, openRemote, type Remote } from '#server/template-command/remote.ts'
import { remoteCommand, run } from '#server/template-command/remote-command.ts'

interface InstallOptions extends Access {
  all?: true
  google?: true
  from?: string
}

const print = (line: string) => console.log(line)

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** @throws StartError with names that may have been meant */
function popular(name: string): PopularFont {
  const font = findPopular(name)
  if (font !== undefined) return font
  throw new StartError(`${notInPack(name)} "pictable fonts list" lists all; --google adds one of Google Fonts.`)
}

async function list({ client }: Remote): Promise<void> {
  const { results } = await client.fontFamilies.list()
  const words = { yes: 'installed', partly: 'partly installed', no: '' } as const
  for (const { family, installed, weights, scripts, origin } of results)
    if (origin === 'popular')
      print(
        `${family.padEnd(20)} ${words[installed].padEnd(17)} ${String(weights.length).padStart(2)} weights  ${(scripts ?? []).join(', ')}`.trimEnd(),
      )
}

/** Uploads the files of a package that is on this machine: neither machine needs a network. */
async function installFrom(folder: string, font: PopularFont, { client }: Remote): Promise<number> {
  const path = join(folder, packageFilename(font))
  const packed = await readFile(path).catch((cause: unknown) => {
    throw new StartError(
      `There is no file ${path}. Create it where there is a network: npm pack ${font.package}@${font.version}`,
      { cause },
    )
  })
  const there = (await client.fontFamilies.list()).results.find(({ family }) => family === font.family)
  if (there?.installed === 'yes') return 0
  const faces = await readFontPackage(packed, font)
  for (const { filename, weight, style, bytes } of faces) {
    const query = { filename, family: font.family, ...(weight && { weight }), ...(style && { style }) }
    await client.fonts.upload({ query, body: new Uint8Array(bytes) })
  }
  return faces.length
}

async function install(remote: Remote, names: readonly string[], { all, google, from }: InstallOptions): Promise<void> {
  if (names.length === 0 && !all) throw new StartError('name at least one family, or pass --all.')
  if (google && (all || from !== undefined)) throw new StartError('--google takes names, without --all and --from.')
  const families = google
    ? names
    : all
      ? popularFonts.map(({ family }) => family)
      : names.map((name) => popular(name).family)
  for (const family of families) {
    const added =
      from === undefined
        ? await remote.client.fontFamilies.install({ body: { family, from: google ? 'google' : 'popular' } })
        : { family, added: await installFrom(from, popular(family), remote) }
    print(
      added.added === 0
        ? `${added.family} is already installed.`
        : `${added.family}: ${added.added} ${added.added === 1 ? 'file' : 'files'} installed.`,
    )
  }
}

/** `pictable fonts`: the font pack and Google Fonts, for a running server. */
export function fontsCommand(): Command {
  const listCommand = remoteCommand('list')
    .description('list the families of the font pack, and which are installed')
    .option('--packages', 'print the npm packages instead, without a server')
    .addHelpText('after', '\nExamples:\n  pictable fonts list\n  npm pack $(pictable fonts list --packages)')
    .action(({ packages, ...access }: Access & { packages?: true }) =>
      run(async () => {
        if (packages) for (const font of popularFonts) print(`${font.package}@${font.version}`)
        else await list(openRemote(access))
        return 0
      }),
    )
  const installCommand = remoteCommand('install')
    .description('install families: of the font pack, or of Google Fonts')
    .argument('[family...]', 'such as Montserrat "Open Sans"')
    .option('--all', 'install the whole font pack')
    .option('--from <folder>', 'take the packages from this folder instead of a network')
    .option('--google', 'take the families from Google Fonts')
    .addHelpText(
      'after',
      `
The font pack has ${popularFonts.length} families, ${megabytes(popularFonts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))} to download. Each package is checked against its
SHA-512. A family that is installed is left as it is, so an interrupted command can be repeated.

Examples:
  pictable fonts install Montserrat "Open Sans"
  pictable fonts install --all
  pictable fonts install --google "Sue Ellen Francisco"

Without a network on the server, and none here:
  npm pack $(pictable fonts list --packages) --pack-destination fonts     where there is a network
  pictable fonts install --all --from fonts                              here, after copying the folder`,
    )
    .action((names: string[], options: InstallOptions) =>
      run(async () => {
        await install(openRemote(options), names, options)
        return 0
      }),
    )
  return new Command('fonts')
    .description('install popular fonts: list, install')
    .addCommand(listCommand)
    .addCommand(installCommand)
}
