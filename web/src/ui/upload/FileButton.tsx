import { type ReactNode, useRef } from 'react'
import { Button } from '../form/Button.tsx'

/** A button that opens the browser's file dialog. */
export function FileButton({
  accept,
  variant = 'default',
  size = 'sm',
  loading,
  leftSection,
  onFile,
  children,
}: {
  accept: string
  variant?: 'default' | 'filled' | 'subtle'
  size?: 'xs' | 'sm'
  loading?: boolean
  leftSection?: ReactNode
  onFile: (file: File) => void
  children: ReactNode
}) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant={variant}
        size={size}
        leftSection={leftSection}
        {...(loading === undefined ? {} : { loading })}
        onClick={() => field.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file can be chosen again after it was refused.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
