const prefix = 'pictable.personal.'

/** The name under which the browser keeps something of whoever is logged in: it goes when they log out. */
export const personal = (name: string) => `${prefix}${name}`

/** Whoever comes next to this browser finds nothing of theirs. */
export function forgetPersonal(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage)) if (name.startsWith(prefix)) storage.removeItem(name)
}
