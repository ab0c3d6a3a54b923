import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { copyText, type CopyNotices } from './copy-text.ts'
import { Button } from './Button.tsx'

/** A button that copies a text. `onFailed` runs if the browser refuses: to select the text, for example. */
export function CopyButton({
  text,
  notices,
  onFailed,
  children,
  ...button
}: {
  text: string
  notices: CopyNotices
  onFailed?: () => void
  size?: 'xs'
  variant?: 'subtle' | 'default' | 'filled'
  'aria-label'?: string
  'data-autofocus'?: true
  children: ReactNode
}) {
  const copy = async () => {
    if (!(await copyText(text, notices))) onFailed?.()
  }
  return (
    <Button
      {...button}
      leftSection={<IconCopy size={button.size === 'xs' ? 14 : 16} stroke={1.75} aria-hidden />}
      onClick={() => void copy()}
    >
      {children}
    </Button>
  )
}
