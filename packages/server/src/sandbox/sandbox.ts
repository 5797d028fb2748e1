import { isArchitecture } from './system-calls.ts'

/** What a kernel restricts a process by. */
export interface Sandbox {
  /** Version of Landlock, which restricts files; 0 without it. */
  landlock: number
  /** A filter of system calls. */
  seccomp: boolean
}

export const NO_SANDBOX: Sandbox = { landlock: 0, seccomp: false }

async function probe(): Promise<Sandbox> {
  if (process.platform !== 'linux' || !isArchitecture(process.arch)) return NO_SANDBOX
  try {
    const { hasSeccomp, landlockVersion } = await import('./kernel.ts')
    return { landlock: landlockVersion(), seccomp: hasSeccomp() }
  } catch {
    // The C library is not one that can be called.
    return NO_SANDBOX
  }
}

/** Every layer that this machine offers. */
export const supportedSandbox: Sandbox = await probe()

const withoutFiles =
  'Landlock is missing: a process that decodes uploaded files can read every file that its user can read. Use Linux 5.13 or newer with Landlock enabled, and a container runtime that allows it.'
const withoutSystemCalls =
  'seccomp is missing: a process that decodes uploaded files can open connections and start programs. Use Linux on x64 or arm64 with seccomp enabled.'

/** The layers that a sandbox lacks, each with its risk and fix. */
export const missingLayers = ({ landlock, seccomp }: Sandbox): string[] => [
  ...(landlock === 0 ? [withoutFiles] : []),
  ...(seccomp ? [] : [withoutSystemCalls]),
]
