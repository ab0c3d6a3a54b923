import { CallFailed } from '@cutaway/contract/client.ts'
import { useSyncExternalStore } from 'react'

/**
 * Shows short notices at the top end corner. `toast` accepts any result of an action: an envelope, a thrown CallFailed,
 * or a message key. `ui/Toasts.tsx` renders them.
 */

export type ToastKind = 'success' | 'warning' | 'error'

export interface ToastAction {
  /** Message key of the button. */
  label: string
  run: () => void
}

export interface ToastMore {
  /** Overrides the kind derived from the subject; a key alone is a success. */
  kind?: ToastKind
  /** Values of the placeholders of the text. */
  values?: Record<string, string | number>
  /** A second line, already in the language of the page. */
  detail?: string
  action?: ToastAction
}

export interface Toast extends ToastMore {
  id: number
  kind: ToastKind
  /** Message key, or a sentence of the server. */
  key: string
  /** Reference of the failed request in the server's log. */
  reference?: string
}

/** Returns the notice for a subject without showing it. */
export function toastOf(subject: unknown, more: ToastMore = {}): Omit<Toast, 'id'> {
  if (typeof subject === 'string') return { kind: 'success', key: subject, ...more }
  if (subject instanceof CallFailed) {
    const broke = subject.http >= 500
    return { kind: 'error', key: subject.key, ...(broke ? { reference: subject.reference } : {}), ...more }
  }
  if (typeof subject === 'object' && subject !== null && 'status' in subject && 'message' in subject)
    return { kind: subject.status === 1 ? 'success' : 'error', key: String(subject.message), ...more }
  return { kind: 'error', key: 'server_error', ...more }
}

const most = 3
let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Adds a notice: newest first, at most three. Removes the oldest notice that is not an error, or the oldest error if
 * all are errors.
 */
export function withToast(list: readonly Toast[], added: Toast): readonly Toast[] {
  const saying = ({ kind, key, detail, values }: Toast) => JSON.stringify([kind, key, detail, values])
  const same = (other: Toast) => saying(other) === saying(added)
  const all = [added, ...list.filter((other) => !same(other))]
  while (all.length > most) {
    const gone = all.findLastIndex((other, i) => i > 0 && other.kind !== 'error')
    all.splice(gone === -1 ? all.length - 1 : gone, 1)
  }
  return all
}

/** Shows a notice. Success and warning disappear after 6 s; an error stays until dismissed. Returns the notice's id. */
export function toast(subject: unknown, more?: ToastMore): number {
  const id = nextId
  nextId += 1
  show(withToast(toasts, { id, ...toastOf(subject, more) }))
  return id
}

export const dismissToast = (id: number): void => show(toasts.filter((other) => other.id !== id))

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
