import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

/** 480 wide at the end of the page, for the details behind a number: the page stays readable beside it. */
export function Drawer(props: {
  title: string
  subtitle?: string | undefined
  children: ReactNode
  footer?: ReactNode
  onClose: () => void
}) {
  return <Dialog kind="drawer" {...props} />
}
