import { createWriteStream, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'

/** Slow to pack, and as fast to unpack. */
const LEVEL = 19

/** Packs the folder of a closed cluster for `fillCluster()`, in an order that is always the same, without times and owners. */
export async function packCluster(folder: string, archive: string): Promise<void> {
  const packed = pack()
  const { ZSTD_c_compressionLevel: level } = constants
  const writing = pipeline(packed, createZstdCompress({ params: { [level]: LEVEL } }), createWriteStream(archive))
  const fixed = { mtime: new Date(0), uid: 0, gid: 0 }
  for (const name of globSync('**', { cwd: folder }).sort()) {
    const path = join(folder, name)
    if (name === '.' || name === '') continue
    if (statSync(path).isDirectory()) packed.entry({ name, type: 'directory', ...fixed })
    else packed.entry({ name, ...fixed }, readFileSync(path))
  }
  packed.finalize()
  await writing
}
