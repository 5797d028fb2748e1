import type { Capabilities } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'

export type PublicAddress = Pick<World, 'publicUrl' | 'publicUrlProblem'>

/** How an image gets into an attachment field: the table is told its address, is sent its bytes, or neither can be. */
export type AttachmentWay = { by: 'url' } | { by: 'bytes'; maxBytes: number } | { problem: string }

/** `Images have addresses under http://127.0.0.1:4400, which only this machine can reach.` */
export function addressProblem({ publicUrl, publicUrlProblem }: PublicAddress): string | null {
  if (publicUrlProblem === undefined) return null
  return `Image URLs begin with ${publicUrl}, ${publicUrlProblem}.`
}

export const addressCure = 'Set PICTABLE_PUBLIC_URL to the public URL of this server.'

/** By address where the table can fetch it, since that costs no request of its own; else by bytes. */
export function attachmentWay({ attachment }: Capabilities, world: PublicAddress): AttachmentWay {
  if (attachment === null) return { problem: 'This table accepts no files. Write the image URL instead (`url`).' }
  const problem = attachment.keepsUrl ? null : addressProblem(world)
  if (attachment.byUrl && problem === null) return { by: 'url' }
  if (attachment.maxBytes !== null) return { by: 'bytes', maxBytes: attachment.maxBytes }
  const reason =
    problem === null ? 'This table accepts no files.' : `${problem} The table must fetch the images from there.`
  return { problem: `${reason} ${addressCure} Or write the image URL instead (\`url\`).` }
}
