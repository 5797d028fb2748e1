import { useRef } from 'react'
import { Button, type ButtonProps } from '#dashboard/ui/button.tsx'

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** As of `<input accept>`. */
  accept: string
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Asks for files of this computer. */
export function FileButton({ accept, multiple = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file, mended, is another choice.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  )
}
