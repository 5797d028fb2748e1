import { type ComponentType, createElement, type FunctionComponent, lazy, Suspense } from 'react'
import { untilReached } from './connection.ts'
import { toast } from './toast.ts'

/** Code that is fetched when it is needed. While the server is gone it waits: a browser asks for a module only once. */
export async function fetched<Module>(load: () => Promise<Module>): Promise<Module> {
  await untilReached()
  return load()
}

/**
 * `const Palette = lazily(() => import('./palette.tsx'), 'Palette')`: a part of a page that comes when it is shown. Where
 * it cannot be had, such as after an upgrade of the server, the page stays, with what is typed in it.
 */
export function lazily<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  const part = async () => {
    try {
      return { default: (await fetched(load))[name] }
    } catch {
      toast.partMissing()
      return { default: () => null }
    }
  }
  // When it is shown, not before: a file that has such a part may be run before that of React.
  let Part: FunctionComponent<Props> | undefined
  return (props: Props) => {
    Part ??= lazy<ComponentType<Props>>(part) as FunctionComponent<Props>
    return createElement(Part, props)
  }
}

/** The same for what opens over a page, such as a dialog: nothing is shown in its place until it comes. */
export function whenOpened<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  const Part = lazily(load, name)
  return (props: Props) => createElement(Suspense, null, createElement(Part, props))
}
