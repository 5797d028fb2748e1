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
  'Files: a render process can read the files that this user can read. Landlock, which needs Linux 5.13 or newer, prevents that.'
const withoutSystemCalls =
  'System calls: a render process can open connections and start programs. seccomp, which needs Linux on x64 or arm64, prevents that.'

/** The layers that a sandbox lacks, each with the risk and its remedy. */
export const missingLayers = ({ landlock, seccomp }: Sandbox): string[] => [
  ...(landlock === 0 ? [withoutFiles] : []),
  ...(seccomp ? [] : [withoutSystemCalls]),
]
