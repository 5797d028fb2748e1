import type { Scene } from '#bench/render/scene.ts'
import type { WorkloadName } from '#bench/render/workloads.ts'

export const formats = ['jpeg', 'png', 'webp'] as const
export type Format = (typeof formats)[number]

/** One way from the records of a workload to files. */
export interface Painter {
  paint(index: number, format: Format): Promise<Uint8Array>
}

/** Something that makes pictures, in a process of its own. */
export interface Peer {
  /** May take as long as it likes: what it prepares is not measured. */
  open(workload: { readonly name: WorkloadName; sceneOf(index: number): Scene }): Promise<Painter>
}
