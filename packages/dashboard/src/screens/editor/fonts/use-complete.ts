import { useEffect, useState } from 'react'
import { type Family, isInstalled } from './font-rows.ts'
import type { Samples } from './samples.ts'

interface Checked {
  /** Families that have every character, as far as they were read. */
  readonly names: ReadonlySet<string>
  readonly isChecking: boolean
}

const isEmoji = /\p{Emoji_Presentation}/u

/** Reads the installed families one after the other, as long as the answer is wanted. */
export function useComplete(
  isWanted: boolean,
  text: string,
  { families, samples }: { families: readonly Family[]; samples: Samples | null },
): Checked {
  const [checked, setChecked] = useState<Checked>({ names: new Set(), isChecking: false })
  useEffect(() => {
    if (!isWanted || samples === null) return
    let isGone = false
    const check = async () => {
      const names = new Set<string>()
      setChecked({ names, isChecking: true })
      // A font of pictures is the largest of all.
      const candidates = families.filter(
        (each) => isInstalled(each) && (!/emoji/i.test(each.family) || isEmoji.test(text)),
      )
      for (const { family } of candidates) {
        const found = await samples.get({ family, weight: 400, italic: false, text }).catch(() => undefined)
        if (isGone) return
        if (found?.missing.length !== 0) continue
        names.add(family)
        setChecked({ names: new Set(names), isChecking: true })
      }
      setChecked({ names: new Set(names), isChecking: false })
    }
    void check()
    return () => {
      isGone = true
    }
  }, [isWanted, text, families, samples])
  return checked
}
